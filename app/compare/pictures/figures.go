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
	paper   [3]float64
	outline outline
	// now is the colour of its counterpart.
	now [3]float64
}

// String says what became of a figure, which is named by its size.
func (f Figure) String() string {
	by := f.By
	if f.Decorates() && by == Missing { // nothing that a reader misses
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
	// Bullet stands before a line of a list.
	Bullet FigureKind = "mark of a list"
)

// Decorates reports whether a figure says nothing by itself.
func (f Figure) Decorates() bool { return f.Kind == Rule || f.Kind == Bullet }

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
	// Scaled, recoloured, refilled and altered figures say the same.
	Scaled     FigureChange = "is larger or smaller"
	Recoloured FigureChange = "is in another colour"
	Refilled   FigureChange = "has another pattern"
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
	// otherColour is the difference of two colours that have different names, of 255, sameColour one of those that have the same.
	otherColour, sameColour = 60, 2 * faintInk
	// maxFigures and maxTries bound the figures of a page that are compared, and how often one is looked for elsewhere.
	maxFigures, maxTries = 500, 2000
)

// Figures are those of a page that has no counterpart.
func (p *Painted) Figures(ctx context.Context, by FigureChange) []Figure {
	all := p.figures(ctx, nil)
	for i := range all {
		all[i].By = by
	}
	return all
}

// isBeside reports whether a line stands above or below words, and underlines and crosses none.
func (p *Painted) isBeside(l words.Box) bool {
	return l.Height() <= thinnest && l.Width() >= shortest && !slices.ContainsFunc(p.here, func(w words.Word) bool {
		at := ((l.Y0+l.Y1)/2 - w.Box.Y0) / w.Box.Height()
		return l.X0 < w.Box.X1 && l.X1 > w.Box.X0 && at > 0.05 && at < 1.02
	})
}

// figures are those of a page that can be seen, except what another page, if there is one, draws in the same way, and known shapes. It
// ends early, without a meaning, when ctx does.
func (p *Painted) figures(ctx context.Context, other *Painted) (found []Figure) {
	for _, f := range p.drawn[:min(len(p.drawn), maxFigures)] {
		short, long := min(f.Width(), f.Height()), max(f.Width(), f.Height())
		text, most := share(p.text, pixels(f.Box)), 0.1
		if short > thinnest {
			text = share(p.text, pixels(f.Box).Inset(aroundText)) // words beside it are not in it
		}
		switch {
		case p.isBeside(f.Box):
			most = 1
		case short <= thinnest:
			most = 0.5 // more is a line under words
		}
		if same := slices.IndexFunc(found, func(o Figure) bool { return o.Kind == f.Kind && sidesAway(o.Box, f.Box) == 0 }); same >= 0 {
			if sameOutline(found[same].outline, f.outline) >= sameLook { // it was filled, and its line is drawn now
				found[same].Box = found[same].Union(f.Box)
			}
			continue
		}
		if short < smallest && long < shortest || text > most ||
			f.outline.isRectangle() && short > largestBox && !p.showsEdge(f.Box) ||
			ctx.Err() != nil || other != nil && p.drawsSame(other, f) ||
			slices.ContainsFunc(p.known, func(k words.Box) bool { return k.Overlap(f.Box) > 0 }) ||
			slices.ContainsFunc(p.barCodes, func(k words.Box) bool { return inRow(k, f.Box) && k.Overlap(f.Box) > 0.9 }) {
			continue
		}
		plain := f.Kind == Sign && p.plainAt(inside(f.Box), p.text)
		for _, f.paper = range p.coloursAround(pixels(f.Box)) {
			f.share, f.colour = p.ink(f.Box, f.paper, leastContrast)
			if !plain || long < smallestSign || f.share >= hollow || p.showsEdge(f.Box) {
				break // otherwise most of what is around it may be more of its own colour, as bars that it touches
			}
		}
		if f.share < 0.003 {
			continue
		}
		if short <= thinnest && long >= smallestSign || f.Kind == Sign && p.saysNothing(f, plain) {
			f.Kind = Rule
		} else if long < smallestSign && p.isBullet(f) {
			f.Kind = Bullet
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

// saysNothing reports whether a shape is a line, a frame or a background by its size, or by what is in it. plain: that is of one colour.
func (p *Painted) saysNothing(f Figure, plain bool) bool {
	short, long := min(f.Width(), f.Height()), max(f.Width(), f.Height())
	switch {
	case short > largestPlain, plain && long > largestPlain, short < long/10 && long > largestPlain:
		return true
	case f.share >= hollow:
		return false
	}
	middle := f.Box
	middle.Y0, middle.Y1 = middle.Y0+f.Height()/4, middle.Y1-f.Height()/4
	sides, _ := p.ink(middle, f.paper, leastContrast) // a cell has only the lines of its row, above and below
	return short < long/10 || plain && (long > largestBox || sides == 0) || long > largestBox && f.outline.isGridOf(f.Box) ||
		f.outline.isFrameOf(f.Box) && p.hasWord(f.Box)
}

// isBullet reports whether a dot in the hue of a word stands before it, as another one does above or below.
func (p *Painted) isBullet(f Figure) bool {
	return slices.ContainsFunc(p.here, func(w words.Word) bool {
		gap := w.Box.X0 - f.X1
		return w.Box.Besides(f.Box) && gap > 0 && gap < listIndent/2 && f.Height() < w.Box.Height()/2 &&
			!otherHue(readInk(p.canvas, w).colour, f.colour) // a dot is paler by its edges
	}) && slices.ContainsFunc(p.drawn, func(o Figure) bool {
		return o.Box != f.Box && math.Abs(o.X0-f.X0) < stays && math.Abs(o.Width()-f.Width()) < stays && math.Abs(o.Height()-f.Height()) < stays
	})
}

// hasWord reports whether a word of the page is in a box.
func (p *Painted) hasWord(b words.Box) bool {
	return slices.ContainsFunc(p.here, func(w words.Word) bool { return w.Box.Overlap(b) > 0.9 && b.Height() > w.Box.Height() })
}

// saysByPlace reports whether a figure says something by its place: a bar, or a small dot.
func (p *Painted) saysByPlace(f Figure) bool {
	const small, solid, full, rectangle = 6, 0.35, 0.7, 5 // millimetres, shares of the box, lines
	return p.plainAt(inside(f.Box), nil) || max(f.Width(), f.Height()) < small && f.share > solid ||
		f.Kind == Sign && f.share > full && len(f.outline) <= rectangle
}

// showsEdge reports whether a rectangle has another colour than what is around it, or a frame.
func (p *Painted) showsEdge(b words.Box) bool {
	around := p.colourAround(pixels(b).Inset(-2))
	for inset := range 3 {
		if colourDistance(p.colourAround(pixels(b).Inset(inset)), around) > leastContrast {
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
