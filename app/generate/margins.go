package generate

import (
	"context"
	"fmt"

	"platen/domain"
	"platen/domain/pagecss"
)

// printWithMargins prints the body with room for header and footer on an engine without page selectors, which gives all pages of a
// print the same margins.
func (j *job) printWithMargins(ctx context.Context, reserve pagecss.MarginReserve) (printedBody, error) {
	margins, err := j.geometry.PageMargins(reserve)
	if err != nil {
		return printedBody{}, err
	}
	if margins.Differ() {
		return j.printDiffering(ctx, margins)
	}
	return j.printEqual(ctx, margins.Of(1))
}

// printEqual prints the body with the same margins on all pages.
func (j *job) printEqual(ctx context.Context, margins domain.Margins) (printedBody, error) {
	pdf, err := j.renderOn(ctx, domain.PrintJob{Paper: j.geometry.Default().Size, Margins: margins})
	if err != nil {
		return printedBody{}, err
	}
	return j.openBody(ctx, pdf)
}

// printDiffering prints the body of a document whose first, left and right pages differ in their margins. Its pages are parts of a
// print on larger paper. If that print cannot fill the first page, and the document is a single page, it is printed with the first
// page's margins.
func (j *job) printDiffering(ctx context.Context, margins pagecss.PageMargins) (printedBody, error) {
	common := margins.Common()
	if !common.FillsFirst() {
		single, err := j.printEqual(ctx, margins.Of(1))
		if err != nil || len(single.pages) == 1 {
			return single, err
		}
	}
	pdf, err := j.renderOn(ctx, domain.PrintJob{Paper: common.Paper, Margins: common.Margins, FirstTop: common.FirstTop})
	if err != nil {
		return printedBody{}, err
	}
	target, err := j.stamper.Open(ctx, pdf.Content)
	if err != nil {
		return printedBody{}, fmt.Errorf("read the engine's PDF: %w", err)
	}
	margined := make([]domain.Margins, len(target.Pages()))
	for i := range margined {
		var part domain.Rect
		part, margined[i] = common.Page(i + 1)
		target.Crop(i+1, part)
	}
	body := j.bodyOf(target, pdf.Traffic, int64(len(pdf.Content)))
	for i := range body.pages {
		body.pages[i].rules.Margins = margined[i]
	}
	return body, j.checkPages(len(body.pages))
}
