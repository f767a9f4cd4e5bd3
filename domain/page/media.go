package page

import (
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain"
	"platen/domain/csstoken"
	"platen/domain/stylesheet"
)

// appliesTo reports whether the media queries of a sheet and of those that import it are true.
func (r *Rules) appliesTo(s stylesheet.Sheet) bool {
	return !slices.ContainsFunc(append(s.Conditions[:len(s.Conditions):len(s.Conditions)], s.Media), func(queries string) bool {
		return !r.matches(csstoken.Read(queries))
	})
}

// matches reports whether one of the media queries of a list is true. Of features, the orientation and the range of width
// and height are known. Others make a query false.
func (r *Rules) matches(queries []csstoken.Token) bool {
	if len(csstoken.Trim(queries)) == 0 {
		return true
	}
	return slices.ContainsFunc(csstoken.SplitList(queries), func(query []csstoken.Token) bool {
		negated, result := false, true
		for query = csstoken.Trim(query); len(query) > 0; query = csstoken.Trim(query) {
			t := query[0]
			query = query[1:]
			switch word := strings.ToLower(t.Text); {
			case word == "not":
				negated = true
			case word == "only", word == "and", word == "print", word == "all":
			case t.Kind == css.LeftParenthesisToken && !negated:
				feature, rest := csstoken.Parenthesised(append([]csstoken.Token{t}, query...))
				result, query = result && r.hasFeature(feature), rest
			case t.Kind == css.IdentToken:
				result = false
			default:
				return false
			}
		}
		return result != negated
	})
}

// hasFeature reports whether the page has a media feature. It refers to the content of the default page.
func (r *Rules) hasFeature(feature []csstoken.Token) bool {
	property, value := csstoken.SplitDeclaration(csstoken.Trim(feature))
	text := strings.ToLower(csstoken.Text(value))
	content := contentOf(r.defaults.Size, r.defaults.Margins)
	if property == "orientation" {
		return text == "portrait" && content.Height >= content.Width || text == "landscape" && content.Height < content.Width
	}
	length, ok := lengthOf(text, 0, r.units())
	bound, property, _ := strings.Cut(property, "-")
	side, known := map[string]domain.Length{"width": content.Width, "height": content.Height}[property]
	return ok && known && (bound == "min" && side >= length || bound == "max" && side <= length)
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
