package rootstyle

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
	"platen/domain/internal/csscascade"
	"platen/domain/internal/cssvalue"
)

// cascade holds the declarations that win for the root element.
type cascade struct {
	declared map[string]rankedValue
	// uncertain are custom properties that rules declare of which only an engine knows whether they match.
	uncertain map[string]bool
	layers    csscascade.Layers
	read      int
}

type rankedValue struct {
	value             []csstoken.Token
	important, inline bool
	initial           bool // of an @property rule
	layer             csscascade.LayerID
	specificity       int
	order             int
}

// maxVariables bounds how many declarations are kept. A document has some dozens; a hostile one has hundreds of thousands.
const maxVariables = 2000

// inherited reports whether a property of the root element matters to page rules.
func inherited(property csstoken.Token) bool {
	if property.Kind == css.CustomPropertyNameToken {
		return true
	}
	switch strings.ToLower(property.Text) {
	case "font", "font-size", "font-family", "direction", "zoom":
		return true
	}
	return false
}

// add takes a declaration that follows all others.
func (c *cascade) add(property csstoken.Token, v rankedValue) {
	name := property.Text
	if property.Kind == css.IdentToken {
		name = strings.ToLower(name)
	}
	c.read++
	v.order = c.read
	best, known := c.declared[name]
	if !known && len(c.declared) == maxVariables {
		c.uncertain[name] = len(c.uncertain) < maxVariables || c.uncertain[name]
		return
	}
	if !known || c.compare(v, best) > 0 {
		v.value = slices.Clone(v.value)
		c.declared[name] = v
	}
}

// compare is negative if a loses against b (CSS Cascade 5, section 6.1).
func (c *cascade) compare(a, b rankedValue) int {
	layers := c.layers.Compare(a.layer, b.layer)
	if a.important {
		layers = -layers
	}
	return cmp.Or(csscascade.CompareBool(b.initial, a.initial), csscascade.CompareBool(a.important, b.important), csscascade.CompareBool(a.inline, b.inline), layers,
		cmp.Compare(a.specificity, b.specificity), cmp.Compare(a.order, b.order))
}

// variables returns the custom properties. A keyword like "initial" means that a property has no value, or that of its @property
// rule.
func (c *cascade) variables() Variables {
	v := Variables{declared: map[string][]csstoken.Token{}, uncertain: c.uncertain, substituted: map[string]substitution{}}
	for name, d := range c.declared {
		if strings.HasPrefix(name, "--") && (len(d.value) != 1 || !cssvalue.IsCSSWide(strings.ToLower(d.value[0].Text))) {
			v.declared[name] = d.value
		}
	}
	return v
}
