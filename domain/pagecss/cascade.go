package pagecss

import "strings"

// cascade holds the declarations of one property that win among the rules of each selector.
type cascade struct {
	selectors []string // in document order
	declared  map[string]declaration
}

// cascaded finds, for each selector, the declaration that wins among those of the rules with exactly that selector.
func cascaded(rules []rule, property string) cascade {
	c := cascade{declared: map[string]declaration{}}
	ranks := map[string]int{}
	for _, rule := range rules {
		for _, d := range rule.declarations {
			if d.property != property {
				continue
			}
			best, known := ranks[rule.selector]
			if !known {
				c.selectors = append(c.selectors, rule.selector)
			}
			if rank := rule.rank(d); rank >= best {
				c.declared[rule.selector], ranks[rule.selector] = d, rank
			}
		}
	}
	return c
}

// of gives the declaration that wins on the pages of a selector.
func (c cascade) of(selector string) declaration {
	d, _ := c.first(withBroader(selector))
	return d
}

// first gives the declaration that wins on a page that all selectors match, the most specific one first. An important
// declaration wins over one that is not, whatever the selectors.
func (c cascade) first(selectors []string) (winner declaration, found bool) {
	for _, selector := range selectors {
		d, declared := c.declared[selector]
		if declared && d.important {
			return d, true
		}
		if declared && !found {
			winner, found = d, true
		}
	}
	return winner, found
}

// withBroader gives a selector and those that match all of its pages and more, the specific ones first. For selectors
// with more than one pseudo-class, which engines do not support, only the broadest is given.
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

// rank orders declarations before their order of appearance counts: layered ones lose, unless they are important
// (CSS Cascade 5, section 6.1).
func (r rule) rank(d declaration) int {
	switch {
	case d.important && r.layered:
		return 4
	case d.important:
		return 3
	case r.layered:
		return 1
	default:
		return 2
	}
}
