package pagecss

import (
	"platen/domain"
	"platen/domain/internal/cssvalue"
	"platen/domain/internal/pagerule"
)

// Steering is what the author's page rules say of the header and the footer of a page. The zero value shows both, at the
// installation's distances.
type Steering struct {
	// NoHeader and NoFooter leave them out.
	NoHeader, NoFooter bool
	// Bleed returns them the whole width of the paper.
	Bleed bool

	edge, gap *domain.Length
}

// Edge is the distance between the paper's edge and header or footer; otherwise, if no rule says.
func (s Steering) Edge(otherwise domain.Length) domain.Length { return valueOr(s.edge, otherwise) }

// Gap is the least distance between them and the content; otherwise, if no rule says.
func (s Steering) Gap(otherwise domain.Length) domain.Length { return valueOr(s.gap, otherwise) }

// equal reports whether two pages are steered alike.
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

// steering returns what the rules say of a page that all of the selectors match, the most specific one first.
func (g *Geometry) steering(selectors []string, u cssvalue.Units) Steering {
	value := func(property string) string {
		d, _ := g.rules.First(property, selectors)
		return d.Value
	}
	length := func(property string) *domain.Length {
		if l, ok := cssvalue.Length(value(property), 0, u); ok {
			return &l
		}
		return nil
	}
	return Steering{
		NoHeader: value(pagerule.Header) == "none",
		NoFooter: value(pagerule.Footer) == "none",
		Bleed:    value(pagerule.Bleed) == "yes",
		edge:     length(pagerule.Edge),
		gap:      length(pagerule.Gap),
	}
}

// steeringSelectors returns the selectors of rules that steer what a margin needs.
func (g *Geometry) steeringSelectors() (selectors []string) {
	for _, property := range []string{pagerule.Header, pagerule.Footer, pagerule.Edge, pagerule.Gap} {
		selectors = append(selectors, g.rules.Selectors(property)...)
	}
	return selectors
}

// on returns the margins that header and footer need on a page that is steered so.
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
