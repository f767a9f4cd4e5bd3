package generate

import (
	"context"

	"platen/domain"
	"platen/domain/page"
	"platen/ports"
)

// body is the printed body of a document.
type body struct {
	pdf   domain.PDF
	pages []bodyPage
}

// body prints the body with margins in which header and footer have their heights.
func (p printer) body(ctx context.Context, plan plan, reserve page.Reserves) (*body, error) {
	layout, err := plan.layout.Reserve(reserve)
	if err != nil {
		return nil, err
	}
	print := p.bodyByMargins
	if p.followsPageRules() {
		print = p.bodyByPageRules
	}
	printed, err := print(ctx, plan, layout)
	if err != nil {
		return nil, err
	}
	for _, page := range printed.pages {
		if err := reserve.Page(page.number).Check(page.size.Height, page.steering); err != nil {
			return nil, err
		}
	}
	return printed, nil
}

// bodyByPageRules prints the body on an engine that follows page rules itself. It gets the installation's defaults, and page rules that win
// over the author's.
func (p printer) bodyByPageRules(ctx context.Context, plan plan, layout page.Layout) (*body, error) {
	job := p.defaultJob(plan.source.HTML(layout.MarginCSS(plan.layout)))
	job.PageBoxes = layout.HasNames()
	return p.printBody(ctx, plan, job, func(number int, printed domain.PrintedPage) bodyPage {
		return newBodyPage(number, printed.Size, layout.Recognise(number, printed))
	})
}

// bodyByMargins prints the body on an engine that gives all pages of a print the same margins. If the first, left and right pages differ
// in theirs, its pages are cut out of larger paper. If that cannot fill the first page, and the document is a single page, it has the
// first page's margins.
func (p printer) bodyByMargins(ctx context.Context, plan plan, layout page.Layout) (*body, error) {
	common := layout.Common()
	if first := layout.Page(1); !layout.Differ() || !common.FillsFirst() {
		job := domain.PrintJob{HTML: plan.source.HTML(""), Paper: first.Size, Margins: first.Margins}
		equal, err := p.printBody(ctx, plan, job, func(number int, printed domain.PrintedPage) bodyPage {
			return newBodyPage(number, printed.Size, layout.Page(number))
		})
		if err != nil || !layout.Differ() || len(equal.pages) == 1 {
			return equal, err
		}
	}
	job := domain.PrintJob{HTML: plan.source.HTML(""), Paper: common.Paper, Margins: common.Margins, FirstTop: common.FirstTop}
	return p.printBody(ctx, plan, job, func(number int, _ domain.PrintedPage) bodyPage {
		crop, of := common.Page(number)
		made := newBodyPage(number, of.Size, of)
		made.crop = crop
		return made
	})
}

// plainBody prints the body of a document without header and footer.
func (p printer) plainBody(ctx context.Context, plan plan) (*body, error) {
	if !p.followsPageRules() {
		return p.body(ctx, plan, page.Reserves{})
	}
	printed, err := p.printBody(ctx, plan, p.defaultJob(plan.source.HTML("")), func(number int, printed domain.PrintedPage) bodyPage {
		return bodyPage{number: number, size: printed.Size}
	})
	if err != nil {
		return nil, p.causeOf(ctx, plan.source, err)
	}
	return printed, nil
}

// printBody prints a body. describe returns its page of a number, counted from 1, from that of the print.
func (p printer) printBody(ctx context.Context, plan plan, job domain.PrintJob,
	describe func(int, domain.PrintedPage) bodyPage) (*body, error) {
	job.Destinations, job.Tagged = plan.destinations, plan.standards.Wished(domain.UA1)
	job.PageBoxes = job.PageBoxes || job.Tagged && plan.source.HasMarginBoxes()
	made := &body{}
	var pages []domain.PrintedPage
	err := ports.InSpan(ctx, "body", func(ctx context.Context) (err error) {
		made.pdf, pages, err = p.print(ctx, "the document", job, false)
		return err
	})
	if err != nil {
		return nil, err
	}
	if limit := p.settings.MaxPages; len(pages) > limit {
		return nil, domain.TooManyPages(len(pages), limit)
	}
	for i, printed := range pages {
		if err := page.CheckSize(printed.Size); err != nil {
			return nil, err
		}
		made.pages = append(made.pages, describe(i+1, printed))
	}
	return made, p.checkSize(int64(len(made.pdf.Content)))
}
