package pagecss

import (
	"cmp"
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
	layers     layers
	read       int // rules and declarations
}

func newPageRules() *pageRules {
	p := &pageRules{properties: map[string]*cascade{}, selectors: map[string]bool{}}
	for _, property := range pageProperties {
		p.properties[property] = &cascade{declared: map[string]ranked{}, layers: &p.layers}
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

// hasSides tells whether rules tell left from right pages.
func (p *pageRules) hasSides() bool {
	for selector := range p.selectors {
		if strings.Contains(selector, ":left") || strings.Contains(selector, ":right") {
			return true
		}
	}
	return false
}

// cascade holds the declarations of one property that win among the rules of each selector.
type cascade struct {
	selectors []string // in document order
	declared  map[string]ranked
	layers    *layers
	read      int
}

// ranked is a declaration with what decides whether it wins.
type ranked struct {
	declaration
	rule
	order int // of appearance
}

// add takes a declaration that follows all others.
func (c *cascade) add(r rule, d declaration) {
	c.read++
	added := ranked{d, r, c.read}
	best, known := c.declared[r.selector]
	if !known {
		c.selectors = append(c.selectors, r.selector)
	}
	if !known || c.compare(added, best) > 0 {
		c.declared[r.selector] = added
	}
}

// first gives the declaration that wins on a page that all of the selectors match.
func (c *cascade) first(selectors []string) (winner declaration, found bool) {
	var best ranked
	for _, selector := range selectors {
		if d, declared := c.declared[selector]; declared && (!found || c.compare(d, best) > 0) {
			best, found = d, true
		}
	}
	return best.declaration, found
}

// compare is negative if a loses against b.
//
// It is the order of Blink, as measured with Chromium 156, so that a header stands where the engine puts the body. It
// differs from CSS Cascade 5 in two points. Each style sheet of the document is a step of its own: a later one wins,
// whatever its selectors and layers, and among important declarations an earlier one. And the order of layers is not
// reversed for important declarations.
func (c *cascade) compare(a, b ranked) int {
	sheets := cmp.Compare(a.sheet, b.sheet)
	if a.important {
		sheets = -sheets
	}
	return cmp.Or(compareBool(a.important, b.important), sheets, c.layers.compare(a.layer, b.layer),
		cmp.Compare(specificity(a.selector), specificity(b.selector)), cmp.Compare(a.order, b.order))
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// specificity orders page selectors (CSS Paged Media 3, section 4.4.2).
func specificity(selector string) (s int) {
	name, pseudo, _ := strings.Cut(selector, ":")
	if name != "" {
		s = 4
	}
	switch pseudo {
	case "first", "blank":
		s += 2
	case "left", "right":
		s++
	}
	return s
}
