package generate

import (
	"context"
	"slices"

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
	measured, reserve, body, err := p.measureBesideBody(ctx, plan, templates)
	if err != nil {
		return domain.Document{}, err
	}
	for round := range maxRounds {
		if body == nil {
			if body, err = p.body(ctx, plan, reserve); err != nil {
				return domain.Document{}, err
			}
		}
		numbered, err := p.number(ctx, plan, measured, body)
		if err != nil {
			return domain.Document{}, err
		}
		needed := reservesFor(numbered)
		if len(body.pages) == 1 {
			needed.Others = reserve.Others // there are none
		}
		next := reserve.Max(needed)
		if round == 0 && slices.ContainsFunc(numbered, printedHeaderFooter.Varies) { // later ones only grow, so that the rounds end
			next = needed
		}
		if next.Equals(reserve, tolerance) {
			return p.stamp(ctx, plan, body, numbered)
		}
		if next.First == reserve.First { // one for another first page would not be used
			p.expected.Add(p.expectationKey(ctx, plan, templates), next)
		}
		reserve, body = next, nil
	}
	return domain.Document{}, domain.Invalidf("headerHtml and footerHtml become taller with each number of pages: give them a fixed height")
}

// reservesFor returns what headers and footers need.
func reservesFor(all []printedHeaderFooter) (r page.Reserves) {
	for _, one := range all {
		if one.Position() == headerfooter.Header {
			r.First.Header, r.Others.Header = one.tallest()
		} else {
			r.First.Footer, r.Others.Footer = one.tallest()
		}
	}
	return r
}

// tallest returns the height of the copy on the first page and that of the tallest other one. They are the same if the styles do not tell
// pages apart, or if there are no copies for both.
func (p printedHeaderFooter) tallest() (first, others domain.Length) {
	var heights [2][]domain.Length
	for _, print := range p.prints {
		for i := range print.heights {
			of := min(print.pages[i], 2) - 1
			heights[of] = append(heights[of], print.height(i))
		}
	}
	if !p.Varies() || heights[0] == nil || heights[1] == nil {
		all := slices.Concat(heights[:]...)
		heights = [2][]domain.Length{all, all}
	}
	return slices.Max(append(heights[0], 0)), slices.Max(append(heights[1], 0))
}
