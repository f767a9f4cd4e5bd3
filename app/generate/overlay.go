package generate

import (
	"context"
	"fmt"
	"math"

	"platen/domain"
	"platen/domain/headerfooter"
	"platen/domain/pagecss"
)

// overlayPDF is a print of copies of a header or footer, one a page.
type overlayPDF struct {
	content []byte
	first   int           // the number of pages before the copies
	room    domain.Length // the width between the margins of the pages that the copies are for
	fit     headerfooter.Fit
	pages   []int           // the pages of the body that the copies are for, in their order; one copy may be for all of them
	heights []domain.Length // of the copies
	traffic domain.Traffic
}

// serves tells whether the copies suit that room.
func (o overlayPDF) serves(r room) bool {
	return suits(o.room, r, o.fit) && o.fit.Beside*o.fit.Scale > r.beside-tolerance
}

// suits tells whether copies of that width suit a room. What reaches the paper's edges must be filled to the edges.
func suits(width domain.Length, r room, fit headerfooter.Fit) bool {
	return equal(width, r.width) && (r.beside > 0 && !fit.Bleeds || width >= r.width)
}

// tallest is the height of the tallest copy.
func (o overlayPDF) tallest() domain.Length {
	tallest := domain.Length(0)
	for _, h := range o.heights {
		tallest = max(tallest, h)
	}
	return tallest
}

// printOverlay prints copies with some page numbers, in ascending order, in one document, and measures them.
func (j *job) printOverlay(ctx context.Context, h *headerFooter, room room, fit headerfooter.Fit, numbers []int, total int) (overlayPDF, error) {
	printed := numbers
	if h.parsed.Numbering() == headerfooter.PerPage && len(numbers) < total {
		printed = append([]int{allDigits}, numbers...)
	}
	printJob, err := h.parsed.OverlayDocument(fit.Sheet, printed, total)
	if err != nil {
		return overlayPDF{}, fmt.Errorf("repeat %s: %w", h.position, err)
	}
	o := overlayPDF{first: len(printed) - len(numbers), room: room.width, fit: fit, pages: numbers, heights: make([]domain.Length, len(numbers))}
	_, err = j.printCopies(ctx, h, &o, printJob)
	return o, err
}

// allDigits is the number on a copy that is on no page. It is printed before the others where one print does not have them
// all, so that each print embeds the same part of a font: the file then has it once.
const allDigits = 1234567890

// printCopies prints the copies of an overlay and measures them. It gives the layout of all pages from the first copy on.
func (j *job) printCopies(ctx context.Context, h *headerFooter, o *overlayPDF, printJob domain.PrintJob) ([]domain.Page, error) {
	pdf, err := j.renderCopies(ctx, h.position.String(), printJob)
	if err != nil {
		return nil, err
	}
	layout, err := j.inspector.Layout(pdf.Content)
	if err != nil {
		return nil, fmt.Errorf("read the engine's PDF of %s: %w", h.position, err)
	}
	o.content, o.traffic = pdf.Content, pdf.Traffic
	layout = layout[min(o.first, len(layout)):]
	return layout, o.measure(h.position, layout)
}

// measure measures the copies. layout is that of the pages from the first copy on. The error is an InvalidRequest.
func (o *overlayPDF) measure(position headerfooter.Position, layout []domain.Page) error {
	if len(layout) < len(o.heights) {
		return endNotFound(position, o.fit)
	}
	for i := range o.heights {
		height, err := heightOn(layout[i], position, o.fit)
		if err != nil {
			return err
		}
		o.heights[i] = height * o.fit.Scale
	}
	return nil
}

// heightOn gives the height of the copy on a page, as far as its end link. The error is an InvalidRequest: there is none.
func heightOn(page domain.Page, position headerfooter.Position, fit headerfooter.Fit) (domain.Length, error) {
	for _, link := range page.Links {
		if link.URI == headerfooter.EndLinkURI {
			return link.Rect.Top - fit.Above, nil
		}
	}
	return 0, endNotFound(position, fit)
}

// endNotFound is the error of a copy whose end is not on its sheet: it is too tall for any page, or its styles turn the
// sheets.
func endNotFound(position headerfooter.Position, fit headerfooter.Fit) error {
	below := (fit.Height - fit.Above) * fit.Scale
	return domain.Invalidf("%s is taller than %.0f mm, more than %.0f %% of the page, or cannot be measured: check the writing-mode of its html element",
		position, math.Floor(below.Millimetres()), 100*pagecss.MaxShare)
}
