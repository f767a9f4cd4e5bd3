package pagerule

import (
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
	"platen/domain/internal/rootstyle"
)

// parseDeclaration reads a declaration and gives its longhands; none if it is invalid or of another property, since CSS
// drops those.
func parseDeclaration(item []csstoken.Token, root func() rootstyle.Style) []Declaration {
	if len(item) >= csstoken.MaxItem {
		return nil
	}
	property, value := csstoken.SplitDeclaration(item)
	value, important := csstoken.SplitImportant(csstoken.Trim(value))
	l := longhands{important: important, rtl: strings.Contains(property, "-inline") && root().RTL}
	if !rootstyle.HasReference(value) {
		return l.of(property, splitValue(value))
	}
	declarations := l.of(property, splitValue(root().Variables.Resolve(value)))
	if declarations == nil {
		return l.of(property, []string{"unset"}) // invalid at computed-value time
	}
	return declarations
}

// splitValue returns the parts of a value between blanks, functions whole. All is in lower case except the content of
// parentheses, which may have names of the author's.
func splitValue(value []csstoken.Token) []string {
	var parts []string
	var part strings.Builder
	depth := 0
	for _, t := range value {
		switch {
		case depth > 0:
			part.WriteString(t.Text)
		case t.Kind == css.WhitespaceToken:
			parts = append(parts, part.String())
			part.Reset()
		default:
			part.WriteString(strings.ToLower(t.Text))
		}
		switch t.Kind {
		case css.FunctionToken, css.LeftParenthesisToken:
			depth++
		case css.RightParenthesisToken:
			depth--
		}
	}
	if part.Len() > 0 {
		parts = append(parts, part.String())
	}
	return parts
}

// Parts returns the parts of the value between blanks, functions whole.
func (d Declaration) Parts() []string {
	depth := 0
	return strings.FieldsFunc(d.Value, func(c rune) bool {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		return c == ' ' && depth == 0
	})
}
