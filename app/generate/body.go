package generate

import (
	"context"

	"platen/domain"
	"platen/domain/page"
)

// body is the printed body of a document.
type body struct {
	pdf   domain.PDF
	pages []bodyPage
	boxes string // the address of the links that mark the boxes of its pages; empty: it has none
}

// body prints the body with margins that have room for header and footer.
func (p printer) body(ctx context.Context, plan plan, reserve page.MarginReserve) (*body, error) {
	print := p.bodyByMargins
	if p.followsPageRules() {
		print = p.bodyByPageRules
	}
	printed, err := print(ctx, plan, reserve)
	if err != nil {
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
func (p printer) bodyByMargins(ctx context.Context, plan plan, reserve page.MarginReserve) (*body, error) {
	layout, err := plan.layout.Reserve(reserve)
	if err != nil {
		return nil, err
	}
	if !layout.Differ() {
		return p.bodyOfEqualPages(ctx, plan, layout)
	}
	common := layout.Common()
	if !common.FillsFirst() {
		if single, err := p.bodyOfEqualPages(ctx, plan, layout); err != nil || len(single.pages) == 1 {
			return single, err
		}
	}
	return p.bodyOfLargerPaper(ctx, plan, common)
}

// bodyByPageRules prints the body on an engine that follows page rules itself. It gets the installation's defaults, and page rules that win
// over the author's.
func (p printer) bodyByPageRules(ctx context.Context, plan plan, reserve page.MarginReserve) (*body, error) {
	layout, err := plan.layout.Reserve(reserve)
	if err != nil {
		return nil, err
	}
	job := domain.PrintJob{HTML: plan.body.HTML(layout.Rules(plan.layout)), Paper: p.Paper, Margins: p.Margins, Destinations: plan.destinations}
	made := &body{}
	if layout.HasNames() {
		job.PageBoxes, made.boxes = true, domain.PageBoxURI
	}
	pdf, printed, err := p.printBody(ctx, job)
	if err != nil {
		return nil, err
	}
	made.pdf = pdf
	for i := range printed {
		made.pages = append(made.pages, pageOf(i+1, printed[i].Size, layout.Find(i+1, printed[i]), p.Edge))
	}
	return made, nil
}

// bodyOfEqualPages prints the body with the first page's margins on all pages.
func (p printer) bodyOfEqualPages(ctx context.Context, plan plan, layout page.Layout) (*body, error) {
	first := layout.Page(1)
	job := domain.PrintJob{HTML: plan.body.HTML(""), Paper: first.Size, Margins: first.Margins, Destinations: plan.destinations}
	pdf, printed, err := p.printBody(ctx, job)
	if err != nil {
		return nil, err
	}
	pages := make([]bodyPage, len(printed))
	for i := range printed {
		pages[i] = pageOf(i+1, printed[i].Size, layout.Page(i+1), p.Edge)
	}
	return &body{pdf: pdf, pages: pages}, nil
}

// bodyOfLargerPaper prints the body of a document whose first, left and right pages differ in their margins, on an engine that gives all
// pages of a print the same. Its pages are parts of larger paper.
func (p printer) bodyOfLargerPaper(ctx context.Context, plan plan, common page.CommonPrint) (*body, error) {
	pdf, printed, err := p.printBody(ctx, domain.PrintJob{
		HTML: plan.body.HTML(""), Paper: common.Paper, Margins: common.Margins, FirstTop: common.FirstTop, Destinations: plan.destinations,
	})
	if err != nil {
		return nil, err
	}
	pages := make([]bodyPage, len(printed))
	for i := range printed {
		part, of := common.Page(i + 1)
		pages[i] = pageOf(i+1, of.Size, of, p.Edge)
		pages[i].part = part
	}
	return &body{pdf: pdf, pages: pages}, nil
}

// plainBody prints the body of a document without header and footer.
func (p printer) plainBody(ctx context.Context, plan plan) (*body, error) {
	if !p.followsPageRules() {
		return p.body(ctx, plan, page.MarginReserve{})
	}
	pdf, printed, err := p.printBody(ctx, domain.PrintJob{HTML: plan.body.HTML(""), Paper: p.Paper, Margins: p.Margins})
	if err != nil {
		return nil, p.causeOf(ctx, plan.body, err)
	}
	pages := make([]bodyPage, len(printed))
	for i := range printed {
		pages[i] = bodyPage{number: i + 1, size: printed[i].Size}
	}
	return &body{pdf: pdf, pages: pages}, nil
}
