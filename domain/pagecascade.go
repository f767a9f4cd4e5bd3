package domain

import "strings"

// EffectivePage gives the paper and the margins of a page that no selector singles out, where paper and
// margins are what no rule says. It is for engines without @page rules of their own, and for whatever has to
// fit the page. Rules that leave no room for content on the paper are not followed, nor does Chrome.
func EffectivePage(rules []PageRule, paper Size, margins Margins) (Size, Margins) {
	size := paper
	if d, found := generic(rules, "size"); found {
		if asked, ok := sizeOf(strings.Fields(d.Value), paper); ok && asked.fits() {
			size = asked
		}
	}
	side := func(property string, whole, otherwise Length) Length {
		d, found := generic(rules, property)
		if !found {
			return otherwise
		}
		return marginOf(d.Value, whole, size, otherwise)
	}
	asked := Margins{
		Top:    side("margin-top", size.Height, margins.Top),
		Right:  side("margin-right", size.Width, margins.Right),
		Bottom: side("margin-bottom", size.Height, margins.Bottom),
		Left:   side("margin-left", size.Width, margins.Left),
	}
	if !asked.leaveRoom(size) {
		return paper, margins
	}
	return size, asked
}

// generic finds the declaration of a property that wins on pages no selector singles out.
func generic(rules []PageRule, property string) (winner PageDeclaration, found bool) {
	winner, found = winners(rules, property).declared[""]
	return winner, found
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

// of gives the declaration that wins on pages of that selector: its own, unless one for more pages is
// important and it is not.
func (c cascade) of(selector string) PageDeclaration {
	own := c.declared[selector]
	if own.Important {
		return own
	}
	for _, broader := range broaderSelectors(selector) {
		if d, found := c.declared[broader]; found && d.Important {
			return d
		}
	}
	return own
}

// broaderSelectors gives the selectors that choose all pages of a selector and more, the specific ones first.
// Of selectors with more than one pseudo-class, which engines do not know, only the broadest is given.
func broaderSelectors(selector string) []string {
	name, pseudo, found := strings.Cut(selector, ":")
	if !found || name == "" || strings.ContainsAny(selector, ",") {
		return []string{""}
	}
	return []string{name, ":" + pseudo, ""}
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
	length, ok := resolve(value, whole, paper)
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
			if size, ok := sizeOf(strings.Fields(d.Value), A4); ok && max(size.Width, size.Height) > MaxSide {
				b.WriteString("@page " + rule.Selector + "{size:auto!important}")
			}
		}
	}
	return b.String()
}
