package pictures

import (
	"context"
	"fmt"
	"math"
	"slices"

	"platen/app/compare/words"
)

// Figure is something drawn that is no word and has none in it, such as an arrow, the bar of a chart or a line to write on.
type Figure struct {
	words.Box
	Kind FigureKind
	By   FigureChange
	// share of its box is drawn, in a colour.
	share  float64
	colour [3]float64
	// now is the colour of its counterpart.
	now [3]float64
}

// String says what became of a figure, which is named by its size.
func (f Figure) String() string {
	by := f.By
	if f.Kind == Rule && by == Missing { // nothing that a reader misses
		by = "is gone"
	}
	if min(f.Width(), f.Height()) <= thinnest && max(f.Width(), f.Height()) >= shortest {
		return fmt.Sprintf("a line of %.0f mm %s", max(f.Width(), f.Height()), by)
	}
	return fmt.Sprintf("a %s of %.0f × %.0f mm %s", f.Kind, f.Width(), f.Height(), by)
}

// FigureKind says what a figure may mean.
type FigureKind string

// The kinds of figures.
const (
	Sign    FigureKind = "shape" // its presence, form, size or colour may say something
	Picture FigureKind = "picture"
	// Rule is a line, a frame or a background, which says nothing by itself.
	Rule FigureKind = "frame or background"
)

// FigureChange is what became of a figure.
type FigureChange string

// What becomes of figures.
const (
	Missing   FigureChange = "is missing"
	Added     FigureChange = "is there in addition"
	Resized   FigureChange = "is longer or shorter"
	Reshaped  FigureChange = "has another form"
	Moved     FigureChange = "stands elsewhere"
	Exchanged FigureChange = "has the colour that another one had"
	// Scaled, recoloured and altered figures say the same.
	Scaled     FigureChange = "is larger or smaller"
	Recoloured FigureChange = "is in another colour"
	Altered    FigureChange = "looks a little different"
)

const (
	// stays is how far the sides of a figure may be off, in millimetres.
	stays = 0.4
	// Sides in millimetres: of a figure that is more than a line, of a line, of a dot, and of a figure that is more than a dot.
	thinnest, shortest, smallest, smallestSign = 1.2, 3, 0.8, 2
	// largestPlain is the largest plain figure that is no background, in millimetres.
	largestPlain = 100
	// otherColour is the difference of two colours that have different names, of 255.
	otherColour = 60
	// maxFigures and maxTries bound the figures of a page that are compared, and how often one is looked for elsewhere.
	maxFigures, maxTries = 500, 2000
)

// compareFigures compares the figures of two pages at the places that follow the words around them. What is missing here may have gone to
// another page. It ends early, without a meaning, when ctx does.
func compareFigures(ctx context.Context, a, b *Painted, wordsA, wordsB *mask, moved []wordShift, controls []Control) (changed []Figure) {
	back := make([]wordShift, len(moved))
	for i, w := range moved {
		back[i] = wordShift{w.box.Moved(w.dx, w.dy), -w.dx, -w.dy}
	}
	left := a.figures(wordsA, func(f Figure) bool {
		return ctx.Err() != nil || a.drawsSame(b, f) || slices.ContainsFunc(controls, func(c Control) bool { return c.Overlap(f.Box) > 0 })
	})
	others := b.figures(wordsB, func(f Figure) bool { return ctx.Err() != nil || b.drawsSame(a, f) })
	tries := 0
	isLike := func(f, o Figure) bool {
		if tries == maxTries || ctx.Err() != nil || !f.SameSize(o) {
			return false
		}
		tries++
		return likeness(a, b, f, o) >= sameForm
	}
	// match takes out the figures that have a counterpart of their size.
	match := func(inPlace bool) {
		left = slices.DeleteFunc(left, func(f Figure) bool {
			place := follow(moved, f.Box)
			k := slices.IndexFunc(others, func(o Figure) bool {
				return inPlace && sidesAway(place, o.Box) == 0 || !inPlace && isLike(f, o)
			})
			if k < 0 {
				return false
			}
			f.now = others[k].colour
			recoloured := f.Kind == Sign && colourDistance(f.colour, f.now) > otherColour
			switch like := likeness(a, b, f, others[k]); {
			case f.Kind != Rule && like < sameForm:
				f.By = Reshaped
			case !inPlace && f.alone(others[k], moved) && (f.Kind == Rule || a.isMark(f)):
				f.By = Moved
			case recoloured:
				f.By = Recoloured
			case like < sameLook:
				f.By = Altered
			}
			if f.By != "" {
				changed = append(changed, f)
			}
			others = slices.Delete(others, k, k+1)
			return true
		})
	}
	match(true)
	match(false)
	tell := func(f Figure, by FigureChange, share float64) {
		switch {
		case share < f.share/4:
			f.By = by
		case f.Kind == Rule && share < f.share*sameRule:
			f.By = Altered
		default:
			return
		}
		changed = append(changed, f)
	}
	for _, f := range left {
		place := follow(moved, f.Box)
		k := slices.IndexFunc(others, func(o Figure) bool { return f.Kind == o.Kind && sidesAway(place, o.Box) == 1 })
		if k < 0 {
			k = slices.IndexFunc(others, func(o Figure) bool { return f.sameProportions(o) && likenessScaled(a, b, f, o) >= sameForm })
			if k >= 0 {
				f.By = Scaled
				changed, others = append(changed, f), slices.Delete(others, k, k+1)
				continue
			}
			share, _ := b.ink(place, wordsB)
			tell(f, Missing, share)
			continue
		}
		if f.Kind == Sign && !followsWords(f.Box, others[k].Box, moved) {
			f.By = Resized
			changed = append(changed, f)
		}
		others = slices.Delete(others, k, k+1)
	}
	for _, f := range others {
		if b.plainAt(inside(f.Box), wordsB) {
			f.Kind = Rule // a plain shape more decorates
		}
		share, _ := a.ink(follow(back, f.Box), wordsA)
		tell(f, Added, share)
	}
	for i, f := range changed {
		if f.By == Recoloured && a.tookColour(f, changed) {
			changed[i].By = Exchanged
		}
	}
	return changed
}

// tookColour reports whether a figure is now in the colour of another one that belongs with it: one with a side of the same length, or one
// that has got its colour.
func (p *Painted) tookColour(f Figure, changed []Figure) bool {
	const same = 2 * faintInk
	return slices.ContainsFunc(changed, func(c Figure) bool {
		return colourDistance(c.colour, f.now) < same && colourDistance(c.now, f.colour) < same
	}) || slices.ContainsFunc(p.drawn, func(o Figure) bool {
		if math.Abs(f.Width()-o.Width()) > stays && math.Abs(f.Height()-o.Height()) > stays {
			return false
		}
		_, colour := p.ink(o.Box, nil)
		return colourDistance(colour, f.now) < same
	})
}

// drawsSame reports whether the other page draws a figure at the same place with the same pixels.
func (p *Painted) drawsSame(o *Painted, f Figure) bool {
	return slices.ContainsFunc(o.drawn, func(other Figure) bool { return other.Box == f.Box }) && p.SameAt(o, f.Box)
}

// Figures are those of a page, from 0, that has no counterpart.
func (p *Painted) Figures(w []words.Word, page int, by FigureChange) []Figure {
	all := p.figures(maskWords(p.canvas, w, page), func(Figure) bool { return false })
	for i := range all {
		all[i].By = by
	}
	return all
}

// alone reports whether a figure went along or across the page without a word, as the marks of a chart do.
func (f Figure) alone(to Figure, moved []wordShift) bool {
	const far = 1 // millimetre
	dx, dy := math.Abs(to.X0-f.X0), math.Abs(to.Y0-f.Y0)
	still := func(b words.Box) bool { return math.Hypot(nearestMove(moved, b)) < max(dx, dy)/4 }
	return min(dx, dy) < stays && max(dx, dy) > far && still(f.Box) && still(to.Box) && !followsWords(f.Box, to.Box, moved)
}

// isMark reports whether a figure says something by its place: a bar, or a small dot.
func (p *Painted) isMark(f Figure) bool {
	const small, solid = 6, 0.35 // millimetres, of the box
	return p.plainAt(inside(f.Box), nil) || max(f.Width(), f.Height()) < small && f.share > solid
}

// follow is where a box went with the nearest word.
func follow(moved []wordShift, b words.Box) words.Box {
	dx, dy := nearestMove(moved, b)
	return b.Moved(dx, dy)
}

// figures are those of a page that can be seen, except some.
func (p *Painted) figures(m *mask, except func(Figure) bool) (found []Figure) {
	for _, f := range p.drawn[:min(len(p.drawn), maxFigures)] {
		short, long := min(f.Width(), f.Height()), max(f.Width(), f.Height())
		text, most := m.share(pixels(f.Box)), 0.1
		if short <= thinnest {
			most = 0.5 // more is a line under words
		}
		if long < smallest || short < smallest && long < shortest || text > most ||
			slices.ContainsFunc(found, func(o Figure) bool { return o.Box == f.Box }) || except(f) {
			continue
		}
		if f.share, f.colour = p.ink(f.Box, m); f.share < 0.003 {
			continue
		}
		if short <= thinnest || long < smallestSign ||
			f.Kind == Sign && long > largestPlain && short < long/10 ||
			f.Kind == Sign && p.plainAt(inside(f.Box), m) && (long > largestPlain || f.share < 0.5) {
			f.Kind = Rule
		}
		found = append(found, f)
	}
	return found
}

// SameSize reports whether two figures may be one that moved.
func (f Figure) SameSize(o Figure) bool {
	return f.Kind == o.Kind && math.Abs(f.Width()-o.Width()) < stays && math.Abs(f.Height()-o.Height()) < stays
}

// sameProportions reports whether two figures may be one in another size.
func (f Figure) sameProportions(o Figure) bool {
	return f.Kind == o.Kind && f.Kind != Rule && logRatio(f.Width()*o.Height(), f.Height()*o.Width()) < 0.1
}

// sidesAway counts the sides of two boxes that differ.
func sidesAway(a, b words.Box) (n int) {
	for _, d := range sides(a, b) {
		if math.Abs(d) > stays {
			n++
		}
	}
	return n
}

// sides are how far the sides of a box moved: left, right, top, bottom.
func sides(a, b words.Box) [4]float64 {
	return [4]float64{b.X0 - a.X0, b.X1 - a.X1, b.Y0 - a.Y0, b.Y1 - a.Y1}
}

// followsWords reports whether each side that moved went as far as some word did: a frame that grew with what is in it.
func followsWords(a, b words.Box, moved []wordShift) bool {
	for side, d := range sides(a, b) {
		if math.Abs(d) > stays && !slices.ContainsFunc(moved, func(w wordShift) bool {
			return math.Abs([2]float64{w.dx, w.dy}[side/2]-d) < stays
		}) {
			return false
		}
	}
	return true
}
