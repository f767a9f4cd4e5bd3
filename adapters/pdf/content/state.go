package content

import "platen/adapters/pdf/page"

// state is the part of the graphics state that the place of what is painted depends on (ISO 32000-1, 8.4).
type state struct {
	ctm       page.Matrix
	clip      page.Box
	exact     bool // the clip is the box, not a shape within it
	lineWidth float64
	colours

	font                 *Font
	size, leading, rise  float64
	stretch              float64 // horizontal scaling, where 1 is 100 %
	charSpace, wordSpace float64
	mode                 int
}

// invisible is the text rendering mode that paints nothing.
const invisible = 3

// position is where the next glyph is painted (9.4.1): the text matrix, and the text line matrix.
type position struct{ text, line page.Matrix }

// apply follows an operator that sets the text state or moves to another position, and no other.
func (p *position) apply(s *state, operator string, v [6]float64) {
	switch operator {
	case "BT":
		p.text, p.line = page.Identity, page.Identity
	case "TL":
		s.leading = v[0]
	case "Ts":
		s.rise = v[0]
	case "Tz":
		s.stretch = v[0] / 100
	case "Tc":
		s.charSpace = v[0]
	case "Tw":
		s.wordSpace = v[0]
	case "Tr":
		s.mode = int(v[0])
	case "Tm":
		p.text, p.line = page.Matrix(v), page.Matrix(v)
	case "Td":
		p.nextLine(v[0], v[1])
	case "TD":
		s.leading = -v[1]
		p.nextLine(v[0], v[1])
	case `"`:
		s.wordSpace, s.charSpace = v[0], v[1]
		p.nextLine(0, -s.leading)
	case "T*", "'":
		p.nextLine(0, -s.leading)
	}
}

// nextLine begins a line at a distance from the beginning of the last.
func (p *position) nextLine(x, y float64) {
	p.line = page.Matrix{1, 0, 0, 1, x, y}.Times(p.line)
	p.text = p.line
}

// advance moves along the line.
func (p *position) advance(x float64) { p.text = page.Matrix{1, 0, 0, 1, x, 0}.Times(p.text) }

// path is the current path (8.5.2).
type path struct {
	page.Extent
	corners []point // of a path of lines; no more than five
	upright int     // rectangles whose sides are parallel to the page's
	other   bool    // it has anything else
	clips   bool    // it becomes a clip when it ends
}

type point struct{ x, y float64 }

// add follows an operator that makes the path longer.
func (p *path) add(o Operation, ctm page.Matrix) {
	v := o.Numbers()
	switch o.Operator {
	case "m", "l":
		x, y := ctm.Point(v[0], v[1])
		p.Add(x, y)
		if len(p.corners) < 5 && (o.Operator == "l" || len(p.corners) == 0) {
			p.corners = append(p.corners, point{x, y})
		} else {
			p.other = true
		}
	case "c", "v", "y":
		p.other = true
		for i := 0; i+1 < min(len(o.Operands), len(v)); i += 2 {
			p.Add(ctm.Point(v[i], v[i+1]))
		}
	case "re":
		b := ctm.Box(page.Box{Left: v[0], Bottom: v[1], Right: v[0] + v[2], Top: v[1] + v[3]})
		p.Add(b.Left, b.Bottom)
		p.Add(b.Right, b.Top)
		if ctm[1] == 0 && ctm[2] == 0 || ctm[0] == 0 && ctm[3] == 0 {
			p.upright++
		} else {
			p.other = true
		}
	}
}

// isRectangle reports whether the path fills exactly its box.
func (p *path) isRectangle() bool {
	corners := p.corners
	if len(corners) == 5 && corners[4] == corners[0] {
		corners = corners[:4]
	}
	if p.other || len(corners) == 0 {
		return !p.other && p.upright == 1
	}
	if len(corners) != 4 || p.upright > 0 {
		return false
	}
	for i, c := range corners {
		next, opposite := corners[(i+1)%4], corners[(i+2)%4]
		if (c.x == next.x) == (c.y == next.y) || c.x == opposite.x || c.y == opposite.y {
			return false
		}
	}
	return true
}
