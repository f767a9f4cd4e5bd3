package words

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// repeats knows the lines that a document has on several pages: headers, footers, heads of tables. A page more has one more
// of them, which says nothing new.
type repeats struct {
	lines []line
	// keys are the lines' texts and places across the page; equal keys repeat each other.
	keys   []string
	copies map[string]int
	pages  int
}

func findRepeats(words []Word, pages int) repeats {
	r := repeats{lines: lines(words), copies: map[string]int{}, pages: pages}
	for _, l := range r.lines {
		key := lineKey(words, l, pages)
		r.keys = append(r.keys, key)
		r.copies[key]++
	}
	return r
}

// lineKey has the page's number and the number of pages masked.
func lineKey(words []Word, l line, pages int) string {
	var key strings.Builder
	for _, i := range l.words {
		w := words[i]
		text := w.Text
		if text == strconv.Itoa(w.Page+1) || text == strconv.Itoa(pages) {
			text = "#"
		}
		place := strconv.Itoa(int(math.Round(w.Box.X0 / 2)))
		if text == "#" {
			place = ""
		}
		key.WriteString(text + "@" + place + " ")
	}
	return key.String()
}

// bodyFirst puts headers and footers, the lines that stand at the same height on several pages, behind everything else: text
// flows from page to page past them.
func bodyFirst(words []Word, pages int) []Word {
	type place struct {
		key    string
		height int
	}
	r := findRepeats(words, pages)
	placeOf := func(k int) place {
		return place{r.keys[k], int(math.Round(words[r.lines[k].words[0]].Box.middle()))}
	}
	copies := map[place]int{}
	for k := range r.lines {
		copies[placeOf(k)]++
	}
	running := make([]bool, len(words))
	for k, l := range r.lines {
		for _, i := range l.words {
			n := copies[placeOf(k)]
			running[i] = n > 1 && n*5 >= pages*2 // left and right pages may differ
		}
	}
	ordered := make([]Word, 0, len(words))
	for _, last := range []bool{false, true} {
		for i, w := range words {
			if running[i] == last {
				ordered = append(ordered, w)
			}
		}
	}
	return ordered
}

// forgive returns the unmatched words that belong to copies of repeated lines, as far as one document has more pages than the
// other, and the lines that are not repeated although there are pages for them.
func (r repeats) forgive(unmatched func(int) bool, otherPages int) (forgiven map[int]bool, notRepeated []int) {
	forgiven = map[int]bool{}
	allowed := map[string]int{}
	for k, l := range r.lines {
		if r.copies[r.keys[k]] < 2 || !allUnmatched(l, unmatched) {
			continue
		}
		if allowed[r.keys[k]] < r.pages-otherPages {
			allowed[r.keys[k]]++
			for _, i := range l.words {
				forgiven[i] = true
			}
			continue
		}
		notRepeated = append(notRepeated, k)
	}
	return forgiven, notRepeated
}

// allUnmatched ignores page numbers, which match other numbers by chance.
func allUnmatched(l line, unmatched func(int) bool) bool {
	for _, i := range l.words {
		if !unmatched(i) {
			return false
		}
	}
	return true
}

// matchPageNumbers matches numbers that differ only because one document has more pages: each is its own page's number, or
// the number of its own document's pages, and they stand at the same place.
func (m *alignment) matchPageNumbers(pagesA, pagesB int, pages Pages) {
	if pagesA == pagesB {
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
		for _, j := range byPage[pages.Candidate(a.Page)] {
			b := m.b[j]
			same := samePattern(a.Text, fmt.Sprint(a.Page+1), b.Text, fmt.Sprint(b.Page+1)) ||
				samePattern(a.Text, fmt.Sprint(pagesA), b.Text, fmt.Sprint(pagesB))
			if same && m.toA[j] == None && Distance(a.Box, b.Box) < near {
				m.pair(i, j)
				break
			}
		}
	}
}

// samePattern reports whether two words are the same but for their page numbers, as "3/4" and "3/5" are.
func samePattern(a, numberA, b, numberB string) bool {
	return strings.Contains(a, numberA) && strings.Replace(a, numberA, "#", 1) == strings.Replace(b, numberB, "#", 1)
}
