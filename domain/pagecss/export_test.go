package pagecss

import (
	"strings"

	"platen/domain"
)

// Rules writes the page rules of style sheets back, one a line, longhand by longhand.
func Rules(sheets ...Stylesheet) string {
	var b strings.Builder
	for _, rule := range parseRules(sheets, mediaOf(a4)) {
		b.WriteString("[" + rule.selector + "]")
		if rule.layered {
			b.WriteString(" layered")
		}
		for _, d := range rule.declarations {
			b.WriteString(" " + strings.TrimPrefix(d.property, "margin-") + ":" + d.value)
			if d.important {
				b.WriteString("!")
			}
		}
		b.WriteString("\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Named gives the page of a name and a number.
func (g *Geometry) Named(name string, number int) Page { return g.named(name, number) }

// Names gives the names of pages.
func (g *Geometry) Names() []string { return g.names() }

// Of reads one style sheet on A4 with margins of 10 mm.
func Of(css string) *Geometry {
	return NewGeometry([]Stylesheet{{Text: css}}, a4.Size, a4.Margins)
}

var a4 = Page{Size: domain.A4, Margins: domain.UniformMargins(10 * domain.Millimetre)}
