package pagecss

import (
	"slices"
	"strings"

	"platen/domain"
)

// Bounds of page rules. A document has some dozens; a hostile one has hundreds of thousands.
const (
	// maxRules bounds rules and declarations together.
	maxRules     = 100_000
	maxSelectors = 10_000
	// maxNames bounds the names of pages whose geometry is computed.
	maxNames = 100
)

// pageRules are what the page rules of a document declare. Of several declarations of a property in rules with exactly
// the same selector, the one that wins is kept.
type pageRules struct {
	properties map[string]*cascade
	selectors  map[string]bool
	names      []string // of pages, the first maxNames in document order
	read       int      // rules and declarations
}

func newPageRules() *pageRules {
	p := &pageRules{properties: map[string]*cascade{}, selectors: map[string]bool{}}
	for _, property := range pageProperties {
		p.properties[property] = &cascade{declared: map[string]ranked{}}
	}
	return p
}

// begin notes a rule. The error is an InvalidRequest: there are too many.
func (p *pageRules) begin(r rule) error {
	if !p.selectors[r.selector] {
		p.selectors[r.selector] = true
		p.addName(r.selector)
	}
	if len(p.selectors) > maxSelectors {
		return domain.Invalidf("the document has @page rules with more than %d different selectors", maxSelectors)
	}
	return p.count()
}

// declare takes a declaration of a rule that began. The error is an InvalidRequest: there are too many.
func (p *pageRules) declare(r rule, d declaration) error {
	p.properties[d.property].add(r, d)
	return p.count()
}

func (p *pageRules) count() error {
	if p.read++; p.read > maxRules {
		return domain.Invalidf("the document has more than %d @page rules and declarations in them", maxRules)
	}
	return nil
}

func (p *pageRules) addName(selector string) {
	name, _, _ := strings.Cut(selector, ":")
	if name != "" && len(p.names) < maxNames && !strings.Contains(selector, ",") && !slices.Contains(p.names, name) {
		p.names = append(p.names, name)
	}
}

// cascade holds the declarations of one property that win among the rules of each selector.
type cascade struct {
	selectors []string // in document order
	declared  map[string]ranked
}

// ranked is a declaration with its rank.
type ranked struct {
	declaration
	rank int
}

// add takes a declaration that follows all others.
func (c *cascade) add(r rule, d declaration) {
	best, known := c.declared[r.selector]
	if !known {
		c.selectors = append(c.selectors, r.selector)
	}
	if rank := r.rank(d); rank >= best.rank {
		c.declared[r.selector] = ranked{d, rank}
	}
}

// of gives the declaration that wins on the pages of a selector.
func (c *cascade) of(selector string) declaration {
	d, _ := c.first(withBroader(selector))
	return d
}

// first gives the declaration that wins on a page that all selectors match, the most specific one first. An important
// declaration wins over one that is not, whatever the selectors.
func (c *cascade) first(selectors []string) (winner declaration, found bool) {
	for _, selector := range selectors {
		d, declared := c.declared[selector]
		if declared && d.important {
			return d.declaration, true
		}
		if declared && !found {
			winner, found = d.declaration, true
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
