package pdfreader

import (
	"math"

	"platen/domain"
)

// extent is the box around points, if there are any.
type extent struct {
	box
	some bool
}

func (e *extent) add(x, y float64) {
	if !e.some {
		e.box, e.some = box{x, y, x, y}, true
		return
	}
	e.box = box{math.Min(e.left, x), math.Min(e.bottom, y), math.Max(e.right, x), math.Max(e.top, y)}
}

// point gives where a point of user space is on the page.
func (m matrix) point(x, y float64) (float64, float64) {
	return m[0]*x + m[2]*y + m[4], m[1]*x + m[3]*y + m[5]
}

// box gives the box around a rectangle of user space.
func (m matrix) box(b box) box {
	var e extent
	for _, corner := range [][2]float64{{b.left, b.bottom}, {b.right, b.bottom}, {b.left, b.top}, {b.right, b.top}} {
		e.add(m.point(corner[0], corner[1]))
	}
	return e.box
}

// apply follows an operator that neither names a resource nor changes how content is read.
func (p *painter) apply(operator string, operands []any) {
	v := numbers(operands)
	switch operator {
	case "q":
		p.save()
	case "Q":
		p.restore()
	case "cm":
		p.state.ctm = matrix(v[:6]).times(p.state.ctm)
	case "w":
		p.state.lineWidth = v[0]
	case "m", "l":
		p.path.add(p.state.ctm.point(v[0], v[1]))
	case "c", "v", "y":
		for i := 0; i+1 < len(operands); i += 2 {
			p.path.add(p.state.ctm.point(v[i], v[i+1]))
		}
	case "re":
		b := p.state.ctm.box(box{v[0], v[1], v[0] + v[2], v[1] + v[3]})
		p.path.add(b.left, b.bottom)
		p.path.add(b.right, b.top)
	case "W", "W*":
		p.clips = true
	case "n":
		p.endPath()
	case "f", "F", "f*":
		p.paint(false)
	case "S", "s", "B", "B*", "b", "b*":
		p.paint(true)
	case "sh":
		p.mark(domain.Shape, p.state.clip)
	default:
		p.place.apply(&p.state.textState, operator, v)
		if showsText(operator) {
			p.show(operands)
		}
	}
}

// paint marks the path, with half of the line's width around it if it is stroked.
func (p *painter) paint(stroked bool) {
	if p.path.some {
		b := p.path.box
		if stroked {
			m := p.state.ctm
			half := p.state.lineWidth / 2 * math.Sqrt(math.Abs(m[0]*m[3]-m[1]*m[2]))
			b = box{b.left - half, b.bottom - half, b.right + half, b.top + half}
		}
		p.mark(domain.Shape, b)
	}
	p.endPath()
}

func (p *painter) endPath() {
	if p.clips {
		p.state.clip = p.state.clip.common(p.path.box)
	}
	p.path, p.clips = extent{}, false
}
