package generate

import (
	"context"
	"errors"

	"platen/domain"
	"platen/domain/pagecss"
	"platen/ports"
)

// body is the printed body of a document.
type body struct {
	pdf   domain.PDF
	pages []page
}

// body prints the body with margins that have room for header and footer.
func (p printer) body(ctx context.Context, plan plan, reserve pagecss.MarginReserve) (*body, error) {
	print := p.bodyByMargins
	if p.followsPageRules() {
		print = p.bodyByPageRules
	}
	printed, err := print(ctx, plan, reserve)
	if err != nil {
		return nil, err
	}
	if err := checkPageSizes(printed.pages); err != nil {
		return nil, err
	}
	for _, page := range printed.pages {
		if err := reserve.Fits(page.size.Height); err != nil {
			return nil, err
		}
	}
	return printed, nil
}

// bodyByMargins prints the body on an engine that gives all pages of a print the same margins.
func (p printer) bodyByMargins(ctx context.Context, plan plan, reserve pagecss.MarginReserve) (*body, error) {
	margins, err := plan.geometry.PageMargins(reserve)
	if err != nil {
		return nil, err
	}
	if !margins.Differ() {
		return p.bodyOfEqualPages(ctx, plan, margins.Of(1))
	}
	common := margins.Common()
	if !common.FillsFirst() {
		if single, err := p.bodyOfEqualPages(ctx, plan, margins.Of(1)); err != nil || len(single.pages) == 1 {
			return single, err
		}
	}
	return p.bodyOfLargerPaper(ctx, plan, common)
}

// bodyByPageRules prints the body on an engine that follows page rules itself. It gets the installation's defaults, and page rules that win
// over the author's.
func (p printer) bodyByPageRules(ctx context.Context, plan plan, reserve pagecss.MarginReserve) (*body, error) {
	clamps, err := plan.geometry.ClampMargins(ctx)
	if err != nil {
		return nil, err
	}
	overrides, _, err := plan.geometry.ReserveMargins(ctx, reserve)
	if err != nil {
		return nil, err
	}
	pdf, printed, err := p.printBody(ctx, domain.PrintJob{
		HTML: plan.body.HTML(clamps + overrides), Paper: p.Paper, Margins: p.Margins, Destinations: plan.destinations,
	})
	if err != nil {
		return nil, err
	}
	pages := make([]page, len(printed))
	for i := range printed {
		rules := plan.geometry.Page(i+1, printed[i].Size)
		pages[i] = pageOf(i+1, rules.Paper(printed[i].Size), rules.Margins, rules.Steering, p.Edge)
		if pages[i].size != printed[i].Size {
			pages[i].part = domain.Rect{Right: pages[i].size.Width, Bottom: pages[i].size.Height}
		}
	}
	return &body{pdf, pages}, nil
}

// bodyOfEqualPages prints the body with the same margins on all pages.
func (p printer) bodyOfEqualPages(ctx context.Context, plan plan, margins domain.Margins) (*body, error) {
	job := domain.PrintJob{HTML: plan.body.HTML(""), Paper: plan.geometry.Default().Size, Margins: margins, Destinations: plan.destinations}
	pdf, printed, err := p.printBody(ctx, job)
	if err != nil {
		return nil, err
	}
	pages := make([]page, len(printed))
	for i := range printed {
		pages[i] = pageOf(i+1, printed[i].Size, margins, plan.geometry.Page(i+1, printed[i].Size).Steering, p.Edge)
	}
	return &body{pdf, pages}, nil
}

// bodyOfLargerPaper prints the body of a document whose first, left and right pages differ in their margins, on an engine that gives all
// pages of a print the same. Its pages are parts of larger paper.
func (p printer) bodyOfLargerPaper(ctx context.Context, plan plan, common pagecss.CommonPrint) (*body, error) {
	pdf, printed, err := p.printBody(ctx, domain.PrintJob{
		HTML: plan.body.HTML(""), Paper: common.Paper, Margins: common.Margins, FirstTop: common.FirstTop, Destinations: plan.destinations,
	})
	if err != nil {
		return nil, err
	}
	pages := make([]page, len(printed))
	for i := range printed {
		part, margins := common.Page(i + 1)
		size := domain.Size{Width: part.Width(), Height: part.Height()}
		pages[i] = pageOf(i+1, size, margins, plan.geometry.Page(i+1, size).Steering, p.Edge)
		pages[i].part = part
	}
	return &body{pdf, pages}, nil
}

// plainBody prints the body of a document without header and footer.
//
// An engine may crash at extreme margins, or make a page that nobody can read. Those of the document's own style sheets are
// replaced beforehand. External style sheets are read only after such a print: most documents need not wait for that.
func (p printer) plainBody(ctx context.Context, plan plan) (*body, error) {
	printed, err := p.body(ctx, plan, pagecss.MarginReserve{})
	if !p.followsPageRules() || !errors.Is(err, ports.ErrEngineLost) && !errors.Is(err, errPageTooSmall) {
		return printed, err
	}
	before, beforeErr := plan.geometry.ClampMargins(ctx)
	geometry, readErr := p.readGeometry(ctx, plan.body, true)
	if beforeErr != nil || readErr != nil {
		return nil, err
	}
	if after, afterErr := geometry.ClampMargins(ctx); afterErr != nil || after == before {
		return nil, err
	}
	plan.geometry = geometry
	return p.body(ctx, plan, pagecss.MarginReserve{})
}
