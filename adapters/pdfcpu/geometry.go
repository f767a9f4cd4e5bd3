package pdfcpu

import (
	"fmt"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"platen/domain"
)

// view is the part of a page that a reader shows: a box in the page's space, rotated clockwise.
type view struct {
	box  types.Rectangle
	turn int // degrees: 0, 90, 180 or 270
}

func (v view) size() domain.Size {
	s := domain.Size{Width: domain.Length(v.box.Width()), Height: domain.Length(v.box.Height())}
	if v.turn%180 != 0 {
		s.Width, s.Height = s.Height, s.Width
	}
	return s
}

// matrix is a transformation [a b c d e f] (ISO 32000-1, 8.3.3).
type matrix [6]float64

func (m matrix) apply(x, y float64) (float64, float64) {
	return m[0]*x + m[2]*y + m[4], m[1]*x + m[3]*y + m[5]
}

// times returns the transformation m followed by n.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

func (m matrix) String() string {
	return fmt.Sprintf("%.5g %.5g %.5g %.5g %.5f %.5f", m[0], m[1], m[2], m[3], m[4], m[5])
}

// to returns the transformation from the space of an upright page into this page's space. It moves the upright page's corner (left, top)
// to a position that is measured from this page's top left corner as it is shown.
func (v view) to(left, top float64, x, y domain.Length) matrix {
	size := v.size()
	// The upright page's origin, measured from the shown page's bottom left corner.
	a, b := x.Points()-left, size.Height.Points()-y.Points()-top
	w, h := v.box.Width(), v.box.Height()
	var m matrix
	switch v.turn {
	case 90:
		m = matrix{0, 1, -1, 0, w - b, a}
	case 180:
		m = matrix{-1, 0, 0, -1, w - a, h - b}
	case 270:
		m = matrix{0, -1, 1, 0, b, h - a}
	default:
		m = matrix{1, 0, 0, 1, a, b}
	}
	m[4] += v.box.LL.X
	m[5] += v.box.LL.Y
	return m
}

// rect transforms a rectangle and returns the bounding box of the result.
func (m matrix) rect(r types.Rectangle) *types.Rectangle {
	x1, y1 := m.apply(r.LL.X, r.LL.Y)
	x2, y2 := m.apply(r.UR.X, r.UR.Y)
	return types.NewRectangle(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
}

// within returns the intersection of two rectangles; false if it is empty.
func within(r, outer types.Rectangle) (types.Rectangle, bool) {
	cut := types.NewRectangle(max(r.LL.X, outer.LL.X), max(r.LL.Y, outer.LL.Y), min(r.UR.X, outer.UR.X), min(r.UR.Y, outer.UR.Y))
	return *cut, cut.UR.X > cut.LL.X && cut.UR.Y > cut.LL.Y
}
