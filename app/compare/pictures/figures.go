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
	// paper is the colour around it.
	paper   []uint8
	outline outline
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
	Exchanged FigureChange = "has a colour that says something else"
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
	// largestPlain is the largest plain figure that is no background, and largestBox the largest empty one that is no frame, in millimetres.
	largestPlain, largestBox = 100, 15
	// hollow figures fill less than this share of their boxes.
	hollow = 0.5
	// dozen is how many dots are a pattern, as that of a dotted line.
	dozen = 12
	// otherColour is the difference of two colours that have different names, of 255.
	otherColour = 60
	// maxFigures and maxTries bound the figures of a page that are compared, and how often one is looked for elsewhere.
	maxFigures, maxTries = 500, 2000
)

// figures are those of two pages that are compared, at the places that follow the words around them.
type figures struct {
	a, b  *Painted
	moved []wordShift
	tries int
}

// compareFigures compares the figures of two pages, except what stands at the known places of each. What is missing here may have gone to
// another page. It ends early, without a meaning, when ctx does.
func compareFigures(ctx context.Context, a, b *Painted, wordsA, wordsB *mask, moved []wordShift,
	knownA, knownB []words.Box) (changed []Figure) {
	c := &figures{a: a, b: b, moved: moved}
	except := func(p, other *Painted, known []words.Box) func(Figure) bool {
		return func(f Figure) bool {
			return ctx.Err() != nil || p.drawsSame(other, f) ||
				slices.ContainsFunc(known, func(k words.Box) bool { return k.Overlap(f.Box) > 0 })
		}
	}
	left, others := a.figures(wordsA, except(a, b, knownA)), b.figures(wordsB, except(b, a, knownB))
	for _, find := range []func(f Figure, others []Figure) (int, FigureChange){c.inPlace, c.elsewhere, c.resized, c.scaled} {
		left = slices.DeleteFunc(left, func(f Figure) bool {
			if ctx.Err() != nil {
				return true
			}
			k, by := find(f, others)
			if k < 0 {
				return false
			}
			if f.By, f.now = by, others[k].colour; by != "" {
				changed = append(changed, f)
			}
			others = slices.Delete(others, k, k+1)
			return true
		})
	}
	changed = append(changed, unpaired(left, a, b, wordsA, wordsB, moved, Missing)...)
	changed = append(changed, unpaired(others, b, a, wordsB, wordsA, backwards(moved), Added)...)
	for i, f := range changed {
		if f.By == Recoloured && saysColour(f, changed) {
			changed[i].By = Exchanged
		}
	}
	return changed
}

// inPlace finds the counterpart where the words around a figure went.
func (c *figures) inPlace(f Figure, others []Figure) (int, FigureChange) {
	place := follow(c.moved, f.Box)
	k := slices.IndexFunc(others, func(o Figure) bool { return sidesAway(place, o.Box) == 0 })
	if k < 0 {
		return k, ""
	}
	like := c.likeness(f, others[k])
	if f.Kind != Rule && like < sameForm && max(f.Width(), f.Height()) >= smallestSign {
		return k, Reshaped
	}
	return k, f.restyled(others[k], like)
}

// restyled is what became of a figure of the same form.
func (f Figure) restyled(o Figure, like float64) FigureChange {
	switch {
	case f.Kind == Sign && colourDistance(f.colour, o.colour) > otherColour:
		return Recoloured
	case like < sameLook:
		return Altered
	}
	return ""
}

// elsewhere finds a counterpart of the same size and form anywhere.
func (c *figures) elsewhere(f Figure, others []Figure) (int, FigureChange) {
	like := 0.0
	k := slices.IndexFunc(others, func(o Figure) bool {
		if c.tries == maxTries || !f.SameSize(o) {
			return false
		}
		c.tries++
		like = c.likeness(f, o)
		return like >= sameForm
	})
	switch {
	case k < 0:
		return k, ""
	case f.alone(others[k], c.moved) && (f.Kind == Rule || c.a.isMark(f) && c.b.isMark(others[k])):
		return k, Moved
	}
	return k, f.restyled(others[k], like)
}

// resized finds a counterpart of which one side stands elsewhere, other than the words do.
func (c *figures) resized(f Figure, others []Figure) (int, FigureChange) {
	place := follow(c.moved, f.Box)
	k := slices.IndexFunc(others, func(o Figure) bool { return f.Kind == o.Kind && sidesAway(place, o.Box) == 1 })
	switch {
	case k < 0 || f.Kind != Sign || followsWords(f.Box, others[k].Box, c.moved):
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

// unpaired are the figures of a page without a counterpart that the other page does not show at their place either.
func unpaired(left []Figure, p, other *Painted, text, otherText *mask, moved []wordShift, by FigureChange) (changed []Figure) {
	for _, f := range left {
		if by == Added && p.plainAt(inside(f.Box), text) {
			f.Kind = Rule // a plain shape more decorates
		}
		place := follow(moved, f.Box)
		share, _ := other.ink(place, otherText, other.colourAround(pixels(place).Inset(-2)))
		switch {
		case share < f.share/4:
			f.By = by
		case f.Kind == Rule && share < f.share*sameRule:
			f.By = Altered
		case f.Kind == Sign && len(f.outline) > 0 && f.linesLeft(place, other) < sameLines:
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
	const same, small = 2 * faintInk, 8 // the latter in millimetres
	if f.share < hollow && !otherHue(f.colour, f.now) {
		return false
	}
	recoloured := 0
	for _, c := range changed {
		if colourDistance(c.colour, f.now) < same && colourDistance(c.now, f.colour) < same {
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
	const small, solid, full, rectangle = 6, 0.35, 0.7, 5 // millimetres, shares of the box, lines
	return p.plainAt(inside(f.Box), nil) || max(f.Width(), f.Height()) < small && f.share > solid ||
		f.Kind == Sign && f.share > full && len(f.outline) <= rectangle
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
		if same := slices.IndexFunc(found, func(o Figure) bool { return o.Kind == f.Kind && sidesAway(o.Box, f.Box) == 0 }); same >= 0 {
			if found[same].outline.same(f.outline) { // it was filled, and its line is drawn now
				found[same].Box = found[same].Union(f.Box)
			}
			continue
		}
		if long < smallest || short < smallest && long < shortest || text > most ||
			f.outline.isRectangle() && short > largestBox && !p.showsEdge(f.Box) || except(f) {
			continue
		}
		plain := f.Kind == Sign && p.plainAt(inside(f.Box), m)
		for _, f.paper = range p.coloursAround(pixels(f.Box).Inset(-2)) {
			if f.share, f.colour = p.ink(f.Box, m, f.paper); !plain || long < smallestSign || f.share >= hollow {
				break // otherwise most of what is around it may be more of its own colour, as bars that it touches
			}
		}
		if f.share < 0.003 {
			continue
		}
		if short <= thinnest && long >= smallestSign || f.Kind == Sign && short < long/10 && (long > largestPlain || f.share < hollow) ||
			f.Kind == Sign && short > largestPlain || plain && (long > largestPlain || long > largestBox && f.share < hollow) {
			f.Kind = Rule
		}
		found = append(found, f)
	}
	for i, f := range found {
		if max(f.Width(), f.Height()) < smallestSign && p.copies(f) > dozen {
			found[i].Kind = Rule
		}
	}
	return found
}

// showsEdge reports whether a rectangle has another colour than what is around it, or a frame.
func (p *Painted) showsEdge(b words.Box) bool {
	around := p.colourAround(pixels(b).Inset(-2))
	for inset := range 3 {
		if apart(p.colourAround(pixels(b).Inset(inset)), around) > leastContrast {
			return true
		}
	}
	return false
}

// copies is how many figures of a page are of the kind and as large as one.
func (p *Painted) copies(f Figure) (n int) {
	for _, o := range p.drawn {
		if f.SameSize(o) {
			n++
		}
	}
	return n
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
