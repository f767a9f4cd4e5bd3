package content

import (
	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
)

// state is the part of the graphics state that the place of what is painted depends on (ISO 32000-1, 8.4).
type state struct {
	ctm       page.Matrix
	clip      page.Box
	exact     bool    // the clip is the box, not a shape within it
	clipped   Outline // of the last path that made it smaller
	lineWidth float64
	colours

	font                 *Font
	size, leading, rise  float64
	stretch              float64 // horizontal scaling, where 1 is 100 %
	charSpace, wordSpace float64
	mode                 int
}

// extend follows a dictionary of parameters (8.4.5).
func (s *state) extend(f *object.File, parameters object.Dict) {
	if width, is := f.Get(parameters["LW"]).(float64); is {
		s.lineWidth = width
	}
	if alpha, is := f.Get(parameters["ca"]).(float64); is {
		s.alpha = alpha
	}
	if mask := f.Get(parameters["SMask"]); mask != nil {
		s.blended = mask != object.Name("None")
	}
	if mode := f.Get(parameters["BM"]); mode != nil {
		s.blended = s.blended || mode != object.Name("Normal") && mode != object.Name("Compatible")
	}
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

// path is the current path (8.5.2). Its extent is that of its lines and curves: a point that is only moved to paints nothing.
type path struct {
	page.Extent
	outline    Outline
	begin, end point // of the subpath, and of the last line
	long       bool  // it has more lines than the outline
	curved     bool
	clips      bool // it becomes a clip when it ends
}

type point struct{ x, y float64 }

// Outline are the lines of a path, curves as chords: x and y of both ends, in the page's space.
type Outline [][4]float64

// maxOutline bounds the lines of an outline.
const maxOutline = 500

// add follows an operator that makes the path longer.
func (p *path) add(o Operation, ctm page.Matrix) {
	v := o.Numbers()
	at := func(i int) point {
		x, y := ctm.Point(v[i], v[i+1])
		return point{x, y}
	}
	switch o.Operator {
	case "m":
		p.begin, p.end = at(0), at(0)
	case "l":
		p.line(at(0))
	case "c":
		p.curve(at(0), at(2), at(4))
	case "v":
		p.curve(p.end, at(0), at(2))
	case "y":
		p.curve(at(0), at(2), at(2))
	case "h":
		p.line(p.begin)
	case "re":
		v[2], v[3] = v[0]+v[2], v[1]+v[3]
		p.begin, p.end = at(0), at(0)
		corner := v
		for _, i := range [][2]int{{2, 1}, {2, 3}, {0, 3}, {0, 1}} {
			x, y := ctm.Point(corner[i[0]], corner[i[1]])
			p.line(point{x, y})
		}
	}
}

// line continues the path to a point.
func (p *path) line(to point) {
	p.Add(p.end.x, p.end.y)
	p.Add(to.x, to.y)
	if p.long = p.long || len(p.outline) == maxOutline; !p.long {
		p.outline = append(p.outline, [4]float64{p.end.x, p.end.y, to.x, to.y})
	}
	p.end = to
}

// curve continues the path by a Bézier curve. Its box is that of points on it, since that of its control points may be much larger.
func (p *path) curve(b, c, d point) {
	const points, chords = 16, 4
	a := p.end
	p.curved = true
	for k := 1; k <= points; k++ {
		t := float64(k) / points
		u := 1 - t
		at := point{u*u*u*a.x + 3*u*u*t*b.x + 3*u*t*t*c.x + t*t*t*d.x, u*u*u*a.y + 3*u*u*t*b.y + 3*u*t*t*c.y + t*t*t*d.y}
		if p.Add(at.x, at.y); k%(points/chords) == 0 {
			p.line(at)
		}
	}
}

// isRectangle reports whether the path fills exactly its box.
func (p *path) isRectangle() bool {
	sides := p.outline
	if n := len(sides); n == 5 && sides[4][0] == sides[4][2] && sides[4][1] == sides[4][3] {
		sides = sides[:4] // closed twice
	}
	if p.curved || p.long || len(sides) < 3 || len(sides) > 4 {
		return false
	}
	for i, s := range sides {
		upright, last := s[0] == s[2], sides[(i+len(sides)-1)%len(sides)]
		if upright == (s[1] == s[3]) || i > 0 && (upright == (last[0] == last[2]) || s[0] != last[2] || s[1] != last[3]) {
			return false
		}
	}
	first, last := sides[0], sides[len(sides)-1]
	return len(sides) == 4 && last[2] == first[0] && last[3] == first[1] ||
		len(sides) == 3 && (last[2] == first[0]) != (last[3] == first[1])
}
