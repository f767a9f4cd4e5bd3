package generate

import (
	"context"
	"fmt"

	"platen/domain"
	"platen/domain/pagecss"
)

// An engine without page selectors gives all pages of a print the same margins. If the first page has others, the body is
// printed twice: with the first page's margins, and with those of all other pages and the beginning of its content above the
// first page. The document is the first page of one print, followed by those pages of the other that continue it.
//
// The file continuation.go finds these pages by what they paint. A document for which that is not certain is printed with one
// set of margins, as if there was no rule for :first.

// parts are the prints of which a body is made.
type parts struct {
	*job
	paper         domain.Size
	first, others domain.Margins
}

// contentHeight is the height between the margins.
func (p *parts) contentHeight(m domain.Margins) domain.Length {
	return p.paper.Height - m.Top - m.Bottom
}

// lead is by how much the first page has more room for content than others have.
func (p *parts) lead() domain.Length { return p.contentHeight(p.first) - p.contentHeight(p.others) }

// sameWidth tells whether lines break at the same places on all pages.
func (p *parts) sameWidth() bool {
	return equal(p.first.Left+p.first.Right, p.others.Left+p.others.Right)
}

// part is a print of the body.
type part struct {
	pdf     domain.PDF
	pages   int
	margins domain.Margins
}

// printApart prints the body in two parts; nil if all its pages have the same margins, or if that cannot be done.
func (j *job) printApart(ctx context.Context, reserve pagecss.MarginReserve) (*printedBody, error) {
	if j.selectors {
		return nil, nil
	}
	p := &parts{job: j, paper: j.geometry.Default().Size}
	var differ bool
	if p.first, p.others, differ = j.geometry.FirstPageMargins(reserve); !differ {
		return nil, nil
	}
	whole, err := p.print(ctx, p.first, 0)
	if err != nil {
		return nil, err
	}
	if whole.pages == 1 {
		return p.join(ctx, whole, whole, 1)
	}
	rest, err := p.print(ctx, p.others, p.lead()+skipSlack)
	if err != nil {
		return nil, err
	}
	if p.follows(whole, rest) {
		return p.join(ctx, whole, rest, 1)
	}
	broken, err := p.endsByBreak(ctx, whole)
	if err != nil {
		return nil, err
	}
	if !broken {
		return p.printShortened(ctx, whole)
	}
	replaced, found, err := p.afterBreak(ctx, rest)
	if err != nil || !found {
		return nil, err
	}
	return p.join(ctx, whole, rest, replaced)
}

// printShortened prints the body in two parts with a first page that ends earlier; nil if that cannot be done.
//
// Qt WebKit cuts off a margin of an element that reaches from above a page to the page, which moves what follows. If the print
// of the other pages begins within a line, there is no margin.
func (p *parts) printShortened(ctx context.Context, whole part) (*printedBody, error) {
	earlier, found := p.intoLine(whole)
	if !found {
		return nil, nil
	}
	p.first.Bottom += earlier
	whole, err := p.print(ctx, p.first, 0)
	if err != nil || whole.pages == 1 {
		return nil, err
	}
	rest, err := p.print(ctx, p.others, p.lead()+skipSlack)
	if err != nil || !p.follows(whole, rest) {
		return nil, err
	}
	return p.join(ctx, whole, rest, 1)
}

// print prints the body with some margins, without the height of it that is to be skipped.
func (p *parts) print(ctx context.Context, margins domain.Margins, skip domain.Length) (part, error) {
	pdf, err := p.renderBodyJob(ctx, domain.PrintJob{
		HTML: p.body.HTML(""), Paper: p.paper, Margins: margins, Destinations: p.destinations, Skip: skip, NamedLinks: true,
		Viewport: domain.Size{Width: p.paper.Width - p.first.Left - p.first.Right, Height: p.contentHeight(p.first)},
	})
	if err != nil {
		return part{}, err
	}
	pages, err := p.inspector.Pages(pdf.Content)
	if err != nil {
		return part{}, fmt.Errorf("read the engine's PDF: %w", err)
	}
	return part{pdf, pages, margins}, p.checkPages(pages)
}

// join makes a body of the first page of one print and the pages of another after those that it replaces.
func (p *parts) join(ctx context.Context, whole, rest part, replaced int) (*printedBody, error) {
	target, err := p.stamper.Open(ctx, rest.pdf.Content)
	if err != nil {
		return nil, fmt.Errorf("read the engine's PDF: %w", err)
	}
	if err := target.ReplaceFront(ctx, whole.pdf.Content, replaced); err != nil {
		return nil, err
	}
	body := p.bodyOf(target, whole.pdf.Traffic, int64(len(rest.pdf.Content)))
	body.pages[0].rules.Margins = p.first
	return &body, p.checkPages(len(body.pages))
}
