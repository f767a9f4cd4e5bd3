package pagecss

import "platen/domain"

// The properties with which page rules steer header and footer.
const (
	headerProperty = "--platen-header" // none, or auto
	footerProperty = "--platen-footer"
	edgeProperty   = "--platen-edge" // a length
	gapProperty    = "--platen-gap"
	bleedProperty  = "--platen-bleed" // yes, or no
)

// Steering is what the author's page rules say of the header and the footer of a page. The zero value shows both, at the
// installation's distances.
type Steering struct {
	// NoHeader and NoFooter leave them out.
	NoHeader, NoFooter bool
	// Bleed gives them the whole width of the paper.
	Bleed bool

	edge, gap *domain.Length
}

// Edge is the distance between the paper's edge and header or footer; otherwise, if no rule says.
func (s Steering) Edge(otherwise domain.Length) domain.Length { return valueOr(s.edge, otherwise) }

// Gap is the least distance between them and the content; otherwise, if no rule says.
func (s Steering) Gap(otherwise domain.Length) domain.Length { return valueOr(s.gap, otherwise) }

// equal tells whether two pages are steered alike.
func (s Steering) equal(o Steering) bool {
	const unset = -1
	return s.NoHeader == o.NoHeader && s.NoFooter == o.NoFooter && s.Bleed == o.Bleed &&
		s.Edge(unset) == o.Edge(unset) && s.Gap(unset) == o.Gap(unset)
}

func valueOr(l *domain.Length, otherwise domain.Length) domain.Length {
	if l == nil {
		return otherwise
	}
	return *l
}

// isSteering tells whether the part is a valid value of a steering property.
func isSteering(property, part string) bool {
	switch property {
	case headerProperty, footerProperty:
		return part == "none" || part == "auto"
	case bleedProperty:
		return part == "yes" || part == "no"
	case edgeProperty, gapProperty:
		length, ok := evaluate(part, 0, anyUnits)
		return ok && length >= 0 && length <= MaxSide
	}
	return false
}

// steering gives what the rules say of a page that all of the selectors match, the most specific one first.
func (g *Geometry) steering(selectors []string, u units) Steering {
	value := func(property string) string {
		d, _ := g.properties[property].first(selectors)
		return d.value
	}
	length := func(property string) *domain.Length {
		if l, ok := evaluate(value(property), 0, u); ok {
			return &l
		}
		return nil
	}
	return Steering{
		NoHeader: value(headerProperty) == "none",
		NoFooter: value(footerProperty) == "none",
		Bleed:    value(bleedProperty) == "yes",
		edge:     length(edgeProperty),
		gap:      length(gapProperty),
	}
}

// steeringSelectors gives the selectors of rules that steer what a margin needs.
func (g *Geometry) steeringSelectors() (selectors []string) {
	for _, property := range []string{headerProperty, footerProperty, edgeProperty, gapProperty} {
		selectors = append(selectors, g.properties[property].selectors...)
	}
	return selectors
}

// on gives the margins that header and footer need on a page that is steered so.
func (r MarginReserve) on(s Steering) (header, footer domain.Length) {
	steered := MarginReserve{Edge: s.Edge(r.Edge), Gap: s.Gap(r.Gap)}
	if !s.NoHeader {
		header = steered.need(r.Header)
	}
	if !s.NoFooter {
		footer = steered.need(r.Footer)
	}
	return header, footer
}
