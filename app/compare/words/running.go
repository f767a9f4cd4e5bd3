package words

import (
	"maps"
	"math"
	"slices"
)

// separateRunning returns the words with headers and footers behind the text, which flows from page to page past them. They are lines
// at the edges of pages that one of the documents has at the same height on others. Depth is how many lines there are at each edge.
func separateRunning(a, b *document, depth int) (wordsA, wordsB []Word) {
	repeated := a.repeatedLines(depth)
	maps.Copy(repeated, b.repeatedLines(depth))
	isRunning := func(l line) bool { return l.inwards < depth && repeated[l.key] }
	return a.separate(isRunning), b.separate(isRunning)
}

// repeatedLines returns the keys of the lines at the edges of pages that stand at the same height on two fifths of the pages, since those
// of left and right pages may differ.
func (d *document) repeatedLines(depth int) map[string]bool {
	type place struct {
		key    string
		middle int
	}
	repeated, copies := map[string]bool{}, map[place]int{}
	for _, l := range d.lines {
		if l.inwards < depth {
			at := place{l.key, int(math.Round(l.box.middle()))}
			copies[at]++
			if copies[at] > 1 && copies[at]*5 >= d.pages*2 {
				repeated[l.key] = true
			}
		}
	}
	return repeated
}

// separate returns the words, those of running lines last.
func (d *document) separate(isRunning func(line) bool) []Word {
	var body, last []Word
	for _, w := range d.words {
		if w.running = isRunning(d.lines[w.line]); w.running {
			last = append(last, w)
		} else {
			body = append(body, w)
		}
	}
	return append(body, last...)
}

// forgiveRunning forgives the unmatched words of headers and footers on pages without a counterpart.
func (m *alignment) forgiveRunning() {
	for i, w := range m.a {
		m.a[i].forgiven = w.running && m.toB[i] == None && m.pages.Candidate(w.Page) == None
	}
	for j, w := range m.b {
		m.b[j].forgiven = w.running && m.toA[j] == None && !slices.Contains(m.pages, w.Page)
	}
}

// matchPageNumbers matches numbers that differ only because one document has more pages: each is its own page's number, or
// the number of its own document's pages, and they are part of a header or footer, or stand at the same place.
func (m *alignment) matchPageNumbers() {
	if m.pagesA == m.pagesB {
		return
	}
	byPage := map[int][]int{}
	for j, i := range m.toA {
		if i == None {
			byPage[m.b[j].Page] = append(byPage[m.b[j].Page], j)
		}
	}
	for i, a := range m.a {
		if m.toB[i] != None {
			continue
		}
		for _, j := range byPage[m.pages.Candidate(a.Page)] {
			b, masked := m.b[j], a.masked(m.pagesA)
			same := masked != a.Text && masked == b.masked(m.pagesB)
			if same && m.toA[j] == None && (a.running && b.running || Distance(a.Box, b.Box) < near) {
				m.pair(i, j)
				break
			}
		}
	}
}

// near is how far a page's number may stand from its place, in millimetres.
const near = 3
