package words

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// separateRunning returns the words with headers and footers behind the text, which flows from page to page past them. They are the
// outermost lines of a page that stand at the same place on others, in both documents; those of a single page are known by the other
// document's. Depth bounds how many lines there are at each edge.
func separateRunning(a, b *document, depth int) (wordsA, wordsB []Word) {
	runningA, runningB := a.atEdges(a.repeatedInPlace(), depth), b.atEdges(b.repeatedInPlace(), depth)
	keysA, keysB := a.keysOf(runningA), b.keysOf(runningB)
	switch {
	case a.pages == 1:
		runningA = a.atEdges(a.linesOf(keysB), depth)
		keysA = a.keysOf(runningA)
	case b.pages == 1:
		runningB = b.atEdges(b.linesOf(keysA), depth)
		keysB = b.keysOf(runningB)
	}
	return a.separate(func(n int) bool { return runningA[n] && keysB[a.lines[n].key] }),
		b.separate(func(n int) bool { return runningB[n] && keysA[b.lines[n].key] })
}

func (d *document) keysOf(lines map[int]bool) map[string]bool {
	keys := map[string]bool{}
	for n := range lines {
		keys[d.lines[n].key] = true
	}
	return keys
}

func (d *document) linesOf(keys map[string]bool) []bool {
	has := make([]bool, len(d.lines))
	for n, l := range d.lines {
		has[n] = keys[l.key]
	}
	return has
}

func (d *document) separate(running func(line int) bool) []Word {
	var body, last []Word
	for _, w := range d.words {
		if w.running = running(w.line); w.running {
			last = append(last, w)
		} else {
			body = append(body, w)
		}
	}
	return append(body, last...)
}

// atEdges returns the repeated lines from the edge of a page inwards. Nearly all pages have as many of them: text that happens to
// repeat does so on some pages.
func (d *document) atEdges(repeated []bool, most int) map[int]bool {
	onPage := make([][]int, d.pages)
	for n, l := range d.lines {
		onPage[l.page] = append(onPage[l.page], n)
	}
	found := map[int]bool{}
	for range 2 { // from the top, then from the bottom
		depths := make([]int, d.pages)
		for page, lines := range onPage {
			if depths[page] = slices.IndexFunc(lines, func(n int) bool { return !repeated[n] }); depths[page] < 0 {
				depths[page] = len(lines)
			}
		}
		sorted := slices.Sorted(slices.Values(depths))
		for page, lines := range onPage {
			usual := min(most, sorted[min(max(1, d.pages/5), d.pages-1)]) // the first page and some others may differ
			for _, n := range lines[:min(depths[page], usual)] {
				found[n] = true
			}
			slices.Reverse(lines)
		}
	}
	return found
}

// repeatedInPlace returns for each line whether it stands at the same place on two fifths of the pages, since those of left and right
// pages may differ.
func (d *document) repeatedInPlace() []bool {
	type place struct {
		key          string
		left, middle int
	}
	placeOf := func(l line) place {
		p := place{l.key, int(math.Round(l.box.X0 / 2)), int(math.Round(l.box.middle()))}
		if strings.Contains(l.key, "#") { // numbers differ in their widths
			p.left = 0
		}
		return p
	}
	copies := map[place]int{}
	for _, l := range d.lines {
		copies[placeOf(l)]++
	}
	repeated := make([]bool, len(d.lines))
	for n, l := range d.lines {
		c := copies[placeOf(l)]
		repeated[n] = c > 1 && c*5 >= d.pages*2
	}
	return repeated
}

// runningOnExtraPages returns the unmatched words of headers and footers on pages without a counterpart.
func (m *alignment) runningOnExtraPages() (inA, inB map[int]bool) {
	inA, inB = map[int]bool{}, map[int]bool{}
	for i, w := range m.a {
		if w.running && m.toB[i] == None && m.pages.Candidate(w.Page) == None {
			inA[i] = true
		}
	}
	for j, w := range m.b {
		if w.running && m.toA[j] == None && !slices.Contains(m.pages, w.Page) {
			inB[j] = true
		}
	}
	return inA, inB
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
			b := m.b[j]
			same := samePattern(a.Text, fmt.Sprint(a.Page+1), b.Text, fmt.Sprint(b.Page+1)) ||
				samePattern(a.Text, fmt.Sprint(m.pagesA), b.Text, fmt.Sprint(m.pagesB))
			if same && m.toA[j] == None && (a.running && b.running || Distance(a.Box, b.Box) < near) {
				m.pair(i, j)
				break
			}
		}
	}
}

// near is how far a page's number may stand from its place, in millimetres.
const near = 3

// samePattern reports whether two words are the same but for their page numbers, as "3/4" and "3/5" are.
func samePattern(a, numberA, b, numberB string) bool {
	return strings.Contains(a, numberA) && strings.Replace(a, numberA, "#", 1) == strings.Replace(b, numberB, "#", 1)
}
