package pagecss

import (
	"context"

	"platen/domain"
	"platen/domain/stylesheet"
)

// Named returns the page of a name and a number.
func (g *Geometry) Named(name string, number int) Page { return g.named(name, number) }

// Names returns the names of pages.
func (g *Geometry) Names() []string { return g.variantNames[1:] }

// Of reads one style sheet on A4 with margins of 10 mm.
func Of(css string) *Geometry { return With(css, a4.Margins) }

// With reads one style sheet on A4 with other margins.
func With(css string, margins domain.Margins) *Geometry {
	g, err := NewGeometry(context.Background(), Styles{Sheets: []stylesheet.Sheet{{Text: css}}}, a4.Size, margins)
	if err != nil {
		panic(err)
	}
	return g
}

// Reserve is ReserveMargins in a context that does not end.
func (g *Geometry) Reserve(r MarginReserve) (string, domain.Margins, error) {
	return g.ReserveMargins(context.Background(), r)
}

var a4 = Page{Size: domain.A4, Margins: domain.UniformMargins(10 * domain.Millimetre)}
