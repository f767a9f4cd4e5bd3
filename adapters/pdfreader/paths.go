package pdfreader

import (
	"platen/adapters/internal/pdfgraphics"
	"platen/domain"
)

// apply follows an operator that neither names a resource nor changes how content is read.
func (p *painter) apply(operator string, operands []any) {
	v := numbers(operands)
	switch operator {
	case "q":
		p.save()
	case "Q":
		p.restore()
	case "cm":
		p.state.ctm = pdfgraphics.Matrix(v[:6]).Times(p.state.ctm)
	case "w":
		p.state.lineWidth = v[0]
	case "m", "l":
		p.path.Add(p.state.ctm.Point(v[0], v[1]))
	case "c", "v", "y":
		for i := 0; i+1 < len(operands); i += 2 {
			p.path.Add(p.state.ctm.Point(v[i], v[i+1]))
		}
	case "re":
		b := p.state.ctm.Box(pdfgraphics.Box{Left: v[0], Bottom: v[1], Right: v[0] + v[2], Top: v[1] + v[3]})
		p.path.Add(b.Left, b.Bottom)
		p.path.Add(b.Right, b.Top)
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
		p.text.Apply(&p.state.TextState, operator, v)
		if pdfgraphics.ShowsText(operator) {
			p.show(operands)
		}
	}
}

// paint marks the path, with half of the line's width around it if it is stroked.
func (p *painter) paint(stroked bool) {
	if p.path.Some {
		b := p.path.Box
		if stroked {
			b = b.Grow(p.state.lineWidth / 2 * p.state.ctm.Scale())
		}
		p.mark(domain.Shape, b)
	}
	p.endPath()
}

func (p *painter) endPath() {
	if p.clips {
		p.state.clip = p.state.clip.Common(p.path.Box)
	}
	p.path, p.clips = pdfgraphics.Extent{}, false
}
