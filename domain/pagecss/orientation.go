package pagecss

import (
	"platen/domain"
	"platen/domain/internal/pagerule"
)

// turned gives the page as it is shown.
func (p Page) turned(o pagerule.Orientation) Page {
	m := p.Margins
	switch o {
	case pagerule.RotatedLeft:
		p.Margins = domain.Margins{Top: m.Right, Right: m.Bottom, Bottom: m.Left, Left: m.Top}
	case pagerule.RotatedRight:
		p.Margins = domain.Margins{Top: m.Left, Right: m.Top, Bottom: m.Right, Left: m.Bottom}
	default:
		return p
	}
	p.Size = domain.Size{Width: p.Size.Height, Height: p.Size.Width}
	return p
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
	least := max(need, g.defaults.Margins.Left, g.defaults.Margins.Right)
	value := inPoints(least)
	if d, found := g.rules.First(property, g.withBroader(selector)); found {
		value = atLeast(d.Value, need)
	}
	return o.writeMargin(selector, property, value, need)
}
