package pagecss

import (
	"math"

	"platen/domain"
)

// CommonPrint is one print for pages with different margins, on an engine that gives all pages of a print the same.
//
// Its content is as wide as on the page that leaves it the least width. It is as high as on the left or right page that leaves it
// the least height. If the first page leaves it less, the rest is empty space at the top of the first page. The paper is so large
// that it has space around the content for the margins of each of the pages. Each page is then the part of the paper on which the
// content begins at the page's own left and top margin. If a page leaves more space for content than the print has, the rest of it
// stays empty at the right and at the bottom.
type CommonPrint struct {
	Paper   domain.Size
	Margins domain.Margins
	// FirstTop is the height of the empty space at the top of the first page's content.
	FirstTop domain.Length

	pages PageMargins
}

// Common returns the print for all pages.
func (m PageMargins) Common() CommonPrint {
	first, left, right := contentOf(m.paper, m.Of(1)), contentOf(m.paper, m.Of(2)), contentOf(m.paper, m.Of(3))
	content := domain.Size{Width: min(first.Width, left.Width, right.Width), Height: min(left.Height, right.Height)}
	c := CommonPrint{pages: m, FirstTop: max(0, content.Height-first.Height)}
	for number := range m.own {
		begins := c.begins(number + 1)
		c.Margins.Left, c.Margins.Top = max(c.Margins.Left, begins.Left), max(c.Margins.Top, begins.Top)
		c.Margins.Right = max(c.Margins.Right, m.paper.Width-begins.Left-content.Width)
		c.Margins.Bottom = max(c.Margins.Bottom, m.paper.Height-begins.Top-content.Height)
	}
	c.Paper = domain.Size{
		Width:  c.Margins.Left + content.Width + c.Margins.Right,
		Height: c.Margins.Top + content.Height + c.Margins.Bottom,
	}
	return c
}

// begins returns where the content of the print begins on the page of a number. The first page's empty space is a part of it.
func (c CommonPrint) begins(number int) domain.Margins {
	own := c.pages.Of(number)
	if number == 1 {
		own.Top -= c.FirstTop
	}
	return own
}

// FillsFirst reports whether the first page's content is as large as its margins say.
func (c CommonPrint) FillsFirst() bool {
	own, content := contentOf(c.pages.paper, c.pages.Of(1)), contentOf(c.Paper, c.Margins)
	return near(content.Width, own.Width) && near(content.Height-c.FirstTop, own.Height)
}

// Page returns the page of a number, counted from 1: the part of the paper that it is, and its margins around the content.
func (c CommonPrint) Page(number int) (part domain.Rect, margins domain.Margins) {
	content, page := contentOf(c.Paper, c.Margins), c.pages.paper
	begins := c.begins(number)
	margins = c.pages.Of(number)
	margins.Right, margins.Bottom = page.Width-begins.Left-content.Width, page.Height-begins.Top-content.Height
	// Engines round papers to whole points.
	part = domain.Rect{Right: domain.Length(math.Round(page.Width.Points())), Bottom: domain.Length(math.Round(page.Height.Points()))}
	return part.Move(c.Margins.Left-begins.Left, c.Margins.Top-begins.Top), margins
}

func contentOf(paper domain.Size, m domain.Margins) domain.Size {
	return domain.Size{Width: paper.Width - m.Left - m.Right, Height: paper.Height - m.Top - m.Bottom}
}
