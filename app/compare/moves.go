package compare

import (
	"math"
	"slices"
)

// move is how far a matched word stands from its place.
type move struct {
	i, j int // the words
	// pageChanged: it stands on a page that is not its page's counterpart.
	pageChanged bool
	// dx and dy are in millimetres, distance too. Pages count as laid below one another.
	dx, dy, distance float64
}

const (
	// visibleMove is what a reader sees with the pages side by side.
	visibleMove = 0.5
	// subpixelMove is what no reader sees: half a pixel of a screen.
	subpixelMove = 0.15
)

// moves are those of all matched words, in the reference's order.
func (m *alignment) moves(pages pagePairs, heights []float64) []move {
	var all []move
	for i, j := range m.toB {
		if j == none {
			continue
		}
		a, b := m.a[i], m.b[j]
		v := move{i: i, j: j, pageChanged: pages.candidate(a.page) != b.page}
		v.dx, v.dy = sideways(a.box, b.box), b.box.middle()-a.box.middle()
		if v.pageChanged {
			v.dy += float64(b.page-pages.nearest(a.page)) * heights[a.page]
		}
		v.distance = math.Hypot(v.dx, v.dy)
		all = append(all, v)
	}
	return all
}

// shifts gives the median and the largest distance.
func shifts(all []move) (median, largest float64) {
	if len(all) == 0 {
		return 0, 0
	}
	distances := make([]float64, len(all))
	for k, v := range all {
		distances[k] = v.distance
	}
	slices.Sort(distances)
	return distances[len(distances)/2], distances[len(distances)-1]
}

// brokenElsewhere gives the reference's words that begin a line in one document and not in the other.
func (m *alignment) brokenElsewhere() (words []int) {
	for i := 1; i < len(m.a); i++ {
		j, before := m.toB[i], m.toB[i-1]
		if j == none || before == none || j != before+1 {
			continue
		}
		inA, inB := follows(m.a[i-1], m.a[i]), follows(m.b[before], m.b[j])
		if inA != inB {
			words = append(words, i)
		}
	}
	return words
}

func follows(before, w word) bool {
	return before.page == w.page && before.box.besides(w.box)
}

// firstOfPages gives for each page the first word that is no part of a repeated line; none where there is none.
func firstOfPages(words []word, r repeats, pages int) []int {
	first := filled(pages)
	repeated := map[int]bool{}
	for k, l := range r.lines {
		if r.copies[r.keys[k]] > 1 {
			for _, i := range l.words {
				repeated[i] = true
			}
		}
	}
	for i, w := range words {
		if first[w.page] == none && !repeated[i] {
			first[w.page] = i
		}
	}
	return first
}
