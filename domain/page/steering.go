package page

import (
	"platen/domain"
)

// Steering is what the author's page rules say of the header and the footer of a page. The zero value shows both, at the
// installation's distances.
type Steering struct {
	// NoHeader and NoFooter leave them out.
	NoHeader, NoFooter bool
	// Bleed gives them the whole width of the paper.
	Bleed bool

	edge, gap distance
}

// distance is a length, if a rule declares one.
type distance struct {
	length   domain.Length
	declared bool
}

// Edge is the distance between the paper's edge and header or footer; otherwise, if no rule says.
func (s Steering) Edge(otherwise domain.Length) domain.Length { return s.edge.or(otherwise) }

// Gap is the least distance between them and the content; otherwise, if no rule says.
func (s Steering) Gap(otherwise domain.Length) domain.Length { return s.gap.or(otherwise) }

func (d distance) or(otherwise domain.Length) domain.Length {
	if d.declared {
		return d.length
	}
	return otherwise
}

// isSteering reports whether the component is a valid value of a property that steers header and footer.
func isSteering(property, component string, u units) bool {
	switch property {
	case "--platen-header", "--platen-footer":
		return component == "none" || component == "auto"
	case "--platen-bleed":
		return component == "yes" || component == "no"
	case "--platen-edge", "--platen-gap":
		length, ok := lengthOf(component, 0, u)
		return ok && length >= 0 && length <= domain.MaxPageSide
	}
	return false
}

// steering returns what the rules say of pages that all of the selectors match.
func (r *Rules) steering(selectors []string) Steering {
	length := func(property string) (d distance) {
		d.length, d.declared = lengthOf(r.value(property, selectors), 0, r.units())
		return d
	}
	return Steering{
		NoHeader: r.value("--platen-header", selectors) == "none",
		NoFooter: r.value("--platen-footer", selectors) == "none",
		Bleed:    r.value("--platen-bleed", selectors) == "yes",
		edge:     length("--platen-edge"),
		gap:      length("--platen-gap"),
	}
}
