package generate

import (
	"context"

	"platen/domain/pagecss"
)

// An engine without page selectors gives all pages of a print the same margins. If the first, the left and the right pages of a
// document have others, its pages are parts of a print on larger paper: see pagecss.CommonPrint.

// printWithMargins prints the body with room for header and footer on an engine without page selectors.
func (j *job) printWithMargins(ctx context.Context, reserve pagecss.MarginReserve) (printedBody, error) {
	margins, err := j.geometry.PageMargins(reserve)
	if err != nil {
		return printedBody{}, err
	}
	if margins.Differ() {
		return j.printDiffering(ctx, margins)
	}
	pdf, err := j.renderOn(ctx, j.geometry.Default().Size, margins.Of(1))
	if err != nil {
		return printedBody{}, err
	}
	return j.openBody(ctx, pdf)
}

// printDiffering prints the body of a document whose pages differ in their margins. The first page comes from a print of its own
// if it has more or less room for content than others, where that can be done.
func (j *job) printDiffering(ctx context.Context, margins pagecss.PageMargins) (printedBody, error) {
	p := &parts{job: j, margins: margins, first: margins.Common(1), others: margins.Common(2, 3)}
	all := margins.Common(1, 2, 3)
	var body *printedBody
	var err error
	if !p.first.SameContent(all) || !p.others.SameContent(all) {
		body, err = p.printApart(ctx)
	}
	if err == nil && body == nil {
		body, err = p.printCommon(ctx, all)
	}
	if err != nil {
		return printedBody{}, err
	}
	return *body, nil
}
