package pagerule

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"platen/domain"
	"platen/domain/internal/csscascade"
	"platen/domain/internal/csscondition"
	"platen/domain/internal/rootstyle"
	"platen/domain/stylesheet"
)

// Bounds of page rules. A document has some dozens; a hostile one has hundreds of thousands.
const (
	// maxRules bounds rules and declarations together.
	maxRules     = 100_000
	maxSelectors = 10_000
	// maxNames bounds the names of pages whose geometry is computed.
	maxNames = 100
)

// Rules are what the page rules of a document declare. Of several declarations of a property in rules with exactly
// the same selector, the one that wins is kept.
type Rules struct {
	properties map[string]*cascade
	selectors  map[string]bool
	names      []string // of pages, the first maxNames in document order
	layers     csscascade.Layers
	read       int // rules and declarations
}

// Read reads the page rules of style sheets, in document order. What they inherit from the root element is asked for when
// it is needed.
//
// The error is that of ctx, soon after it ends, or an InvalidRequest: there are too many rules.
func Read(ctx context.Context, sheets []stylesheet.Sheet, m csscondition.Media, root func() rootstyle.Style) (*Rules, error) {
	p := newRules()
	if err := readRules(ctx, sheets, m, root, &p.layers, p); err != nil {
		return nil, err
	}
	return p, nil
}

func newRules() *Rules {
	p := &Rules{properties: map[string]*cascade{}, selectors: map[string]bool{}}
	for _, property := range properties {
		p.properties[property] = &cascade{declared: map[string]ranked{}, layers: &p.layers}
	}
	return p
}

// begin notes a rule. The error is an InvalidRequest: there are too many.
func (p *Rules) begin(r rule) error {
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
func (p *Rules) declare(r rule, d Declaration) error {
	p.properties[d.Property].add(r, d)
	return p.count()
}

func (p *Rules) count() error {
	if p.read++; p.read > maxRules {
		return domain.Invalidf("the document has more than %d @page rules and declarations in them", maxRules)
	}
	return nil
}

func (p *Rules) addName(selector string) {
	name, _, _ := strings.Cut(selector, ":")
	if name != "" && len(p.names) < maxNames && !strings.Contains(selector, ",") && !slices.Contains(p.names, name) {
		p.names = append(p.names, name)
	}
}

// First returns the declaration of a property that wins on a page that all of the selectors match.
func (p *Rules) First(property string, selectors []string) (winner Declaration, found bool) {
	return p.properties[property].first(selectors)
}

// Selectors returns the selectors of the rules that declare a property, in document order.
func (p *Rules) Selectors(property string) []string { return p.properties[property].selectors }

// Declared returns the declaration of a property that wins among the rules with exactly this selector.
func (p *Rules) Declared(property, selector string) Declaration {
	return p.properties[property].declared[selector].Declaration
}

// Names returns the names of pages, in document order. They are bounded: no document needs more than 100.
func (p *Rules) Names() []string { return p.names }

// HasSides reports whether rules tell left from right pages.
func (p *Rules) HasSides() bool {
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
	layers    *csscascade.Layers
	read      int
}

// ranked is a declaration with what decides whether it wins.
type ranked struct {
	Declaration
	rule
	order int // of appearance
}

// add takes a declaration that follows all others.
func (c *cascade) add(r rule, d Declaration) {
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

// first returns the declaration that wins on a page that all of the selectors match.
func (c *cascade) first(selectors []string) (winner Declaration, found bool) {
	var best ranked
	for _, selector := range selectors {
		if d, declared := c.declared[selector]; declared && (!found || c.compare(d, best) > 0) {
			best, found = d, true
		}
	}
	return best.Declaration, found
}

// compare is negative if a loses against b.
//
// It is the order of Blink, as measured with Chromium 156, so that a header stands where the engine puts the body. It
// differs from CSS Cascade 5 in two points. Each style sheet of the document is a step of its own: a later one wins,
// whatever its selectors and layers, and among important declarations an earlier one. And the order of layers is not
// reversed for important declarations.
func (c *cascade) compare(a, b ranked) int {
	sheets := cmp.Compare(a.sheet, b.sheet)
	if a.Important {
		sheets = -sheets
	}
	return cmp.Or(csscascade.CompareBool(a.Important, b.Important), sheets, c.layers.Compare(a.layer, b.layer),
		cmp.Compare(specificity(a.selector), specificity(b.selector)), cmp.Compare(a.order, b.order))
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
