package page

import (
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
	"platen/domain/stylesheet"
)

// appliesTo reports whether the media queries of a sheet and of those that import it are true.
func appliesTo(s stylesheet.Sheet) bool {
	return !slices.ContainsFunc(append(s.Conditions[:len(s.Conditions):len(s.Conditions)], s.Media), func(queries string) bool {
		return !matches(csstoken.Read(queries))
	})
}

// matches reports whether one of the media queries of a list is true. Of features nothing is known: they make a query false.
func matches(queries []csstoken.Token) bool {
	if len(csstoken.Trim(queries)) == 0 {
		return true
	}
	return slices.ContainsFunc(csstoken.SplitList(queries), func(query []csstoken.Token) bool {
		negated, result := false, true
		for _, t := range query {
			switch word := strings.ToLower(t.Text); {
			case word == "not":
				negated = true
			case word == "only", word == "print", word == "all", t.Kind == css.WhitespaceToken:
			case t.Kind == css.IdentToken && word != "and":
				result = false
			default:
				return false
			}
		}
		return result != negated
	})
}
