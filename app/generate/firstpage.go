package generate

import (
	"context"
	"fmt"

	"platen/domain"
	"platen/domain/pagecss"
	"platen/ports"
)

// The first page comes from a print of its own if it has more or less room for content than other pages: the body is printed
// with the first page's margins, and with those of all other pages and the beginning of its content above the first page. The
// document is the first page of one print, followed by those pages of the other that continue it.
//
// The file continuation.go finds these pages by what they paint. That is not certain for each document.

// parts are the prints of which a body is made.
type parts struct {
	*job
	margins       pagecss.PageMargins
	first, others pagecss.CommonPrint
}

// lead is by how much the first page has more room for content than others have.
func (p *parts) lead() domain.Length { return p.first.Content().Height - p.others.Content().Height }

// sameWidth tells whether lines break at the same places on all pages.
func (p *parts) sameWidth() bool {
	return equal(p.first.Content().Width, p.others.Content().Width)
}

// part is a print of the body.
type part struct {
	pagecss.CommonPrint
	pdf   domain.PDF
	pages int
}

// printApart prints the body in two parts; nil if that cannot be done.
func (p *parts) printApart(ctx context.Context) (*printedBody, error) {
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
	p.first.Margins.Bottom += earlier
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

// print prints the body to be joined with another print, without the height of it that is to be skipped.
func (p *parts) print(ctx context.Context, with pagecss.CommonPrint, skip domain.Length) (part, error) {
	printJob := p.printJob(with)
	printJob.Skip, printJob.NamedLinks = skip, true
	return p.renderPart(ctx, with, printJob)
}

// printJob gives a print with some margins. Lengths in units of the viewport refer to the first page, as in a browser.
func (p *parts) printJob(with pagecss.CommonPrint) domain.PrintJob {
	return domain.PrintJob{
		HTML: p.body.HTML(""), Paper: with.Paper, Margins: with.Margins, Destinations: p.destinations, Viewport: p.first.Content(),
	}
}

func (p *parts) renderPart(ctx context.Context, with pagecss.CommonPrint, printJob domain.PrintJob) (part, error) {
	pdf, err := p.renderBodyJob(ctx, printJob)
	if err != nil {
		return part{}, err
	}
	pages, err := p.inspector.Pages(pdf.Content)
	if err != nil {
		return part{}, fmt.Errorf("read the engine's PDF: %w", err)
	}
	return part{with, pdf, pages}, p.checkPages(pages)
}

// join makes a body of the first page of one print and the pages of another after those that it replaces.
func (p *parts) join(ctx context.Context, whole, rest part, replaced int) (*printedBody, error) {
	target, err := p.stamper.Open(ctx, rest.pdf.Content)
	if err != nil {
		return nil, fmt.Errorf("read the engine's PDF: %w", err)
	}
	for page := replaced + 1; page <= rest.pages; page++ {
		p.crop(target, page, rest, page-replaced+1)
	}
	if err := target.ReplaceFront(ctx, whole.pdf.Content, replaced); err != nil {
		return nil, err
	}
	return p.bodyOf(target, whole, rest)
}

// printCommon prints the body in one part.
func (p *parts) printCommon(ctx context.Context, with pagecss.CommonPrint) (*printedBody, error) {
	printed, err := p.renderPart(ctx, with, p.printJob(with))
	if err != nil {
		return nil, err
	}
	target, err := p.stamper.Open(ctx, printed.pdf.Content)
	if err != nil {
		return nil, fmt.Errorf("read the engine's PDF: %w", err)
	}
	for page := 1; page <= printed.pages; page++ {
		p.crop(target, page, printed, page)
	}
	return p.bodyOf(target, printed, printed)
}

// crop makes a page of a print the page of a number of the document.
func (p *parts) crop(target ports.StampTarget, page int, of part, number int) {
	if of.Larger() {
		shown, _ := of.Page(p.margins.Of(number))
		target.Crop(page, shown)
	}
}

// bodyOf describes a body whose first page and other pages come from some prints.
func (p *parts) bodyOf(target ports.StampTarget, first, others part) (*printedBody, error) {
	body := p.job.bodyOf(target, first.pdf.Traffic, int64(len(others.pdf.Content)))
	for i := range body.pages {
		from := others
		if i == 0 {
			from = first
		}
		_, body.pages[i].rules.Margins = from.Page(p.margins.Of(i + 1))
	}
	return &body, p.checkPages(len(body.pages))
}
