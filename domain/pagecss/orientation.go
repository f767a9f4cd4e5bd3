package pagecss

import (
	"platen/domain"
	"platen/domain/internal/pagerule"
)

// turned returns the page as it is shown.
func (p Page) turned(o pagerule.Orientation) Page {
	switch o {
	case pagerule.RotatedLeft:
		p.Margins, p.inset = turnedLeft(p.Margins), turnedLeft(p.inset)
	case pagerule.RotatedRight:
		p.Margins, p.inset = turnedRight(p.Margins), turnedRight(p.inset)
	default:
		return p
	}
	p.Size = domain.Size{Width: p.Size.Height, Height: p.Size.Width}
	return p
}

func turnedLeft(m domain.Margins) domain.Margins {
	return domain.Margins{Top: m.Right, Right: m.Bottom, Bottom: m.Left, Left: m.Top}
}

func turnedRight(m domain.Margins) domain.Margins {
	return domain.Margins{Top: m.Left, Right: m.Top, Bottom: m.Right, Left: m.Bottom}
}

// writeTurnedOverrides writes the rules for pages that are turned: header and footer are at the top and the bottom of
// the page as it is shown, where its left and right margins are.
func (g *Geometry) writeTurnedOverrides(o *overrides, r MarginReserve) {
	for _, selector := range g.rules.Selectors("page-orientation") {
		top, bottom := "margin-right", "margin-left"
		d, _ := g.rules.First("page-orientation", g.withBroader(selector))
		switch pagerule.OrientationOf(d.Value) {
		case pagerule.Upright:
			continue
		case pagerule.RotatedRight:
			top, bottom = bottom, top
		}
		header, footer := r.on(g.steering(g.withBroader(selector), g.units(nil)))
		if !g.writeTurnedOverride(o, selector, top, header) || !g.writeTurnedOverride(o, selector, bottom, footer) {
			return
		}
	}
}

func (g *Geometry) writeTurnedOverride(o *overrides, selector, property string, need domain.Length) bool {
	if need == 0 {
		return true
	}
	need = g.declarable(need)
	value := inPoints(max(need, g.declarable(max(g.defaults.Margins.Left, g.defaults.Margins.Right))))
	if d, found := g.rules.First(property, g.withBroader(selector)); found {
		value = atLeast(d.Value, need)
	}
	return o.writeMargin(selector, property, value, need)
}
