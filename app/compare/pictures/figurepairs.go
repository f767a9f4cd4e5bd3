package pictures

import (
	"context"
	"math"
	"slices"

	"platen/app/compare/words"
)

// figures are those of two pages that are compared, at the places that follow the words around them.
type figures struct {
	a, b  *Painted
	tries int
	// grown are by what factors words grew.
	grown []float64
}

// sameSize is by how much of its size a word may be larger and is not.
const sameSize = 0.005

// compareFigures compares the figures of two pages. What is missing here may have gone to another page. It ends early, without a meaning,
// when ctx does.
func compareFigures(ctx context.Context, a, b *Painted) (changed []Figure) {
	c := &figures{a: a, b: b}
	for _, w := range a.moved {
		if by := math.Round(w.grown/sameSize) * sameSize; math.Abs(by-1) >= sameSize && !slices.Contains(c.grown, by) {
			c.grown = append(c.grown, by)
		}
	}
	allA, allB := a.figures(ctx, b), b.figures(ctx, a)
	left, others := slices.Clone(allA), slices.Clone(allB)
	for step, find := range []func(f Figure, others []Figure) (int, FigureChange){c.inPlace, c.elsewhere, c.grew, c.resized, c.scaled} {
		if step == 1 {
			left, others = a.withoutParts(left, allB), b.withoutParts(others, allA)
		}
		left = slices.DeleteFunc(left, func(f Figure) bool {
			if ctx.Err() != nil {
				return true
			}
			k, by := find(f, others)
			if k < 0 {
				return false
			}
			if by == Scaled && f.aboutAsLarge(others[k]) {
				by = Altered
			}
			if f.By, f.now = by, others[k].colour; by != "" {
				changed = append(changed, f)
			}
			others = slices.Delete(others, k, k+1)
			return true
		})
	}
	changed = slices.Concat(changed, a.unpaired(b, left, others, Missing), b.unpaired(a, others, left, Added))
	ticked := slices.Concat(a.ticked, b.ticked)
	for i, f := range changed {
		if f.By != Recoloured && slices.ContainsFunc(ticked, func(t words.Box) bool { return t.Overlap(f.Box) > 0.9 }) {
			changed[i].By = Altered
		}
		if f.By == Recoloured && (saysColour(f, changed) || f.Kind == Sign && f.share >= hollow && c.haveBoth(f)) {
			changed[i].By = Exchanged
		}
	}
	return changed
}

// withoutParts leaves out lines that are parts of longer ones of the other page: engines draw the sides of cells one by one or together.
func (p *Painted) withoutParts(left, others []Figure) []Figure {
	return slices.DeleteFunc(left, func(f Figure) bool {
		place := follow(p.moved, f.Box)
		return f.Kind == Rule && slices.ContainsFunc(others, func(o Figure) bool {
			return sameLength(f.Width(), o.Width()) != sameLength(f.Height(), o.Height()) && sidesAway(place.Union(o.Box), o.Box) == 0
		})
	})
}

// haveBoth reports whether figures that kept their colours have both the colour that a figure had and its new one. Then colours tell
// categories, as in the key of a chart, and the figure is in another category now.
func (c *figures) haveBoth(f Figure) bool {
	var was, is bool
	for _, o := range c.a.drawn {
		if o.Kind != Sign || max(o.Width(), o.Height()) < smallestSign || o.Box == f.Box {
			continue
		}
		_, colour := c.a.ink(o.Box, f.paper, leastContrast)
		if _, now := c.b.ink(follow(c.a.moved, o.Box), f.paper, leastContrast); colourDistance(colour, now) < sameColour {
			was, is = was || colourDistance(colour, f.colour) < sameColour, is || colourDistance(colour, f.now) < sameColour
		}
	}
	return was && is
}

// inPlace finds the counterpart where the words around a figure went.
func (c *figures) inPlace(f Figure, others []Figure) (int, FigureChange) {
	place := follow(c.a.moved, f.Box)
	k := slices.IndexFunc(others, func(o Figure) bool { return sidesAway(place, o.Box) == 0 })
	if k < 0 && f.Kind == Rule { // words move within the cells of a table, too
		k = slices.IndexFunc(others, func(o Figure) bool { return o.Kind == Rule && sidesAway(f.Box, o.Box) == 0 })
	}
	if k < 0 {
		return k, ""
	}
	like := c.likeness(f, others[k])
	switch {
	case f.Kind != Rule && like < sameForm && max(f.Width(), f.Height()) >= smallestSign:
		return k, Reshaped
	case f.Kind == Rule && min(f.Width(), f.Height()) > largestBox/2 && !c.filledAlike(f, others[k]):
		return k, Refilled
	}
	return k, f.restyled(others[k], like)
}

// filledAlike reports whether about as much is drawn within two frames or backgrounds.
func (c *figures) filledAlike(f, o Figure) bool {
	const edge, least = 1.2, 0.03 // millimetres, share of the box
	within := func(b words.Box) words.Box {
		return words.Box{X0: b.X0 + edge, Y0: b.Y0 + edge, X1: b.X1 - edge, Y1: b.Y1 - edge}
	}
	was, _ := c.a.ink(within(f.Box), f.paper, leastContrast)
	is, _ := c.b.ink(within(o.Box), o.paper, leastContrast)
	return math.Abs(was-is) < least || min(was, is) > sameFill*max(was, is)
}

// restyled is what became of a figure of the same form.
func (f Figure) restyled(o Figure, like float64) FigureChange {
	switch {
	case f.Kind == Sign && f.onPaperOf(o) && colourDistance(f.colour, o.colour) > otherColour, f.Kind == Rule && otherHue(f.colour, o.colour):
		return Recoloured
	case like < sameLook:
		return Altered
	}
	return ""
}

// elsewhere finds the nearest counterpart of the same size and form.
func (c *figures) elsewhere(f Figure, others []Figure) (int, FigureChange) {
	place, k, like := follow(c.a.moved, f.Box), words.None, 0.0
	for i, o := range others {
		if f.SameSize(o) && (k < 0 || words.Distance(place, o.Box) < words.Distance(place, others[k].Box)) {
			if l := c.tried(f, o); l >= f.leastLike() {
				k, like = i, l
			}
		}
	}
	switch {
	case k < 0:
		return k, ""
	case f.alone(others[k], c.a.moved) && (f.Kind == Rule || c.a.saysByPlace(f) && c.b.saysByPlace(others[k])):
		return k, Moved
	}
	return k, f.restyled(others[k], like)
}

// grew finds a counterpart that grew as words did, as all of a page that is scaled.
func (c *figures) grew(f Figure, others []Figure) (k int, by FigureChange) {
	if f.Kind != Rule {
		by = Scaled
	}
	return slices.IndexFunc(others, func(o Figure) bool {
		return slices.ContainsFunc(c.grown, func(by float64) bool {
			return math.Abs(f.Width()*by-o.Width()) < stays && math.Abs(f.Height()*by-o.Height()) < stays
		}) && c.tried(f, o) >= f.leastLike()
	}), by
}

// tried is the likeness of two figures, as long as there are tries.
func (c *figures) tried(f, o Figure) float64 {
	if c.tries == maxTries || f.Kind != o.Kind {
		return 0
	}
	c.tries++
	return c.likeness(f, o)
}

// resized finds a counterpart of which one side stands elsewhere, other than the words do.
func (c *figures) resized(f Figure, others []Figure) (int, FigureChange) {
	place := follow(c.a.moved, f.Box)
	k := slices.IndexFunc(others, func(o Figure) bool { return f.Kind == o.Kind && sidesAway(place, o.Box) == 1 })
	switch {
	case k < 0 || f.Kind == Rule:
		return k, ""
	case f.Kind == Picture && c.likeness(f, others[k]) >= sameForm:
		return k, Scaled
	case f.Kind == Picture: // a part of it is cut off
		return k, Reshaped
	case followsWords(f.Box, others[k].Box, c.a.moved):
		return k, ""
	case len(f.outline) > 0 && f.aboutAsLarge(others[k]) && c.likeness(f, others[k]) >= sameForm:
		return k, Altered // a dashed line ends with a dash
	}
	return k, Resized
}

// aboutAsLarge reports whether the sides of two figures are nearly as long.
func (f Figure) aboutAsLarge(o Figure) bool {
	const slight = 0.03
	return logRatio(f.Width(), o.Width()) < slight && logRatio(f.Height(), o.Height()) < slight
}

// scaled finds a counterpart of the same form in another size. The size of a plain one may say something.
func (c *figures) scaled(f Figure, others []Figure) (int, FigureChange) {
	if f.Kind == Rule || c.a.plainAt(inside(f.Box), nil) {
		return words.None, ""
	}
	return slices.IndexFunc(others, func(o Figure) bool { return f.sameProportions(o) && c.likeness(f, o) >= sameForm }), Scaled
}

// unpaired are the figures of a page without a counterpart that the other page does not show at their place either. Others are those of the
// other page, one of which may stand there instead.
func (p *Painted) unpaired(other *Painted, left, others []Figure, by FigureChange) (changed []Figure) {
	for _, f := range left {
		if by == Added && p.plainAt(inside(f.Box), p.text) {
			f.Kind = Rule // a plain shape more decorates
		}
		place := follow(p.moved, f.Box)
		share, _ := other.ink(place, other.colourAround(pixels(place).Inset(-2)), leastContrast/2) // a line may be drawn over two pixels
		lines := f.linesLeft(place, other)
		switch {
		case share < f.share/4,
			lines < fewLines && !slices.ContainsFunc(others, func(o Figure) bool { return o.Kind == f.Kind && o.Overlap(place) > 0.5 }):
			f.By = by
		case f.Kind == Rule && share < f.share*sameRule:
			f.By = Altered
		case f.Kind == Sign && lines < sameLines:
			f.By = Reshaped
		default:
			continue
		}
		changed = append(changed, f)
	}
	return changed
}

// saysColour reports whether the new colour of a figure says something: another one has got its colour for it, or it is small, and it alone
// has another hue.
func saysColour(f Figure, changed []Figure) bool {
	const small = 8 // millimetres
	recoloured := 0
	for _, c := range changed {
		if colourDistance(c.colour, f.now) < sameColour && colourDistance(c.now, f.colour) < sameColour {
			return true
		}
		if c.By == Recoloured || c.By == Exchanged {
			recoloured++
		}
	}
	return max(f.Width(), f.Height()) < small && recoloured == 1 && otherHue(f.colour, f.now)
}

// otherHue reports whether two colours differ in more than their lightness.
func otherHue(a, b [3]float64) bool {
	greyA, greyB := (a[0]+a[1]+a[2])/3, (b[0]+b[1]+b[2])/3
	for i := range 3 {
		a[i], b[i] = a[i]-greyA, b[i]-greyB
	}
	return colourDistance(a, b) > otherColour
}

// drawsSame reports whether the other page draws a figure at the same place with the same pixels.
func (p *Painted) drawsSame(o *Painted, f Figure) bool {
	return slices.ContainsFunc(o.drawn, func(other Figure) bool { return other.Box == f.Box }) && p.sameIn(o.canvas, pixels(f.Box))
}

// alone reports whether a figure went along or across the page without a word, as the marks of a chart do; a dot of one, any way.
func (f Figure) alone(to Figure, moved []wordShift) bool {
	const far, dot = 1, 3 // millimetres
	dx, dy := math.Abs(to.X0-f.X0), math.Abs(to.Y0-f.Y0)
	still := func(b words.Box) bool {
		near := nearestMove(moved, b)
		return math.Hypot(near.dx, near.dy) < max(dx, dy)/4 && math.Abs(near.grown-1) < sameSize
	}
	return max(dx, dy) > far && (min(dx, dy) < stays || max(f.Width(), f.Height()) < dot) && still(f.Box) && still(to.Box) &&
		!followsWords(f.Box, to.Box, moved)
}

// follow is where a box went with the nearest word.
func follow(moved []wordShift, b words.Box) words.Box {
	near := nearestMove(moved, b)
	return b.Moved(near.dx, near.dy)
}

// SameSize reports whether two figures may be one that moved.
func (f Figure) SameSize(o Figure) bool {
	return sameLength(f.Width(), o.Width()) && sameLength(f.Height(), o.Height())
}

func sameLength(a, b float64) bool { return math.Abs(a-b) < stays }

// sameProportions reports whether two figures may be one in another size. Pictures may be squeezed.
func (f Figure) sameProportions(o Figure) bool {
	most := map[FigureKind]float64{Sign: 0.1, Picture: 0.5}[f.Kind]
	return f.Kind == o.Kind && logRatio(f.Width()*o.Height(), f.Height()*o.Width()) < most
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

// leastLike is the least likeness of a figure and its counterpart: a line has twice as many pixels where it is drawn over two of them.
func (f Figure) leastLike() float64 {
	if f.Kind == Rule && min(f.Width(), f.Height()) <= thinnest {
		return sameForm / 2
	}
	return sameForm
}
