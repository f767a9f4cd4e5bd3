package page

import "platen/domain"

// View is the way from a page's own space to that of domain.Rect: from the top left of the page, as it is shown.
type View struct {
	// Shown is the page's CropBox, or its MediaBox.
	Shown Box
	// Turn is the page's Rotate: 0, 90, 180 or 270 degrees, clockwise.
	Turn int
}

// Size returns the size of the page as it is shown.
func (v View) Size() domain.Size {
	size := domain.Size{Width: domain.Length(v.Shown.Width()), Height: domain.Length(v.Shown.Height())}
	if v.Turn%180 != 0 {
		size.Width, size.Height = size.Height, size.Width
	}
	return size
}

// Rect transforms a box of the page's space.
func (v View) Rect(b Box) domain.Rect {
	s := v.Shown
	// Distances of the box's edges from the edges of the page.
	left, right := domain.Length(b.Left-s.Left), domain.Length(s.Right-b.Right)
	top, bottom := domain.Length(s.Top-b.Top), domain.Length(b.Bottom-s.Bottom)
	size := v.Size()
	switch v.Turn {
	case 90:
		left, top, right, bottom = bottom, left, top, right
	case 180:
		left, top, right, bottom = right, bottom, left, top
	case 270:
		left, top, right, bottom = top, right, bottom, left
	}
	return domain.Rect{Left: left, Top: top, Right: size.Width - right, Bottom: size.Height - bottom}
}

// Placing returns the transformation from the space of an upright page into this page's space. It moves the upright page's corner
// (left, top) to a position that is measured from this page's top left corner as it is shown.
func (v View) Placing(left, top float64, x, y domain.Length) Matrix {
	// The upright page's origin, measured from the shown page's bottom left corner.
	a, b := x.Points()-left, v.Size().Height.Points()-y.Points()-top
	w, h := v.Shown.Width(), v.Shown.Height()
	var m Matrix
	switch v.Turn {
	case 90:
		m = Matrix{0, 1, -1, 0, w - b, a}
	case 180:
		m = Matrix{-1, 0, 0, -1, w - a, h - b}
	case 270:
		m = Matrix{0, -1, 1, 0, b, h - a}
	default:
		m = Matrix{1, 0, 0, 1, a, b}
	}
	m[4] += v.Shown.Left
	m[5] += v.Shown.Bottom
	return m
}

// Box transforms a rectangle of the page as it is shown into the page's space.
func (v View) Box(r domain.Rect) Box {
	h := r.Height().Points()
	return v.Placing(0, h, r.Left, r.Top).Box(Box{Right: r.Width().Points(), Top: h})
}
