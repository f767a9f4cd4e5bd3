package pictures

import (
	"context"
	"image"
	"math"
	"slices"

	"platen/app/compare/words"
)

// drawnOn finds the words that only this page has as text, unless they became others, and that are drawn on the other one: engines that
// draw a font as outlines or pictures leave no text, yet say the same to a reader. It marks where they are drawn.
func (p *Painted) drawnOn(ctx context.Context, other *Painted, unmatched, changed []int) (found []int) {
	if len(unmatched) == 0 {
		return nil
	}
	a, b := p.withoutWords(unmatched), other.withoutWords(nil)
	for _, i := range unmatched {
		word := p.all[i]
		if word.Page != p.page || slices.Contains(changed, i) || word.Pieces != 1 || covered(other.here, word.Box) {
			continue
		}
		if ctx.Err() != nil {
			return nil
		}
		// Lines stand above and below what is drawn of a word. A mark on every page, as a watermark, stays where words move.
		box, core := word.Box, word.Box
		core.Y0, core.Y1 = core.Y0+box.Height()/4, core.Y1-box.Height()/4
		for _, place := range []words.Box{follow(p.moved, box), box} {
			if drawnAlike(a, b, core, toPixels(place.X0-box.X0, place.Y0-box.Y0)) {
				found = append(found, i)
				other.markText(place)
				break
			}
		}
	}
	return found
}

// withoutWords returns the canvas without the words, except some: where they stand, its brightness is what is above them.
func (p *Painted) withoutWords(except []int) canvas {
	c := p.canvas
	c.brightness = slices.Clone(c.brightness)
	for i, w := range p.all {
		r := pixels(w.Box).Intersect(image.Rect(0, 1, c.w, c.h))
		if w.Page != p.page || r.Empty() || slices.Contains(except, i) {
			continue
		}
		for y := r.Min.Y; y < r.Max.Y; y++ {
			copy(c.brightness[y*c.w+r.Min.X:][:r.Dx()], c.brightness[(y-1)*c.w+r.Min.X:])
		}
	}
	return c
}

// inOtherCase returns the words that became the same ones in capitals, or no longer are, and look as before: of small capitals, one engine
// writes what the document says, and another one what it draws.
func inOtherCase(w words.Comparison, a, b *Painted) (drawn, written []int) {
	for _, c := range w.Changed {
		was, is := w.A[c.From], w.B[c.To]
		if was.Page != a.page || is.Page != b.page ||
			words.Capitals(was.Text) != is.Text && was.Text != words.Capitals(is.Text) {
			continue
		}
		if drawnAlike(a.canvas, b.canvas, was.Box, toPixels(is.Box.X0-was.Box.X0, is.Box.Y0-was.Box.Y0)) {
			drawn, written = append(drawn, c.From), append(written, c.To)
		}
	}
	return drawn, written
}

// findMarks finds the shapes that this page draws for the marks of lists among some words of the other page.
func (p *Painted) findMarks(other *Painted, some []int) {
	for _, i := range some {
		if other.all[i].Page != other.page || !other.all[i].Leads() {
			continue
		}
		at := other.all[i].Box
		place := follow(slices.DeleteFunc(slices.Clone(other.moved), func(w wordShift) bool { return !w.box.Besides(at) }), at)
		k := slices.IndexFunc(p.drawn, func(f Figure) bool {
			return f.Kind == Sign && max(f.Width(), f.Height()) < place.Height()/2 && f.Besides(place) &&
				math.Abs(f.X0+f.X1-place.X0-place.X1)/2 < listIndent
		})
		if k >= 0 {
			p.known = append(p.known, p.drawn[k].Box)
		}
	}
}

const (
	// listIndent, in millimetres, is the indent of lists in the style sheets of browsers: 40 pixels.
	listIndent = 40 * 25.4 / 96
	// alike is a correlation: other words of the same length, and other large letters, stay below it.
	alike = 0.65
)

// covered reports whether one of the words of a page stands there.
func covered(page []words.Word, b words.Box) bool {
	return slices.ContainsFunc(page, func(w words.Word) bool { return w.Box.AsTall(b) && w.Box.Overlap(b) > 0.2 })
}

// nearestMove is the way of the nearest word.
func nearestMove(moved []wordShift, b words.Box) wordShift {
	nearest, least := wordShift{grown: 1}, math.Inf(1)
	for _, w := range moved {
		if d := words.Distance(w.box, b); d < least {
			nearest, least = w, d
		}
	}
	return nearest
}

// toPixels is the nearest whole number of pixels to a way in millimetres.
func toPixels(dx, dy float64) image.Point {
	return image.Pt(int(math.Round(dx/pixel)), int(math.Round(dy/pixel)))
}

// drawnAlike looks for a word's picture around its place.
func drawnAlike(a, b canvas, where words.Box, s image.Point) bool {
	const around = 5 // pixels
	r := pixels(where).Intersect(a.Bounds())
	most, _ := nearby(a, b, r, s, around, alike, correlation)
	return most > alike
}
