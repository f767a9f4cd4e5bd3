package generate

import (
	"context"
	"fmt"

	"platen/domain"
	"platen/domain/headerfooter"
)

// overlayPDF is a print of copies of a header or footer, one a page.
type overlayPDF struct {
	content []byte
	width   domain.Length
	first   int             // the page of the body that the first copy is for; 0: any copy is for every page
	heights []domain.Length // of the copies
	traffic domain.Traffic
}

// has tells whether there is a copy for a page of the body.
func (o overlayPDF) has(page int) bool {
	return o.first == 0 || page >= o.first && page < o.first+len(o.heights)
}

// copyFor gives the page with the copy for a page of the body.
func (o overlayPDF) copyFor(page int) int {
	if o.first == 0 {
		return 1
	}
	return page - o.first + 1
}

// tallest is the height of the tallest copy.
func (o overlayPDF) tallest() domain.Length {
	tallest := domain.Length(0)
	for _, h := range o.heights {
		tallest = max(tallest, h)
	}
	return tallest
}

// printOverlay prints the copies for the pages first to last, and measures them.
func (j *job) printOverlay(ctx context.Context, h *headerFooter, width domain.Length, first, last, total int) (overlayPDF, error) {
	paper := domain.Size{Width: width, Height: j.geometry.Default().Size.Height}
	printJob, err := h.parsed.OverlayDocument(paper, first, last, total)
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
	o := overlayPDF{content: pdf.Content, width: width, first: first, heights: make([]domain.Length, last-first+1), traffic: pdf.Traffic}
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
