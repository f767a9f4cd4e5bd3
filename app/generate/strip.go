package generate

import (
	"context"
	"fmt"

	"platen/domain"
)

// strip is a print of copies of a band, one a page.
type strip struct {
	content []byte
	width   domain.Length
	first   int             // the page of the body that the first copy is for; 0: any copy is for every page
	heights []domain.Length // of the copies
	traffic domain.Traffic
}

// has tells whether there is a copy for a page of the body.
func (s strip) has(page int) bool {
	return s.first == 0 || page >= s.first && page < s.first+len(s.heights)
}

// copyFor is the strip's page for a page of the body.
func (s strip) copyFor(page int) int {
	if s.first == 0 {
		return 1
	}
	return page - s.first + 1
}

// tallest is the height of the tallest copy.
func (s strip) tallest() domain.Length {
	most := domain.Length(0)
	for _, h := range s.heights {
		most = max(most, h)
	}
	return most
}

// printStrip prints the copies for pages first to last, and measures them.
func (j *job) printStrip(ctx context.Context, b *band, width domain.Length, first, last, total int) (strip, error) {
	paper := domain.Size{Width: width, Height: j.paper.Height}
	sheet, err := b.running.Strip(paper, first, last, total)
	if err != nil {
		return strip{}, fmt.Errorf("repeat %s: %w", b.side, err)
	}
	pdf, err := j.render(ctx, sheet, b.side.String())
	if err != nil {
		return strip{}, err
	}
	layout, err := j.inspector.Layout(pdf.Content)
	if err != nil {
		return strip{}, fmt.Errorf("read the engine's PDF of %s: %w", b.side, err)
	}
	s := strip{content: pdf.Content, width: width, first: first, heights: make([]domain.Length, last-first+1), traffic: pdf.Traffic}
	for i := range s.heights {
		s.heights[i] = paper.Height // as tall as the page, unless its end is seen
		if i < len(layout) {
			s.heights[i] = endOf(layout[i], paper.Height)
		}
	}
	return s, nil
}

// endOf finds where a copy ends on its page.
func endOf(page domain.Page, otherwise domain.Length) domain.Length {
	for _, link := range page.Links {
		if link.URI == domain.EndMark {
			return link.Rect.Top
		}
	}
	return otherwise
}
