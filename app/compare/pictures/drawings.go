package pictures

import (
	"image"
	"math"
	"slices"

	"platen/app/compare/words"
)

// Drawing is a shape, such as the bar of a chart, that says something else.
type Drawing struct {
	words.Box
	By DrawingChange
}

// DrawingChange is what became of a shape.
type DrawingChange string

// What becomes of shapes, where the words around them stay.
const (
	Resized   DrawingChange = "is longer or shorter"
	Reshaped  DrawingChange = "has another form"
	Exchanged DrawingChange = "changed its colour with another one"
	Lost      DrawingChange = "is missing"
	// Recoloured shapes say the same.
	Recoloured DrawingChange = "is in another colour"
)

const (
	// stays is how far shapes and words may move and stand at their place, in millimetres.
	stays = 0.4
	// largestSign is the largest shape whose form is a sign, such as an arrow.
	largestSign = 20
	// leastDrawing is the least side of a shape that is a drawing alone.
	leastDrawing = 8
	// maxDrawings bounds the shapes of a page that are compared.
	maxDrawings = 1000
)

// compareDrawings compares the shapes of two pages that have no words in them and whose neighbours did not move.
func compareDrawings(a, b *Painted, wordsA, wordsB *mask, moved []wordShift, controls []Control) (changed []Drawing) {
	shapesA, shapesB := a.drawings(wordsA), b.drawings(wordsB)
	var repainted []recoloured
	for _, s := range shapesA {
		dx, dy := nearestMove(moved, s)
		if math.Hypot(dx, dy) > stays || slices.ContainsFunc(controls, func(c Control) bool { return c.Overlap(s) > 0 }) {
			continue
		}
		switch {
		case hasSame(shapesB, s):
			was, is, reshaped := compareShape(a, b, s)
			if reshaped {
				changed = append(changed, Drawing{s, Reshaped})
			} else if colourDistance(was, is) > 60 {
				repainted = append(repainted, recoloured{s, was, is})
			}
		case slices.ContainsFunc(shapesB, func(o words.Box) bool { return sidesAway(s, o) == 1 && !hasSame(shapesA, o) }):
			changed = append(changed, Drawing{s, Resized})
		case min(s.Width(), s.Height()) > leastDrawing && a.inkWithin(s) > 0.003 && b.inkWithin(s) < a.inkWithin(s)/10:
			changed = append(changed, Drawing{s, Lost})
		}
	}
	return append(changed, exchanged(repainted)...)
}

// drawings are the shapes without words.
func (p *Painted) drawings(m *mask) (found []words.Box) {
	for _, s := range p.shapes[:min(len(p.shapes), maxDrawings)] {
		if share := m.share(pixels(s)); share < 0.02 && s.Width() < 200 && !slices.Contains(found, s) {
			found = append(found, s)
		}
	}
	return found
}

func hasSame(shapes []words.Box, s words.Box) bool {
	return slices.ContainsFunc(shapes, func(o words.Box) bool { return sidesAway(s, o) == 0 })
}

// sidesAway counts the sides of two boxes that differ.
func sidesAway(a, b words.Box) (n int) {
	for _, d := range []float64{a.X0 - b.X0, a.X1 - b.X1, a.Y0 - b.Y0, a.Y1 - b.Y1} {
		if math.Abs(d) > stays {
			n++
		}
	}
	return n
}

// compareShape returns the colours of a shape, and whether its form differs.
func compareShape(a, b *Painted, s words.Box) (was, is [3]float64, reshaped bool) {
	r := pixels(s).Inset(-2).Intersect(image.Rect(0, 0, min(a.w, b.w), min(a.h, b.h)))
	was, _ = paperColour(a.canvas, r.Inset(2))
	is, _ = paperColour(b.canvas, r.Inset(2))
	if max(s.Width(), s.Height()) > largestSign || colourDistance(was, is) > 60 || a.plainAt(r) || b.plainAt(r) {
		return was, is, false
	}
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if correlation(a.canvas, b.canvas, r, dx, dy) > 0.6 {
				return was, is, false
			}
		}
	}
	return was, is, true
}

// plainAt reports whether a region shows hardly anything.
func (p *Painted) plainAt(r image.Rectangle) bool {
	low, high := uint8(255), uint8(0)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := p.brightness[y*p.w+r.Min.X:][:r.Dx()]
		low, high = min(low, slices.Min(row)), max(high, slices.Max(row))
	}
	return high-low < 2*leastContrast
}

// inkWithin is the share of a box's inner part that is not its paper.
func (p *Painted) inkWithin(b words.Box) float64 {
	r := pixels(b)
	r = r.Inset(min(r.Dx(), r.Dy()) / 8).Intersect(image.Rect(0, 0, p.w, p.h))
	if r.Empty() {
		return 0
	}
	paper, _ := paperColour(p.canvas, r)
	n := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if colourDistance(colourOf(p.at(x, y)), paper) > 2*leastContrast {
				n++
			}
		}
	}
	return float64(n) / float64(r.Dx()*r.Dy())
}

// recoloured is a shape in another colour.
type recoloured struct {
	words.Box
	was, is [3]float64
}

// exchanged tells of the shapes in another colour, and of those of which each has the other's.
func exchanged(all []recoloured) (found []Drawing) {
	for _, s := range all {
		by := Recoloured
		if slices.ContainsFunc(all, func(o recoloured) bool {
			return colourDistance(s.was, o.is) < 2*faintInk && colourDistance(s.is, o.was) < 2*faintInk
		}) {
			by = Exchanged
		}
		found = append(found, Drawing{s.Box, by})
	}
	return found
}
