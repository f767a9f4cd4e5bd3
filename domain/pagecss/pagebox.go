package pagecss

import (
	"math"

	"platen/domain"
	"platen/domain/internal/cssvalue"
	"platen/domain/internal/pagerule"
)

// pageBox computes the margins, borders and paddings of a page (CSS Paged Media 3, section 4).
type pageBox struct {
	rules     *pagerule.Rules
	selectors []string // that match the page
	size      domain.Size
	units     cssvalue.Units
}

// pageBox returns the box of a page that all of the selectors match.
func (g *Geometry) pageBox(selectors []string, size domain.Size) pageBox {
	units := g.unitsOn(selectors, size)
	units.Zoom = g.zoom
	return pageBox{g.rules, selectors, size, units}
}

// margin returns a margin; otherwise is for one that is not declared, or that only an engine could know.
func (b pageBox) margin(property string, whole, otherwise domain.Length) domain.Length {
	d, found := b.rules.First(property, b.selectors)
	if !found {
		return otherwise
	}
	if length, known := b.length(d.Value, whole); known {
		return length
	}
	return otherwise
}

// length returns the length of a margin's or a padding's value; false if only an engine could know it.
func (b pageBox) length(value string, whole domain.Length) (domain.Length, bool) {
	switch value {
	case "auto", "initial", "inherit", "unset":
		return 0, true
	}
	return cssvalue.Length(value, whole, b.units)
}

// inset returns the border and the padding of each side.
func (b pageBox) inset() domain.Margins {
	side := func(name string, whole domain.Length) domain.Length {
		return b.border(name) + max(0, b.margin("padding-"+name, whole, 0))
	}
	return domain.Margins{
		Top: side("top", b.size.Height), Right: side("right", b.size.Width),
		Bottom: side("bottom", b.size.Height), Left: side("left", b.size.Width),
	}
}

// border returns the width of the border of a side.
func (b pageBox) border(side string) domain.Length {
	style, found := b.rules.First("border-"+side+"-style", b.selectors)
	if !found || style.Value == "none" || style.Value == "hidden" || cssvalue.IsCSSWide(style.Value) {
		return 0
	}
	width, found := b.rules.First("border-"+side+"-width", b.selectors)
	if !found || cssvalue.IsCSSWide(width.Value) {
		width.Value = "medium"
	}
	length, _ := cssvalue.Length(pagerule.BorderWidth(width.Value), 0, b.units)
	if length <= 0 {
		return 0
	}
	// Whole pixels (CSS Backgrounds 3, section 3.3).
	return max(1, domain.Length(math.Floor(float64(length/domain.Pixel)))) * domain.Pixel
}

// scaled multiplies margins.
func scaled(m domain.Margins, by float64) domain.Margins {
	f := domain.Length(by)
	return domain.Margins{Top: m.Top * f, Right: m.Right * f, Bottom: m.Bottom * f, Left: m.Left * f}
}
