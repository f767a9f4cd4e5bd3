package pdfgraphics

import "platen/domain"

// View transforms a page's own space into that of domain.Rect: from the top left of the page, as it is shown.
type View struct {
	// Shown is the page's CropBox, or its MediaBox.
	Shown Box
	// Turn is the page's Rotate: degrees, clockwise, a multiple of 90.
	Turn int
}

// Size is the size of the page as it is shown.
func (v View) Size() domain.Size {
	size := domain.Size{Width: domain.Length(v.Shown.Right - v.Shown.Left), Height: domain.Length(v.Shown.Top - v.Shown.Bottom)}
	if v.Turn%180 != 0 {
		size.Width, size.Height = size.Height, size.Width
	}
	return size
}

// Rect transforms a box.
func (v View) Rect(b Box) domain.Rect {
	s := v.Shown
	// Distances of the box's edges from the edges of the page.
	left, right := domain.Length(b.Left-s.Left), domain.Length(s.Right-b.Right)
	top, bottom := domain.Length(s.Top-b.Top), domain.Length(b.Bottom-s.Bottom)
	size := v.Size()
	switch (v.Turn%360 + 360) % 360 {
	case 90:
		left, top, right, bottom = bottom, left, top, right
	case 180:
		left, top, right, bottom = right, bottom, left, top
	case 270:
		left, top, right, bottom = top, right, bottom, left
	}
	return domain.Rect{Left: left, Top: top, Right: size.Width - right, Bottom: size.Height - bottom}
}
