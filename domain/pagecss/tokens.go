package pagecss

import (
	"context"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
)

// token is one token of CSS with its text.
type token struct {
	kind css.TokenType
	text string
}

// tokenizer reads the tokens of a style sheet. Their texts are parts of the sheet's own.
type tokenizer struct {
	ctx   context.Context
	lexer *css.Lexer
	rest  string // what was not read
	reads int
}

func newTokenizer(ctx context.Context, text string) tokenizer {
	return tokenizer{ctx: ctx, lexer: css.NewLexer(parse.NewInputString(text)), rest: text}
}

// readAtOnce is how many tokens are read between two looks at the context.
const readAtOnce = 1 << 12

// next reads a token. At the end of the sheet, and soon after the context ends, it is an ErrorToken.
func (t *tokenizer) next() token {
	if t.reads++; t.reads%readAtOnce == 0 && t.ctx.Err() != nil {
		return token{kind: css.ErrorToken}
	}
	kind, data := t.lexer.Next()
	text := t.rest[:len(data)]
	t.rest = t.rest[len(data):]
	return token{kind, text}
}
