package page

import (
	"math"

	"platen/domain"
)

// Steering says how header and footer stand on a page.
type Steering struct {
	// NoHeader and NoFooter leave them out.
	NoHeader, NoFooter bool
	// Bleed gives them the whole width of the paper.
	Bleed bool
	// Edge is the distance between the paper's edge and them, Gap the least distance between them and the content.
	Edge, Gap domain.Length
}

// isSteering reports whether the component is a valid value of a property that steers header and footer.
func isSteering(property, component string, u units) bool {
	switch property {
	case "--platen-header", "--platen-footer":
		return component == "none" || component == "auto"
	case "--platen-bleed":
		return component == "yes" || component == "no"
	case "--platen-edge", "--platen-gap":
		length, ok := lengthOf(component, domain.Length(math.NaN()), u) // there is nothing that a percentage could be of
		return ok && length >= 0 && length <= domain.MaxPageSide
	}
	return false
}

// steering returns what the rules say of pages that all of the selectors match, and the default where they say nothing.
func (r *Rules) steering(selectors []string) Steering {
	length := func(property string, otherwise domain.Length) domain.Length {
		if length, declared := lengthOf(r.value(property, selectors), 0, r.units()); declared {
			return length
		}
		return otherwise
	}
	return Steering{
		NoHeader: r.value("--platen-header", selectors) == "none",
		NoFooter: r.value("--platen-footer", selectors) == "none",
		Bleed:    r.value("--platen-bleed", selectors) == "yes",
		Edge:     length("--platen-edge", r.defaults.Steering.Edge),
		Gap:      length("--platen-gap", r.defaults.Steering.Gap),
	}
}
