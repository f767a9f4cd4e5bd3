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
	shown := v.matrix().Box(b)
	return domain.Rect{Left: domain.Length(shown.Left), Top: domain.Length(shown.Bottom),
		Right: domain.Length(shown.Right), Bottom: domain.Length(shown.Top)}
}

// Point transforms a point of the page's space.
func (v View) Point(x, y float64) (left, top domain.Length) {
	x, y = v.matrix().Point(x, y)
	return domain.Length(x), domain.Length(y)
}

// matrix returns the transformation from the page's space, whose y grows downwards then.
func (v View) matrix() Matrix {
	s := v.Shown
	switch v.Turn {
	case 90:
		return Matrix{0, 1, 1, 0, -s.Bottom, -s.Left}
	case 180:
		return Matrix{-1, 0, 0, 1, s.Right, -s.Bottom}
	case 270:
		return Matrix{0, -1, -1, 0, s.Top, s.Right}
	}
	return Matrix{1, 0, 0, -1, -s.Left, s.Top}
}

// Placing returns the transformation from the space of an upright page into this page's space. It moves the upright page's corner
// (left, top) to a position that is measured from this page's top left corner as it is shown.
func (v View) Placing(left, top float64, x, y domain.Length) Matrix {
	m := v.matrix()
	inverse := Matrix{m[0], m[2], m[1], m[3], -m[0]*m[4] - m[1]*m[5], -m[2]*m[4] - m[3]*m[5]} // of a rotation or a reflection
	return Matrix{1, 0, 0, -1, x.Points() - left, y.Points() + top}.Times(inverse)
}

// Box transforms a rectangle of the page as it is shown into the page's space.
func (v View) Box(r domain.Rect) Box {
	h := r.Height().Points()
	return v.Placing(0, h, r.Left, r.Top).Box(Box{Right: r.Width().Points(), Top: h})
}
