// Package csstoken divides CSS into the tokens of CSS Syntax 3. Whatever reads CSS here reads it through this package.
package csstoken

import (
	"context"
	"iter"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
)

// Token is one token.
type Token struct {
	Kind css.TokenType
	// Text is the token as it is written, a part of the CSS that was read.
	Text string
	// Start is the offset of Text in that CSS, in bytes.
	Start int
}

// readAtOnce is how many tokens are read between two looks at the context.
const readAtOnce = 1 << 10

// All returns the tokens of a text in order and without a gap, comments and white space included. It ends early, soon after
// ctx does.
func All(ctx context.Context, text string) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		lexer := css.NewLexer(parse.NewInputString(text))
		start := 0
		for read := 1; read%readAtOnce != 0 || ctx.Err() == nil; read++ {
			kind, data := lexer.Next()
			end := start + len(data)
			if kind == css.ErrorToken || !yield(Token{kind, text[start:end], start}) {
				return
			}
			start = end
		}
	}
}

// Canonical returns the token with its name in one spelling: with the escapes that it needs, and no others.
func (t Token) Canonical() Token {
	if !strings.Contains(t.Text, `\`) {
		return t
	}
	switch t.Kind {
	case css.IdentToken, css.CustomPropertyNameToken:
		t.Text = canonical(t.Text)
	case css.AtKeywordToken:
		t.Text = "@" + canonical(t.Text[1:])
	case css.FunctionToken:
		t.Text = canonical(t.Text[:len(t.Text)-1]) + "("
	case css.DimensionToken:
		unit := parse.Number([]byte(t.Text))
		t.Text = t.Text[:unit] + canonical(t.Text[unit:])
	}
	return t
}

func canonical(name string) string { return Identifier(Unescape(name)) }
