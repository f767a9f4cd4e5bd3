package pagecss

import (
	"slices"
	"strings"
)

// pseudoClasses returns the page selectors of the variants of a page. The first page is a right page where text runs from
// left to right.
func (g *Geometry) pseudoClasses() [len(pageVariants{})]string {
	if g.rtl {
		return [...]string{":first", ":right", ":left"}
	}
	return [...]string{":first", ":left", ":right"}
}

// selectorsOf returns the selectors that match the page of a name, "" for none, and of a number.
func (g *Geometry) selectorsOf(name string, number int) []string {
	classes := g.pseudoClasses()
	pseudos := []string{classes[variantOf(number)], ""}
	if number == 1 {
		pseudos = []string{classes[0], classes[variantOf(3)], ""}
	}
	if name == "" {
		return pseudos
	}
	selectors := make([]string, 0, 2*len(pseudos))
	for _, pseudo := range pseudos {
		selectors = append(selectors, name+pseudo)
	}
	return append(selectors, pseudos...)
}

// withBroader returns a selector and those that match all of its pages and more. Of a list, and of several pseudo-classes, which
// engines do not support, only the broadest is given.
func (g *Geometry) withBroader(selector string) []string {
	name, pseudo, _ := strings.Cut(selector, ":")
	classes := g.pseudoClasses()
	number := slices.Index(classes[:], ":"+pseudo) + 1
	switch {
	case strings.Contains(selector, ","):
		return []string{selector, ""}
	case number > 0:
		return g.selectorsOf(name, number)
	case name == "" || selector == name:
		return slices.Compact([]string{selector, ""})
	default:
		return []string{selector, name, ""}
	}
}
