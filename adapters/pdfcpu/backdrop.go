package pdfcpu

import (
	"slices"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"platen/adapters/internal/pdftoken"
)

// backdropTolerance is the most that a backdrop may lack of the page's height, in points. On the last page of a document it lacks the
// slack of headerfooter.Sheet and what an engine adds to the paper.
const backdropTolerance = 10

// withoutBackdrop returns the content of an overlay's page without the rectangles that cover the page and are painted first. They are the
// background of the document and would hide the body. QtWebKit always paints a white one; no style prevents it.
func withoutBackdrop(content []byte, page types.Rectangle) []byte {
	copied := false
	s := surface{transform: matrix{1, 0, 0, 1, 0, 0}}
	var saved []surface
	var operands []token
	for rest := pdftoken.SkipBlanks(content); len(rest) > 0; rest = pdftoken.SkipBlanks(rest) {
		length := pdftoken.Length(rest)
		if length == 0 {
			return content
		}
		t := token(rest[:length])
		at := len(content) - len(rest)
		rest = rest[length:]
		if !t.isOperator() {
			operands = append(operands, t)
			continue
		}
		o := operation{operands, string(t)}
		operands = operands[:0]
		switch {
		case o.operator == "q":
			saved = append(saved, s)
		case o.operator == "Q" && len(saved) > 0:
			s, saved = saved[len(saved)-1], saved[:len(saved)-1]
		case o.operator == "f" || o.operator == "F" || o.operator == "f*":
			if s.clipped || !s.path.covers(page) {
				return content
			}
			if !copied {
				content, copied = slices.Clone(content), true
			}
			copy(content[at:at+length], "n ")
			s.endPath(page)
		case painting[o.operator] || o.operator == "BI":
			return content
		case o.operator == "n":
			s.endPath(page)
		default:
			s.follow(o)
		}
	}
	return content
}

// surface is the page, the current path and the graphics state that decide what a fill paints.
type surface struct {
	transform matrix
	path      rectanglePath
	clips     bool // the path becomes a clip when it ends
	clipped   bool // a clip leaves a part of the page uncovered
}

// endPath ends the path. If a clipping operator came before, the path becomes a clip.
func (s *surface) endPath(page types.Rectangle) {
	s.clipped = s.clipped || s.clips && !s.path.covers(page) && !s.path.outlines(page)
	s.path, s.clips = rectanglePath{}, false
}

// follow updates the state for an operator that paints nothing.
func (s *surface) follow(o operation) {
	switch o.operator {
	case "cm":
		if values, ok := o.numbers(6); ok {
			s.transform = matrix(values).times(s.transform)
		}
	case "re":
		s.path.pieces++
		if values, ok := o.numbers(4); ok {
			left, bottom := min(values[0], values[0]+values[2]), min(values[1], values[1]+values[3])
			right, top := max(values[0], values[0]+values[2]), max(values[1], values[1]+values[3])
			s.path.box = *s.transform.rect(*types.NewRectangle(left, bottom, right, top))
		}
	case "m", "l", "c", "v", "y":
		s.path.pieces += 2
		if at, ok := o.numbers(2); ok && s.path.pieces <= 2*len(s.path.points) {
			x, y := s.transform.apply(at[0], at[1])
			s.path.points[s.path.pieces/2-1] = types.Point{X: x, Y: y}
		}
	case "W", "W*":
		s.clips = true
	}
}

// rectanglePath is the current path, if it is a single rectangle.
type rectanglePath struct {
	pieces int // one for a rectangle, two for a line
	box    types.Rectangle
	points [5]types.Point
}

// covers reports whether the path is a rectangle that covers the page.
func (p rectanglePath) covers(page types.Rectangle) bool {
	return p.pieces == 1 && covers(p.box, page)
}

// outlines reports whether the path consists of lines around the page, as QtWebKit's clip to the page does.
func (p rectanglePath) outlines(page types.Rectangle) bool {
	if corners := p.points; p.pieces != 2*len(corners) || corners[0] != corners[4] ||
		!opposite(corners[0], corners[1], corners[2]) || !opposite(corners[2], corners[3], corners[0]) {
		return false
	}
	from, to := p.points[0], p.points[2]
	return covers(*types.NewRectangle(min(from.X, to.X), min(from.Y, to.Y), max(from.X, to.X), max(from.Y, to.Y)), page)
}

// opposite reports whether the second point is a corner of the upright rectangle between the two others.
func opposite(from, corner, to types.Point) bool {
	return corner.X == from.X && corner.Y == to.Y || corner.X == to.X && corner.Y == from.Y
}

func covers(box, page types.Rectangle) bool {
	return box.LL.X < page.LL.X+backdropTolerance && box.UR.X > page.UR.X-backdropTolerance &&
		box.LL.Y < page.LL.Y+backdropTolerance && box.UR.Y > page.UR.Y-backdropTolerance
}
