package words

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// Move is how far a matched word stands from its place.
type Move struct {
	// From and To are the words, of A and B.
	From, To int
	// PageChanged: it stands on a page that is not its page's counterpart.
	PageChanged bool
	// DX and DY are in millimetres, Distance too. Pages count as laid below one another.
	DX, DY, Distance float64
}

const (
	// VisibleMove is what a reader sees with the pages side by side.
	VisibleMove = 0.5
	// SubpixelMove is what no reader sees: half a pixel of a screen.
	SubpixelMove = 0.15
)

// moves are those of all matched words, in the reference's order.
func (m *alignment) moves(heights []float64) []Move {
	var all []Move
	for i, j := range m.toB {
		if j == None {
			continue
		}
		a, b := m.a[i], m.b[j]
		v := Move{From: i, To: j, PageChanged: m.pages.Candidate(a.Page) != b.Page}
		v.DX, v.DY = sideways(a.Box, b.Box), b.Box.middle()-a.Box.middle()
		if v.PageChanged {
			v.DY += float64(b.Page-m.pages.nearest(a.Page)) * heights[a.Page]
		}
		v.Distance = math.Hypot(v.DX, v.DY)
		all = append(all, v)
	}
	return all
}

// Shifts returns the median and the largest distance.
func Shifts(all []Move) (median, largest float64) {
	if len(all) == 0 {
		return 0, 0
	}
	distances := make([]float64, len(all))
	for k, v := range all {
		distances[k] = v.Distance
	}
	slices.Sort(distances)
	return distances[len(distances)/2], distances[len(distances)-1]
}

// brokenElsewhere returns the reference's words that begin a line in one document and not in the other.
func (m *alignment) brokenElsewhere() (words []int) {
	for i := 1; i < len(m.a); i++ {
		j, before := m.toB[i], m.toB[i-1]
		if j == None || before == None || j != before+1 {
			continue
		}
		inA, inB := follows(m.a[i-1], m.a[i]), follows(m.b[before], m.b[j])
		if inA != inB {
			words = append(words, i)
		}
	}
	return words
}

func follows(before, w Word) bool {
	return before.Page == w.Page && before.Box.Besides(w.Box)
}

const (
	// onTop is the share of a word's box from which another word makes it hard to read; boxes of tight lines share less.
	onTop = 0.3
	// closer is by how much words share more than in the reference, where some fonts' boxes are taller than a line.
	closer = 0.2
)

// overprinted returns the candidate's words that stand on top of each other more than they stand on any word in the reference. Added words
// are told as such, and the larger a word is than the other one, as of a watermark, the better both are legible.
func (m *alignment) overprinted() []int {
	inA := make([]float64, len(m.a))
	overlapping(m.a, func(i, j int, share float64) { inA[i], inA[j] = max(inA[i], share), max(inA[j], share) })
	found := map[int]bool{}
	overlapping(m.b, func(i, j int, share float64) {
		a, b, high, low := m.toA[i], m.toA[j], m.b[i].Box.Height(), m.b[j].Box.Height()
		most := onTop * max(high/low, low/high)
		if m.b[i].initial || m.b[j].initial {
			most = onTop
		}
		if a != None && b != None && share >= max(most, inA[a]+closer, inA[b]+closer) {
			found[i], found[j] = true, true
		}
	})
	return slices.Sorted(maps.Keys(found))
}

// overlapping visits the pairs of words whose boxes overlap, and by which share.
func overlapping(all []Word, visit func(i, j int, share float64)) {
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(all[i].Page, all[j].Page), cmp.Compare(all[i].Box.Y0, all[j].Box.Y0))
	})
	for k, i := range order {
		for _, j := range order[k+1:] {
			if all[j].Page != all[i].Page || all[j].Box.Y0 >= all[i].Box.Y1 {
				break
			}
			if share := all[i].Box.Overlap(all[j].Box); share > 0 {
				visit(i, j, share)
			}
		}
	}
}
