package generate

import (
	"context"

	"platen/domain"
	"platen/domain/headerfooter"
	"platen/domain/page"
)

// maxRounds bounds how often header and body are printed until they agree: "95 of 95" may need a line more than "1 of 1" did, a taller
// margin may make more pages, and their numbers may be wider again. Three rounds are the most that was seen.
const maxRounds = 6

// document makes the document of a filled request. templates is the request before it was filled.
func (p printer) document(ctx context.Context, templates, filled domain.Request) (domain.Document, error) {
	plan, err := p.plan(ctx, filled)
	if err != nil {
		return domain.Document{}, err
	}
	if len(plan.headers) == 0 {
		body, err := p.plainBody(ctx, plan)
		if err != nil {
			return domain.Document{}, err
		}
		return p.stamp(ctx, plan, body, nil)
	}
	measured, body, err := p.measureBesideBody(ctx, plan, templates)
	if err != nil {
		return domain.Document{}, err
	}
	tallest := heightsOf(measured)
	for range maxRounds {
		if body == nil {
			if body, err = p.body(ctx, plan, p.reserve(tallest)); err != nil {
				return domain.Document{}, err
			}
		}
		numbered, err := p.number(ctx, plan, measured, body)
		if err != nil {
			return domain.Document{}, err
		}
		needed := heightsOf(numbered)
		if needed.within(tallest) {
			return p.stamp(ctx, plan, body, numbered)
		}
		tallest, body = tallest.max(needed), nil
	}
	return domain.Document{}, domain.Invalidf("headerHtml and footerHtml become taller with each number of pages: give them a fixed height")
}

// heights are those of header and footer, by position; 0: there is none.
type heights [2]domain.Length

// heightsOf returns the heights of headers and footers.
func heightsOf[T interface {
	height() (headerfooter.Position, domain.Length)
}](all []T) (h heights) {
	for _, one := range all {
		position, height := one.height()
		h[position] = max(h[position], height)
	}
	return h
}

// max returns the larger heights.
func (h heights) max(o heights) heights { return heights{max(h[0], o[0]), max(h[1], o[1])} }

// within reports whether none is larger than another.
func (h heights) within(o heights) bool { return h[0] <= o[0]+tolerance && h[1] <= o[1]+tolerance }

// reserve returns what the margins need for header and footer.
func (p printer) reserve(h heights) page.MarginReserve {
	return page.MarginReserve{Header: h[headerfooter.Header], Footer: h[headerfooter.Footer], Edge: p.settings.Edge, Gap: p.settings.Gap}
}
