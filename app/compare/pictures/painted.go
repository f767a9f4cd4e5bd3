package pictures

import (
	"cmp"
	"image"
	"image/draw"
	"math"
	"slices"

	"platen/app/compare/words"
	"platen/domain"
)

// Painted is a page's picture, and what its PDF says of it.
type Painted struct {
	canvas
	// all are the words of its document, here those on the page, which is counted from 0.
	all, here []words.Word
	page      int
	// text marks the words, and what is drawn in place of the other page's.
	text *image.Alpha
	// moved are the ways of its words to the other page, known the shapes that are compared as words or controls.
	moved []wordShift
	known []words.Box
	// lines are thin and horizontal.
	lines  []words.Box
	glyphs []glyphs
	// drawn is all else, of some size.
	drawn []Figure
	// controls are squares of the size of a check box, boxes what may be a code: pictures, drawings and many rectangles together.
	controls, boxes, barCodes []words.Box
	// ticked are the controls that are marked on both pages, where another engine draws them otherwise.
	ticked []words.Box
}

// glyphs are text in one direction.
type glyphs struct {
	words.Box
	turn float64 // in degrees
}

// NewPainted makes a Painted of a picture, what the page paints, which may be unknown, and the words of its document.
func NewPainted(picture *image.RGBA, painted []domain.PaintedRect, all []words.Word, page int) *Painted {
	p := &Painted{canvas: newCanvas(picture, picture.Bounds().Size()), all: all, page: page}
	p.text = image.NewAlpha(p.Bounds())
	for _, w := range all {
		if w.Page == page {
			p.here = append(p.here, w)
		}
	}
	var modules, bars, dots []words.Box
	for _, rect := range painted {
		b := words.BoxOf(rect.Rect)
		width, height := b.Width(), b.Height()
		if rect.Kind == domain.Glyphs {
			p.addGlyphs(b, rect.Turn)
			continue
		}
		p.addShape(b, rect)
		if max(width, height) <= longestModule && min(width, height) <= largestModule {
			modules = append(modules, b)
		}
		if height >= leastCode && width <= largestModule {
			bars = append(bars, b)
		}
		if max(width, height) < smallest {
			dots = append(dots, b)
		}
	}
	for _, line := range clusters(dots, inRow, isLine) { // a dotted one
		p.addShape(line, domain.PaintedRect{})
	}
	for _, w := range p.here {
		if !p.isBehindOthers(w) && !w.Leads() { // what leads the eye is compared as a shape
			p.markText(w.Box)
		}
	}
	p.controls = apartFromOthers(outermost(append(p.controls, framed(p.lines)...)))
	p.barCodes = clusters(bars, inRow, sizedAsCode)
	p.boxes = outermost(slices.Concat(p.boxes, clusters(modules, near, sizedAsCode), p.barCodes))
	return p
}

// aroundText is how many pixels around a word are marked as text.
const aroundText = 2

// markText marks a box, and some pixels around it, as text.
func (p *Painted) markText(b words.Box) {
	draw.Draw(p.text, pixels(b).Inset(-aroundText), image.Opaque, image.Point{}, draw.Src)
}

func (p *Painted) addGlyphs(b words.Box, turn float64) {
	if turn < 1 || turn > 359 {
		turn = 0
	}
	p.glyphs = append(p.glyphs, glyphs{b, turn})
}

// addShape adds a shape or a picture as all that it can be.
func (p *Painted) addShape(b words.Box, rect domain.PaintedRect) {
	width, height := b.Width(), b.Height()
	switch {
	case isControl(b):
		p.controls = append(p.controls, b)
	case sizedAsCode(b):
		p.boxes = append(p.boxes, b)
	}
	if kind := map[domain.PaintKind]FigureKind{domain.Shape: Sign, domain.Picture: Picture}[rect.Kind]; max(width, height) >= smallest {
		p.drawn = append(p.drawn, Figure{Box: b, Kind: kind, outline: newOutline(rect.Outline)})
	}
	if isLine(b) {
		p.lines = append(p.lines, b)
	}
}

// isLine reports whether a box is thin and horizontal.
func isLine(b words.Box) bool {
	return b.Height() <= thinnest && b.Width() >= 1 && b.Width() > 3*b.Height()
}

// isControl reports whether a box is as large as that of a check box or a radio button, in millimetres.
func isControl(b words.Box) bool {
	return min(b.Width(), b.Height()) >= 2 && max(b.Width(), b.Height()) <= 8 && logRatio(b.Width(), b.Height()) < 0.2
}

// framed are the squares whose top and bottom are lines of their own.
func framed(lines []words.Box) (found []words.Box) {
	type edges struct{ left, right int }
	above := map[edges]words.Box{}
	for _, l := range lines {
		key := edges{int(math.Round(l.X0 * 2)), int(math.Round(l.X1 * 2))}
		if top, has := above[key]; has && isControl(top.Union(l)) {
			found = append(found, top.Union(l))
		}
		above[key] = l
	}
	return found
}

// outermost leaves out the boxes that lie in others.
func outermost(boxes []words.Box) (kept []words.Box) {
	area := func(b words.Box) float64 { return b.Width() * b.Height() }
	for _, b := range slices.SortedStableFunc(slices.Values(boxes), func(x, y words.Box) int { return cmp.Compare(area(y), area(x)) }) {
		if !slices.ContainsFunc(kept, func(o words.Box) bool { return o.Overlap(b) > 0.8 }) {
			kept = append(kept, b)
		}
	}
	return kept
}

// apartFromOthers leaves out the boxes that overlap others, as the signs of a chart do.
func apartFromOthers(boxes []words.Box) (kept []words.Box) {
	for i, b := range boxes {
		if !slices.ContainsFunc(boxes, func(o words.Box) bool { return o != boxes[i] && o.Overlap(b) > 0 }) {
			kept = append(kept, b)
		}
	}
	return kept
}

// marked reports whether something is drawn within a control: its inner part differs from the paper around it. framed reports whether
// its outer part does.
func (p *Painted) marked(b words.Box) (marked, framed bool) {
	outer := pixels(b)
	paper := p.colourAround(outer.Inset(-3))
	side := min(outer.Dx(), outer.Dy())
	inner := outer.Inset(int(math.Round(0.27 * float64(side))))
	drawn, ring := 0, 0
	for y := outer.Min.Y; y < outer.Max.Y; y++ {
		for x := outer.Min.X; x < outer.Max.X; x++ {
			switch {
			case colourDistance(colourOf(p.at(x, y)), paper) <= leastContrast:
			case image.Pt(x, y).In(inner):
				drawn++
			default:
				ring++
			}
		}
	}
	return float64(drawn) > 0.12*float64(inner.Dx()*inner.Dy()), ring > 2*side
}

// isFrame reports whether the shape of a control is a frame or its background.
func (p *Painted) isFrame(b words.Box) bool {
	return slices.ContainsFunc(p.drawn, func(f Figure) bool { return sidesAway(f.Box, b) == 0 && f.outline.isFrameOf(f.Box) })
}

// leaveOut removes the figures of a page that are in a box, not those that are around it.
func (p *Painted) leaveOut(b words.Box) {
	p.drawn = slices.DeleteFunc(p.drawn, func(f Figure) bool {
		return f.Overlap(b) > 0.9 && f.Width() < b.Width()+2*stays && f.Height() < b.Height()+2*stays
	})
}

// Control is a check box or a radio button that is in another state.
type Control struct {
	words.Box
	// Marked is what it is in the candidate.
	Marked bool
}

// compareControls pairs the controls of two pages by the way of the words around them, and returns those in another state. It leaves out
// the figures of those that are empty in both, since one engine draws a frame and another one four lines.
func compareControls(a, b *Painted) (changed []Control) {
	const near = 2 // millimetres
	for _, control := range a.controls {
		place := follow(a.moved, control)
		i, least := words.None, 2.0*near
		for k, o := range b.controls {
			across := min(math.Abs(o.X0+o.X1-place.X0-place.X1), math.Abs(o.X0+o.X1-control.X0-control.X1)) // it need not move with its word
			if d := math.Hypot(across, o.Y0+o.Y1-place.Y0-place.Y1); d < least && logRatio(o.Width(), place.Width()) < 0.35 {
				i, least = k, d
			}
		}
		if i == words.None {
			continue
		}
		was, framedA := a.marked(control)
		is, framedB := b.marked(b.controls[i])
		switch {
		case !framedA || !framedB:
		case was != is:
			changed = append(changed, Control{control, is})
		case !was:
			a.leaveOut(control)
			b.leaveOut(b.controls[i])
		case math.Abs(control.Width()-b.controls[i].Width()) > stays && a.isFrame(control) && b.isFrame(b.controls[i]):
			a.ticked, b.ticked = append(a.ticked, control), append(b.ticked, b.controls[i])
		}
	}
	return changed
}
