package pagecss

import (
	"math"

	"platen/domain"
)

// CommonPrint is one print for pages with different margins, on an engine that gives all pages of a print the same.
//
// The content is as wide as on the page that leaves it the least width, and as high as on the page that leaves it the least
// height. The paper is so large that it has room around the content for the margins of each of the pages. Each page is then the
// part of the paper on which the content begins at the page's own left and top margin. If the pages differ in the room for
// content, the rest of it is left over at the right and at the bottom.
type CommonPrint struct {
	Paper   domain.Size
	Margins domain.Margins

	page domain.Size
}

// Common returns the print for the pages of some numbers, counted from 1; at least one.
func (m PageMargins) Common(numbers ...int) CommonPrint {
	content := domain.Size{Width: domain.Length(math.Inf(1)), Height: domain.Length(math.Inf(1))}
	for _, number := range numbers {
		room := contentOf(m.paper, m.Of(number))
		content.Width, content.Height = min(content.Width, room.Width), min(content.Height, room.Height)
	}
	c := CommonPrint{page: m.paper}
	for _, number := range numbers {
		own := m.Of(number)
		c.Margins.Left, c.Margins.Top = max(c.Margins.Left, own.Left), max(c.Margins.Top, own.Top)
		c.Margins.Right = max(c.Margins.Right, m.paper.Width-own.Left-content.Width)
		c.Margins.Bottom = max(c.Margins.Bottom, m.paper.Height-own.Top-content.Height)
	}
	c.Paper = domain.Size{
		Width:  c.Margins.Left + content.Width + c.Margins.Right,
		Height: c.Margins.Top + content.Height + c.Margins.Bottom,
	}
	return c
}

// Content is the size of the content.
func (c CommonPrint) Content() domain.Size { return contentOf(c.Paper, c.Margins) }

// SameContent reports whether the content of two prints has the same size, so that lines and pages break at the same places.
func (c CommonPrint) SameContent(o CommonPrint) bool {
	return near(c.Content().Width, o.Content().Width) && near(c.Content().Height, o.Content().Height)
}

// Larger reports whether the paper is larger than the pages.
func (c CommonPrint) Larger() bool {
	return !near(c.Paper.Width, c.page.Width) || !near(c.Paper.Height, c.page.Height)
}

// Page returns a page with margins of its own: the part of the paper that it is, and its margins around the content.
func (c CommonPrint) Page(own domain.Margins) (part domain.Rect, margins domain.Margins) {
	content := c.Content()
	margins = domain.Margins{Left: own.Left, Top: own.Top, Right: c.page.Width - own.Left - content.Width, Bottom: c.page.Height - own.Top - content.Height}
	// Engines round papers to whole points.
	part = domain.Rect{Right: domain.Length(math.Round(c.page.Width.Points())), Bottom: domain.Length(math.Round(c.page.Height.Points()))}
	return part.Move(c.Margins.Left-own.Left, c.Margins.Top-own.Top), margins
}

func contentOf(paper domain.Size, m domain.Margins) domain.Size {
	return domain.Size{Width: paper.Width - m.Left - m.Right, Height: paper.Height - m.Top - m.Bottom}
}
