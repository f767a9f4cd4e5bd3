package headerfooter

import "platen/domain"

// OverlayPage is a page of an overlay document. One copy is laid out on it. What the copy paints outside its box is on the page, too: it
// is cut at the page's edges only.
type OverlayPage struct {
	// Width is the width of the copy.
	Width domain.Length
	// Beside is the distance of the copy from the page's left and right edges.
	Beside domain.Length
	// Above is the distance of the copy from the page's upper edge.
	Above domain.Length
	// Height is that of the page.
	Height domain.Length
	// Least is the least height of the copy: a header of positioned boxes alone has no height of its own.
	Least domain.Length
}

// Paper is the size of the page.
func (o OverlayPage) Paper() domain.Size {
	return domain.Size{Width: o.Width + 2*o.Beside, Height: o.Height}
}

// reduction is the scale at which a measuring document shows a copy once more. The reduced copy keeps the middle of its
// width. The page shows what the copy paints as far as one and a half of its heights above and two and a half below.
const reduction = 1.0 / 4

func (o OverlayPage) reducedTop() domain.Length { return o.Height * 3 / 8 }

// Unreduced returns the rectangle of the copy that a rectangle of the page with the reduced copy shows. Its distances are from the copy's
// upper left corner.
func (o OverlayPage) Unreduced(r domain.Rect) domain.Rect {
	across := func(x domain.Length) domain.Length { return (x-o.Beside-o.Width/2)/reduction + o.Width/2 }
	down := func(y domain.Length) domain.Length { return (y - o.reducedTop()) / reduction }
	return domain.Rect{Left: across(r.Left), Top: down(r.Top), Right: across(r.Right), Bottom: down(r.Bottom)}
}
