package generate

import (
	"context"
	"fmt"
	"slices"

	"platen/domain"
	"platen/domain/headerfooter"
)

// overlayPDF is a print of copies of a header or footer, one a page.
type overlayPDF struct {
	content []byte
	width   domain.Length
	pages   []int           // the pages of the body that the copies are for; nil: the one copy is for every page
	heights []domain.Length // of the copies
	traffic domain.Traffic
}

// copyFor gives the page with the copy for a page of the body, counted from 1; 0: there is none.
func (o overlayPDF) copyFor(page int) int {
	if o.pages == nil {
		return 1
	}
	at, found := slices.BinarySearch(o.pages, page)
	if !found {
		return 0
	}
	return at + 1
}

// tallest is the height of the tallest copy.
func (o overlayPDF) tallest() domain.Length {
	tallest := domain.Length(0)
	for _, h := range o.heights {
		tallest = max(tallest, h)
	}
	return tallest
}

// printOverlay prints the copies for some pages, in ascending order, and measures them.
func (j *job) printOverlay(ctx context.Context, h *headerFooter, width domain.Length, pages []int, total int) (overlayPDF, error) {
	paper := domain.Size{Width: width, Height: j.geometry.Default().Size.Height}
	printJob, err := h.parsed.OverlayDocument(paper, pages, total)
	if err != nil {
		return overlayPDF{}, fmt.Errorf("repeat %s: %w", h.position, err)
	}
	pdf, err := j.render(ctx, h.position.String(), printJob)
	if err != nil {
		return overlayPDF{}, err
	}
	layout, err := j.inspector.Layout(pdf.Content)
	if err != nil {
		return overlayPDF{}, fmt.Errorf("read the engine's PDF of %s: %w", h.position, err)
	}
	o := overlayPDF{content: pdf.Content, width: width, pages: pages, heights: make([]domain.Length, len(pages)), traffic: pdf.Traffic}
	for i := range o.heights {
		o.heights[i] = paper.Height // as tall as the page, unless its end is found
		if i < len(layout) {
			o.heights[i] = endOf(layout[i], paper.Height)
		}
	}
	return o, nil
}

// endOf finds where a copy ends on its page.
func endOf(page domain.Page, otherwise domain.Length) domain.Length {
	for _, link := range page.Links {
		if link.URI == headerfooter.EndMarkURI {
			return link.Rect.Top
		}
	}
	return otherwise
}
