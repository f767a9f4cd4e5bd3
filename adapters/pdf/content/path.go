package content

import (
	"math"
	"slices"

	"platen/adapters/pdf/page"
)

// path is the current path (8.5.2). Its extent is that of its lines and curves: a point that is only moved to paints nothing.
type path struct {
	page.Extent
	outline    Outline
	area       float64 // of its subpaths together, negative if they go clockwise
	begin, end point   // of the subpath, and of the last line
	long       bool    // it has more lines than the outline
	clips      bool    // it becomes a clip when it ends
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
		p.close()
	case "re":
		v[2], v[3] = v[0]+v[2], v[1]+v[3]
		p.begin, p.end = at(0), at(0)
		for _, i := range [][2]int{{2, 1}, {2, 3}, {0, 3}, {0, 1}} {
			x, y := ctm.Point(v[i[0]], v[i[1]])
			p.line(point{x, y})
		}
	}
}

// line continues the path to a point.
func (p *path) line(to point) {
	p.Add(p.end.x, p.end.y)
	p.Add(to.x, to.y)
	p.area += ((p.end.x-p.begin.x)*(to.y-p.begin.y) - (to.x-p.begin.x)*(p.end.y-p.begin.y)) / 2
	if p.long = p.long || len(p.outline) == maxOutline; !p.long {
		p.outline = append(p.outline, [4]float64{p.end.x, p.end.y, to.x, to.y})
	}
	p.end = to
}

// close closes the last subpath, as "h" does, and what fills a path or clips at it.
func (p *path) close() {
	if p.end != p.begin {
		p.line(p.begin)
	}
}

// curve continues the path by a Bézier curve. Its box is that of points on it, since that of its control points may be much larger.
func (p *path) curve(b, c, d point) {
	const points, chords = 16, 4
	a := p.end
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
	area := p.Width() * p.Height()
	return area > 0 && len(p.outline) == 4 && math.Abs(math.Abs(p.area)/area-1) < 1e-9
}

// crosses reports whether a line of the path may go through a box, and not only along its sides.
func (p *path) crosses(b page.Box) bool {
	return p.long || slices.ContainsFunc(p.outline, func(l [4]float64) bool {
		return max(l[0], l[2]) > b.Left+rounding && min(l[0], l[2]) < b.Right-rounding &&
			max(l[1], l[3]) > b.Bottom+rounding && min(l[1], l[3]) < b.Top-rounding
	})
}
