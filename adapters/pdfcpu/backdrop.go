package pdfcpu

import (
	"slices"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"platen/adapters/internal/pdftoken"
)

// backdropTolerance is more than the last page of a document lacks of its paper's height, in points: the slack of
// headerfooter.Sheet, and what an engine adds to the paper.
const backdropTolerance = 10

// withoutBackdrop gives the content of an overlay's page without the rectangles that it begins with and that cover
// it: the background of the document, which would hide the body. QtWebKit paints a white one, which no style takes away.
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
			if !s.path.covers(page) {
				return content
			}
			if !copied {
				content, copied = slices.Clone(content), true
			}
			copy(content[at:at+length], "n ")
			s.path = rectanglePath{}
		case painting[o.operator] || o.operator == "BI":
			return content
		default:
			s.follow(o)
		}
	}
	return content
}

// surface is where and what a fill paints.
type surface struct {
	transform matrix
	path      rectanglePath
}

// follow takes an operator into account that paints nothing.
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
	case "n":
		s.path = rectanglePath{}
	}
}

// rectanglePath is the current path, if it is a single rectangle.
type rectanglePath struct {
	pieces int
	box    types.Rectangle
}

// covers reports whether the path is a rectangle that covers the page.
func (p rectanglePath) covers(page types.Rectangle) bool {
	return p.pieces == 1 && p.box.LL.X < page.LL.X+backdropTolerance && p.box.UR.X > page.UR.X-backdropTolerance &&
		p.box.LL.Y < page.LL.Y+backdropTolerance && p.box.UR.Y > page.UR.Y-backdropTolerance
}
