package domain

import (
	"slices"
	"strings"
)

// PageCascade is what a document's rules say of its pages. It takes one pass of the rules to make, and none to ask.
type PageCascade struct {
	names      []string
	properties map[string]cascade
	paper      Size
	margins    Margins
}

// pageProperties are those of a page that matter here.
var pageProperties = []string{"size", "margin-top", "margin-right", "margin-bottom", "margin-left"}

// NewPageCascade reads the rules, where paper and margins are what no rule says.
func NewPageCascade(rules []PageRule, paper Size, margins Margins) *PageCascade {
	c := &PageCascade{names: pageNames(rules), properties: map[string]cascade{}, paper: paper, margins: margins}
	for _, property := range pageProperties {
		c.properties[property] = winners(rules, property)
	}
	return c
}

// Names gives the names of pages that the rules are for, in document order: the first hundred.
func (c *PageCascade) Names() []string { return c.names }

// maxNames bounds the names of pages. A document has a few; a hostile one has hundreds of thousands.
const maxNames = 100

func pageNames(rules []PageRule) (names []string) {
	for _, rule := range rules {
		name, _, _ := strings.Cut(rule.Selector, ":")
		if name == "" || strings.Contains(rule.Selector, ",") || slices.Contains(names, name) {
			continue
		}
		if names = append(names, name); len(names) == maxNames {
			break
		}
	}
	return names
}

// EffectivePage gives the paper and the margins of a page that no selector singles out, where paper and
// margins are what no rule says. It is for engines without @page rules of their own, and for whatever has to
// fit the page. Rules that leave no room for content on the paper are not followed, nor does Chrome.
func EffectivePage(rules []PageRule, paper Size, margins Margins) (Size, Margins) {
	return NewPageCascade(rules, paper, margins).page([]string{""})
}

// Page is EffectivePage for the page of a name, "" for none, and of a number, counted from 1, on engines that
// single pages out: the first, those on the left, those on the right, those with a name. Text runs from left to
// right, so that the first is a right one. All even pages of a name are alike, and all odd ones after the first.
// Which pages have names only engines know.
func (c *PageCascade) Page(name string, number int) (Size, Margins) {
	pseudos := []string{":right", ""}
	switch {
	case number == 1:
		pseudos = []string{":first", ":right", ""}
	case number%2 == 0:
		pseudos = []string{":left", ""}
	}
	if name == "" {
		return c.page(pseudos)
	}
	var selectors []string
	for _, pseudo := range pseudos {
		selectors = append(selectors, name+pseudo)
	}
	return c.page(append(selectors, pseudos...))
}

// page is the page that all of the selectors are for, the most specific one first.
func (c *PageCascade) page(selectors []string) (Size, Margins) {
	size := c.paper
	if d, found := c.properties["size"].first(selectors); found {
		if asked, ok := sizeOf(d.parts(), c.paper); ok && asked.fits() {
			size = asked
		}
	}
	side := func(property string, whole, otherwise Length) Length {
		d, found := c.properties[property].first(selectors)
		if !found {
			return otherwise
		}
		return marginOf(d.Value, whole, size, otherwise)
	}
	asked := Margins{
		Top:    side("margin-top", size.Height, c.margins.Top),
		Right:  side("margin-right", size.Width, c.margins.Right),
		Bottom: side("margin-bottom", size.Height, c.margins.Bottom),
		Left:   side("margin-left", size.Width, c.margins.Left),
	}
	if !asked.leaveRoom(size) {
		return c.paper, c.margins
	}
	return size, asked
}

// cascade is what a document's rules say of one property.
type cascade struct {
	selectors []string // in document order
	declared  map[string]PageDeclaration
}

// winners finds, for each selector, the declaration that wins among those of rules with just that selector.
func winners(rules []PageRule, property string) cascade {
	c := cascade{declared: map[string]PageDeclaration{}}
	ranks := map[string]int{}
	for _, rule := range rules {
		for _, d := range rule.Declarations {
			if d.Property != property {
				continue
			}
			best, known := ranks[rule.Selector]
			if !known {
				c.selectors = append(c.selectors, rule.Selector)
			}
			if rank := rule.rank(d); rank >= best {
				c.declared[rule.Selector], ranks[rule.Selector] = d, rank
			}
		}
	}
	return c
}

// of gives the declaration that wins on the pages of a selector.
func (c cascade) of(selector string) PageDeclaration {
	d, _ := c.first(withBroader(selector))
	return d
}

// first gives the declaration that wins where all of the selectors hold, the most specific one first: what is
// important wins over what is not, however specific that is.
func (c cascade) first(selectors []string) (winner PageDeclaration, found bool) {
	for _, selector := range selectors {
		d, declared := c.declared[selector]
		if declared && d.Important {
			return d, true
		}
		if declared && !found {
			winner, found = d, true
		}
	}
	return winner, found
}

// withBroader gives a selector and those that choose all of its pages and more, the specific ones first. Of
// selectors with more than one pseudo-class, which engines do not know, only the broadest is given.
func withBroader(selector string) []string {
	name, pseudo, found := strings.Cut(selector, ":")
	switch {
	case selector == "":
		return []string{""}
	case !found || name == "" || strings.Contains(selector, ","):
		return []string{selector, ""}
	default:
		return []string{selector, name, ":" + pseudo, ""}
	}
}

// rank orders the declarations of the cascade before their order counts: layers are below the rest, unless
// what they declare is important (CSS Cascade 5, section 6.1).
func (r PageRule) rank(d PageDeclaration) int {
	switch {
	case d.Important && r.Layered:
		return 4
	case d.Important:
		return 3
	case r.Layered:
		return 1
	default:
		return 2
	}
}

// marginOf gives the margin that a declared value means; otherwise, where only an engine could know it. A
// negative margin, by which content would leave the paper, is none.
func marginOf(value string, whole Length, paper Size, otherwise Length) Length {
	switch value {
	case "auto", "initial", "inherit", "unset":
		return 0
	}
	length, ok := measure(value, whole, paper)
	if !ok {
		return otherwise
	}
	return max(0, length)
}

// fits tells whether a page can have that size at all.
func (s Size) fits() bool {
	return s.Width > 0 && s.Height > 0 && s.Width <= MaxSide && s.Height <= MaxSide
}

// leaveRoom tells whether the paper has room for content between the margins.
func (m Margins) leaveRoom(paper Size) bool {
	return paper.Width-m.Left-m.Right >= Pixel && paper.Height-m.Top-m.Bottom >= Pixel
}

// taming gives the styles that undo sizes which no reader of PDF could show.
func taming(rules []PageRule) string {
	var b strings.Builder
	for _, rule := range rules {
		for _, d := range rule.Declarations {
			if d.Property != "size" {
				continue
			}
			if size, ok := sizeOf(d.parts(), A4); ok && max(size.Width, size.Height) > MaxSide {
				b.WriteString("@page " + rule.Selector + "{size:auto!important}")
			}
		}
	}
	return b.String()
}
