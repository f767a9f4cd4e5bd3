package page

import (
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
)

const (
	// maxNames bounds the names of pages that are told apart.
	maxNames = 100
	// maxFirstNames bounds them if there are rules for first pages: specimens of each name are printed then.
	maxFirstNames = 20
)

// variant is what page selectors tell apart among the pages of a name.
type variant int

const (
	firstPage variant = iota
	evenPages         // all that are not the first
	oddPages
	variants
)

// variantOf returns the variant of the page of a number, counted from 1.
func variantOf(number int) variant {
	if number == 1 {
		return firstPage
	}
	return evenPages + variant(number%2)
}

// pseudoClass returns the pseudo-class of a variant that no other one has. The first page is a right page where text runs
// from left to right.
func (v variant) pseudoClass(firstIsLeft bool) string {
	switch {
	case v == firstPage:
		return ":first"
	case (v == evenPages) != firstIsLeft:
		return ":left"
	}
	return ":right"
}

// selector reads the prelude of an @page rule: a name with at most one pseudo-class, or nothing. ok is false for others, which Blink
// ignores, and for names beyond maxNames.
func (r *Rules) selector(prelude []csstoken.Token) (selector string, ok bool) {
	name := ""
	if len(prelude) > 0 && isName(prelude[0]) {
		name, prelude = prelude[0].Text, prelude[1:]
		if !slices.Contains(r.names, name) {
			if len(r.names) > maxNames { // one more shows that there are too many
				return "", false
			}
			r.names = append(r.names, name)
		}
	}
	pseudo := strings.ToLower(csstoken.Text(prelude))
	r.first = r.first || pseudo == ":first"
	return name + pseudo, pseudo == "" || pseudo == ":first" || pseudo == ":left" || pseudo == ":right"
}

func isName(t csstoken.Token) bool {
	return t.Kind == css.CustomPropertyNameToken || t.Kind == css.IdentToken && !strings.EqualFold(t.Text, "auto")
}

// specificity orders page selectors (CSS Paged Media 3, section 4.4.2).
func specificity(selector string) (s int) {
	name, pseudo, _ := strings.Cut(selector, ":")
	if name != "" {
		s = 4
	}
	switch pseudo {
	case "first":
		s += 2
	case "left", "right":
		s++
	}
	return s
}

// matching returns the selectors that match the pages of a name and a variant.
func matching(name string, v variant, firstIsLeft bool) []string {
	pseudos := []string{"", v.pseudoClass(firstIsLeft)}
	if v == firstPage {
		pseudos = append(pseudos, oddPages.pseudoClass(firstIsLeft))
	}
	selectors := slices.Clone(pseudos)
	if name != "" {
		for _, pseudo := range pseudos {
			selectors = append(selectors, name+pseudo)
		}
	}
	return selectors
}
