// Package words compares the words of two renderings of a document, as a person would: which are lost, changed, moved, or on top of
// each other. It knows nothing of how they look.
package words

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"platen/domain"
)

// Comparison is what became of a document's words. It is not changed once it is made. Words are indices: of A, where not said
// otherwise.
type Comparison struct {
	// A and B are the words of the reference and of the candidate, in reading order.
	A, B []Word
	// ToB is for each word of A its word of B; None where there is none.
	ToB []int
	// Pages is for each page of the reference, from 0, that of the candidate; None where there is none.
	Pages Pages
	// Missing and Extra (of B) words say something; copies on a page more or less are not among them.
	Missing, Extra []int
	Changed        []Change
	NotRepeated    []RepeatedLine
	// Overprinted words, of B, stand on top of each other, and do not in the reference.
	Overprinted []int
	// Moves are those of all matched words, in the reference's order.
	Moves []Move
	// LineBreaks are the words that begin a line in one document and not in the other.
	LineBreaks []int
	// FirstA and FirstB are for each page the first word that is no part of a repeated line, of A and B; None where there is none.
	FirstA, FirstB []int
}

// None stands for no word, and for no page.
const None = -1

// Change is a word that became another, at the same place in the text.
type Change struct{ From, To int }

// RepeatedLine is a line that other pages have, and a page of the candidate has not.
type RepeatedLine struct {
	// Page is that of the reference, from 0.
	Page int
	Text string
	Kind LineKind
}

// LineKind tells what a repeated line is.
type LineKind string

// The kinds of lines.
const (
	OtherLine LineKind = "the line"
	Header    LineKind = "the header"
	Footer    LineKind = "the footer"
	TableHead LineKind = "the table's head"
)

// Compare compares the words of two documents.
func Compare(a, b domain.Reading) Comparison {
	pagesA, pagesB := len(a.Pages), len(b.Pages)
	m := align(bodyFirst(flatten(a), pagesA), bodyFirst(flatten(b), pagesB))
	pages := pairPages(m, pagesA, pagesB)
	m.matchPageNumbers(pagesA, pagesB, pages)
	linesA, linesB := findRepeats(m.a, pagesA), findRepeats(m.b, pagesB)
	heights := make([]float64, pagesA)
	for i, p := range a.Pages {
		heights[i] = p.Size.Height.Millimetres()
	}
	c := Comparison{A: m.a, B: m.b, Pages: pages, FirstA: firstOfPages(m.a, linesA, pagesA), FirstB: firstOfPages(m.b, linesB, pagesB)}
	spareA, notRepeated := linesA.forgive(func(i int) bool { return m.toB[i] == None }, pagesB)
	spareB, _ := linesB.forgive(func(j int) bool { return m.toA[j] == None }, pagesA)
	for _, k := range notRepeated {
		c.NotRepeated = append(c.NotRepeated, linesA.describe(m.a, k, heights))
	}
	missing, extra := unmatched(m.toB, spareA), unmatched(m.toA, spareB)
	c.Changed = m.matchSmallCapitals(m.changes(missing, extra))
	c.Missing, c.Extra = unmatched(m.toB, spareA), unmatched(m.toA, spareB)
	c.ToB, c.Moves, c.LineBreaks, c.Overprinted = m.toB, m.moves(pages, heights), m.brokenElsewhere(), m.overprinted()
	return c
}

// unmatched are the words without a counterpart that are not spare.
func unmatched(counterparts []int, spare map[int]bool) (words []int) {
	for i, j := range counterparts {
		if j == None && !spare[i] {
			words = append(words, i)
		}
	}
	return words
}

// describe tells what a repeated line is. A header or a footer stands at the same height on all pages; the head of a table stands
// higher on the pages that the table goes on to than on the one where it begins.
func (r repeats) describe(words []Word, k int, pageHeights []float64) RepeatedLine {
	l := r.lines[k]
	var texts []string
	for _, i := range l.words {
		texts = append(texts, words[i].Text)
	}
	var heights []float64
	for other, key := range r.keys {
		if key == r.keys[k] {
			heights = append(heights, words[r.lines[other].words[0]].Box.middle())
		}
	}
	found := RepeatedLine{l.page, strings.Join(texts, " "), OtherLine}
	at, height := words[l.words[0]].Box.middle(), pageHeights[l.page]
	sameHeight := slices.Max(heights)-slices.Min(heights) < 1
	switch {
	case sameHeight && at < height/4:
		found.Kind = Header
	case sameHeight && at > height*3/4:
		found.Kind = Footer
	case len(l.words) > 1 && at < heights[0]-1 && at < height/4:
		found.Kind = TableHead
	}
	return found
}

// changes finds missing and extra words between the same neighbours.
func (m *alignment) changes(missing, extra []int) (changed []Change) {
	come := map[int]bool{}
	for _, j := range extra {
		come[j] = true
	}
	for _, i := range missing {
		if i == 0 && come[0] {
			changed = append(changed, Change{0, 0})
		}
		if i == 0 {
			continue
		}
		before := m.toB[i-1]
		if n := len(changed); n > 0 && changed[n-1].From == i-1 {
			before = changed[n-1].To
		}
		if before != None && come[before+1] {
			changed = append(changed, Change{i, before + 1})
		}
	}
	return changed
}

// matchSmallCapitals matches changed words that differ in their case alone and are as wide, since engines write small capitals in
// either case. It returns the other ones.
func (m *alignment) matchSmallCapitals(changed []Change) []Change {
	return slices.DeleteFunc(changed, func(c Change) bool {
		a, b := m.a[c.From], m.b[c.To]
		same := strings.EqualFold(a.Text, b.Text) && math.Abs(math.Log(a.Box.Width()/b.Box.Width())) < 0.02
		if same {
			m.pair(c.From, c.To)
		}
		return same
	})
}

// IsNumber reports whether the digits of a word matter.
func IsNumber(text string) bool { return strings.ContainsFunc(text, unicode.IsDigit) }
