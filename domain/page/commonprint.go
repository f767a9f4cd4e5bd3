package page

import (
	"math"

	"platen/domain"
)

// CommonPrint is one print for pages with different margins, on an engine that gives all pages of a print the same.
//
// Its content is as wide as on the page that leaves it the least width. It is as high as on the left or right page that leaves it
// the least height. If the first page leaves it less, the rest is empty space at the top of the first page. The paper is so large
// that it has space around the content for the margins of each of the pages. Each page is cut out of the paper so that the
// content begins at the page's own left and top margin. If a page leaves more space for content than the print has, the rest of it
// stays empty at the right and at the bottom; header and footer have all of it.
type CommonPrint struct {
	Paper   domain.Size
	Margins domain.Margins
	// FirstTop is the height of the empty space at the top of the first page's content.
	FirstTop domain.Length

	layout Layout
}

// Differ reports whether not all pages have the same margins.
func (l Layout) Differ() bool {
	first := l.Page(1).Margins
	return difference(first, l.Page(2).Margins) > computedRounding || difference(first, l.Page(3).Margins) > computedRounding
}

// computedRounding is by how much computed lengths that are equal may differ.
const computedRounding = 0.01 * domain.Point

// Common returns the print for all pages.
func (l Layout) Common() CommonPrint {
	paper := l.Default().Size
	first, left, right := contentOf(paper, l.Page(1).Margins), contentOf(paper, l.Page(2).Margins), contentOf(paper, l.Page(3).Margins)
	content := domain.Size{Width: min(first.Width, left.Width, right.Width), Height: min(left.Height, right.Height)}
	c := CommonPrint{layout: l, FirstTop: max(0, content.Height-first.Height)}
	for number := 1; number <= int(variants); number++ {
		begins := c.begins(number)
		c.Margins.Left, c.Margins.Top = max(c.Margins.Left, begins.Left), max(c.Margins.Top, begins.Top)
		c.Margins.Right = max(c.Margins.Right, paper.Width-begins.Left-content.Width)
		c.Margins.Bottom = max(c.Margins.Bottom, paper.Height-begins.Top-content.Height)
	}
	c.Paper = domain.Size{
		Width:  c.Margins.Left + content.Width + c.Margins.Right,
		Height: c.Margins.Top + content.Height + c.Margins.Bottom,
	}
	return c
}

// begins returns where the content of the print begins on the page of a number. The first page's empty space is a part of it.
func (c CommonPrint) begins(number int) domain.Margins {
	own := c.layout.Page(number).Margins
	if number == 1 {
		own.Top -= c.FirstTop
	}
	return own
}

// FillsFirst reports whether the first page's content is as large as its margins say.
func (c CommonPrint) FillsFirst() bool {
	own, content := contentOf(c.layout.Default().Size, c.layout.Page(1).Margins), contentOf(c.Paper, c.Margins)
	return apart(content.Width, own.Width) <= computedRounding && apart(content.Height-c.FirstTop, own.Height) <= computedRounding
}

// Page returns the page of a number, counted from 1: the region of the paper that it is, and itself.
func (c CommonPrint) Page(number int) (crop domain.Rect, of Page) {
	begins := c.begins(number)
	of = c.layout.Page(number)
	// Engines round papers to whole points.
	of.Size = domain.Size{Width: domain.Length(math.Round(of.Size.Width.Points())), Height: domain.Length(math.Round(of.Size.Height.Points()))}
	crop = domain.Rect{Right: of.Size.Width, Bottom: of.Size.Height}
	return crop.Move(c.Margins.Left-begins.Left, c.Margins.Top-begins.Top), of
}
