package page

import (
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
	"platen/domain/stylesheet"
)

// appliesTo reports whether the media queries of a sheet and of those that import it are true.
func (r *Rules) appliesTo(s stylesheet.Sheet) bool {
	return !slices.ContainsFunc(append(s.Conditions[:len(s.Conditions):len(s.Conditions)], s.Media), func(queries string) bool {
		return !r.matches(csstoken.Read(queries))
	})
}

// matches reports whether one of the media queries of a list is true. Features refer to the content of the default page. One that only an
// engine knows makes a query false.
func (r *Rules) matches(queries []csstoken.Token) bool {
	if len(csstoken.Trim(queries)) == 0 {
		return true
	}
	return slices.ContainsFunc(csstoken.SplitList(queries), func(query []csstoken.Token) bool {
		negated, result := false, true
		for query = csstoken.Trim(query); len(query) > 0; query = csstoken.Trim(query) {
			t, rest := query[0], query[1:]
			switch word := strings.ToLower(t.Text); {
			case word == "not":
				negated = true
			case word == "only", word == "and", word == "print", word == "all":
			case t.Kind == css.LeftParenthesisToken && !negated:
				var feature []csstoken.Token
				feature, rest = csstoken.Parenthesised(query)
				has, _ := stylesheet.HasMediaFeature(csstoken.Join(feature), contentOf(r.defaults.Size, r.defaults.Margins))
				result = result && has
			case t.Kind == css.IdentToken:
				result = false
			default:
				return false
			}
			query = rest
		}
		return result != negated
	})
}

// isSupported reports whether the condition of an @supports rule is one declaration that every engine knows. Only an engine knows what
// else is supported.
func isSupported(condition []csstoken.Token) bool {
	if len(condition) == 0 || condition[0].Kind != css.LeftParenthesisToken {
		return false
	}
	declaration, rest := csstoken.Parenthesised(condition)
	property, value := csstoken.SplitDeclaration(csstoken.Trim(declaration))
	return len(rest) == 0 && (property == "size" || property == "margin" || property == "display" && csstoken.Text(value) == "block")
}
