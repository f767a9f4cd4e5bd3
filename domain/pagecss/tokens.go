package pagecss

import (
	"context"
	"regexp"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"

	"platen/domain/internal/cssescape"
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
	return token{kind, canonical(kind, text)}
}

// canonical gives the text of a token whose name has the escapes that it needs, and no others.
func canonical(kind css.TokenType, text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	switch kind {
	case css.IdentToken, css.CustomPropertyNameToken:
		return cssescape.Identifier(cssescape.Unescape(text))
	case css.AtKeywordToken:
		return "@" + cssescape.Identifier(cssescape.Unescape(text[1:]))
	case css.FunctionToken:
		return cssescape.Identifier(cssescape.Unescape(text[:len(text)-1])) + "("
	case css.DimensionToken:
		number := numberOf.FindString(text)
		return number + cssescape.Identifier(cssescape.Unescape(text[len(number):]))
	}
	return text
}

// numberOf finds the number at the beginning of a dimension.
var numberOf = regexp.MustCompile(`^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?`)
