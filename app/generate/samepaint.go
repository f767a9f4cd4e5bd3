package generate

import (
	"math"

	"platen/domain"
)

// between is a part of a page: what stands between two distances from its top.
type between struct{ top, bottom domain.Length }

// everywhere is a whole page.
var everywhere = between{domain.Length(math.Inf(-1)), domain.Length(math.Inf(1))}

// within gives what of a mark is in a part of a page. Nothing is left of a mark beyond it.
func (p between) within(m domain.Mark) domain.Mark {
	m.Rect.Top, m.Rect.Bottom = max(m.Rect.Top, p.top), min(m.Rect.Bottom, p.bottom)
	return m
}

// paintGrid is the accuracy to which places are compared: engines round them to pixels.
const paintGrid = domain.Point

// leastCut is what must be left of a mark that is cut off to be compared.
const leastCut = 2 * domain.Point

// maxCompared bounds the marks of a page that are compared.
const maxCompared = 20_000

// samePaint tells whether two pages paint the same between two edges of the first one, which is moved to the right and down for
// that. nil stands for a page that is not known.
func samePaint(a, b []domain.Mark, part between, right, down domain.Length) bool {
	if a == nil || b == nil || max(len(a), len(b)) > maxCompared {
		return false
	}
	moved := between{part.top + down, part.bottom + down}
	return newPaintIndex(b, moved).haveAll(a, part, right, down) && newPaintIndex(a, part).haveAll(b, moved, -right, -down)
}

// paintIndex holds the marks of a page by their places on a grid.
type paintIndex map[paintKey]bool

type paintKey struct {
	kind                     domain.MarkKind
	left, top, right, bottom int
}

func newPaintIndex(marks []domain.Mark, part between) paintIndex {
	index := make(paintIndex, len(marks))
	for _, m := range marks {
		index[keyOf(part.within(m))] = true
	}
	return index
}

func keyOf(m domain.Mark) paintKey {
	on := func(l domain.Length) int { return int(math.Round(float64(l / paintGrid))) }
	return paintKey{m.Kind, on(m.Rect.Left), on(m.Rect.Top), on(m.Rect.Right), on(m.Rect.Bottom)}
}

// haveAll tells whether each mark within a part of another page is in the index, moved.
func (p paintIndex) haveAll(marks []domain.Mark, part between, right, down domain.Length) bool {
	for _, m := range marks {
		in := part.within(m)
		compared := in == m || in.Rect.Height() >= leastCut
		if compared && !p.has(domain.Mark{Kind: in.Kind, Rect: in.Rect.Move(right, down)}) {
			return false
		}
	}
	return true
}

// has tells whether there is such a mark, or one at a neighbouring place of the grid.
func (p paintIndex) has(m domain.Mark) bool {
	at := keyOf(m)
	for n := range 81 {
		if p[paintKey{at.kind, at.left + n%3 - 1, at.top + n/3%3 - 1, at.right + n/9%3 - 1, at.bottom + n/27 - 1}] {
			return true
		}
	}
	return false
}
