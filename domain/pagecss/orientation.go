package pagecss

import "platen/domain"

// orientation is the value of the property page-orientation: a page is laid out upright and then turned, with its
// margins (CSS Paged Media 3, section 7.2).
type orientation int

const (
	upright orientation = iota
	rotatedLeft
	rotatedRight
)

// orientationOf reads the valid value of a declaration.
func orientationOf(value string) orientation {
	switch value {
	case "rotate-left":
		return rotatedLeft
	case "rotate-right":
		return rotatedRight
	}
	return upright
}

func isOrientation(value string) bool {
	return value == "upright" || orientationOf(value) != upright || isWide(value)
}

// turned gives the page as it is shown.
func (p Page) turned(o orientation) Page {
	m := p.Margins
	switch o {
	case rotatedLeft:
		p.Margins = domain.Margins{Top: m.Right, Right: m.Bottom, Bottom: m.Left, Left: m.Top}
	case rotatedRight:
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
	turned := g.properties["page-orientation"]
	for _, selector := range turned.selectors {
		top, bottom := "margin-right", "margin-left"
		d, _ := turned.first(g.withBroader(selector))
		switch orientationOf(d.value) {
		case upright:
			continue
		case rotatedRight:
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
	if d, found := g.properties[property].first(g.withBroader(selector)); found {
		value = atLeast(d.value, need)
	}
	return o.writeMargin(selector, property, value, need)
}
