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
	if len(plan.headerFooters) == 0 {
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
	tallest := reserveFor(measured)
	for range maxRounds {
		if body == nil {
			if body, err = p.body(ctx, plan, tallest); err != nil {
				return domain.Document{}, err
			}
		}
		numbered, err := p.number(ctx, plan, measured, body)
		if err != nil {
			return domain.Document{}, err
		}
		needed := reserveFor(numbered)
		if needed.Header <= tallest.Header+tolerance && needed.Footer <= tallest.Footer+tolerance {
			return p.stamp(ctx, plan, body, numbered)
		}
		tallest = page.MarginReserve{Header: max(tallest.Header, needed.Header), Footer: max(tallest.Footer, needed.Footer)}
		body = nil
	}
	return domain.Document{}, domain.Invalidf("headerHtml and footerHtml become taller with each number of pages: give them a fixed height")
}

// reserveFor returns what headers and footers need.
func reserveFor(all []printedHeaderFooter) (r page.MarginReserve) {
	for _, one := range all {
		height := &r.Header
		if one.Position() == headerfooter.Footer {
			height = &r.Footer
		}
		for _, print := range one.prints {
			for i := range print.heights {
				*height = max(*height, print.height(i))
			}
		}
	}
	return r
}
