// Package words compares the words of two renderings of a document, as a person would: which are lost, changed, moved, or on top of
// each other. It knows nothing of how they look.
package words

import (
	"math"
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
	// Displaced words left their line, which is there without them, for another one, which was there without them, or changed places in it.
	Displaced []int
	// OtherColumn are the first words of what stands in another column of a table.
	OtherColumn []int
	// Blanks are words that run together in one document and are visibly two in the other.
	Blanks []int
	// Overprinted words, of B, stand on top of each other, and do not in the reference.
	Overprinted []int
	// Moves are those of all matched words, in the reference's order.
	Moves []Move
	// LineBreaks are the words that begin a line in one document and not in the other.
	LineBreaks []int
}

// None stands for no word, and for no page.
const None = -1

// Change is a word that became another, at the same place in the text.
type Change struct{ From, To int }

// Compare compares the words of two documents.
func Compare(readingA, readingB domain.Reading) Comparison {
	a, b := newDocument(readingA), newDocument(readingB)
	m := align(a, b)
	m.forgiveRunning()
	m.findSwapped()
	moved := m.matchEqual()
	m.matchCut()
	m.levelBoxes()
	c := Comparison{A: m.a, B: m.b, Pages: m.pages, NotRepeated: a.forgive(m.a, m.toB, b.pages)}
	for _, added := range b.forgive(m.b, m.toA, a.pages) {
		for _, j := range added.Words {
			m.b[j].forgiven = added.Kind.OfTable() // once more, it says nothing new
		}
	}
	c.Missing, c.Extra = unmatched(m.a, m.toB, Word.counts), unmatched(m.b, m.toA, Word.counts)
	c.Changed = m.changes(c.Missing, c.Extra)
	c.Displaced, c.OtherColumn, c.Blanks = m.displaced(moved), m.otherColumn(), m.blanks()
	c.ToB, c.Moves, c.LineBreaks, c.Overprinted = m.toB, m.moves(a.heights), m.brokenElsewhere(), m.overprinted()
	return c
}

// levelBoxes gives the boxes of a word one proportion in both documents where they differ much: extraction takes a box's height from what
// the PDF says of the whole font.
func (m *alignment) levelBoxes() {
	const much = 0.2
	for i, j := range m.toB {
		if j == None {
			continue
		}
		a, b := &m.a[i].Box, &m.b[j].Box
		if larger := b.Width() / a.Width(); larger > 0.5 && larger < 2 && math.Abs(math.Log(b.Height()/a.Height()/larger)) > much {
			height := min(a.Height(), b.Height()/larger) / 2
			a.Y0, a.Y1 = a.middle()-height, a.middle()+height
			b.Y0, b.Y1 = b.middle()-height*larger, b.middle()+height*larger
		}
	}
}

// counts reports whether a word without a counterpart is missing: extraction may leave out a piece without a key.
func (w Word) counts() bool { return !w.forgiven && w.key != "" }

// matchCut matches words that an ellipsis cuts after more or fewer letters.
func (m *alignment) matchCut() {
	const ellipsis = "..." // as normalised
	for _, c := range m.changes(unmatched(m.a, m.toB, Word.counts), unmatched(m.b, m.toA, Word.counts)) {
		a, cutA := strings.CutSuffix(m.a[c.From].Text, ellipsis)
		b, cutB := strings.CutSuffix(m.b[c.To].Text, ellipsis)
		if cutA && cutB && a != "" && b != "" && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a)) {
			m.pair(c.From, c.To)
		}
	}
}

// changes finds missing and extra words between the same neighbours.
func (m *alignment) changes(missing, extra []int) (changed []Change) {
	come := map[int]bool{}
	for _, j := range extra {
		come[j] = true
	}
	for _, i := range missing {
		before := None
		if n := len(changed); n > 0 && changed[n-1].From == i-1 {
			before = changed[n-1].To
		} else if i > 0 {
			before = m.toB[i-1]
		}
		if (i == 0 || before != None) && come[before+1] && m.a[i].Text != m.b[before+1].Text {
			changed = append(changed, Change{i, before + 1})
		}
	}
	return changed
}

// findSwapped finds single words that took each other's places between the same neighbours, as two sums of a table may.
func (m *alignment) findSwapped() {
	var found []Change
	come := map[string]bool{}
	for i, j := range m.toB {
		if j != None || i == 0 || i == len(m.a)-1 {
			continue
		}
		before, after := m.toB[i-1], m.toB[i+1]
		if before != None && after == before+2 && m.toA[before+1] == None && m.a[i].key != m.b[before+1].key &&
			follows(m.a[i-1], m.a[i]) == follows(m.b[before], m.b[before+1]) {
			found = append(found, Change{i, before + 1})
			come[m.b[before+1].key] = true
		}
	}
	for _, c := range found {
		if come[m.a[c.From].key] {
			m.a[c.From].swapped, m.b[c.To].swapped = true, true
		}
	}
}

// maxDisplaced is how many different words may be displaced. Of more, the documents have their words in another order.
const maxDisplaced = 12

// displaced returns the words, of pairs of the same text, that changed their neighbours: on both lines are others, and none on both, or
// they changed places with one of them, without what stands around them. The words of a run moved together.
func (m *alignment) displaced(pairs [][2]int) (words []int) {
	different, runs, run := map[string]bool{}, map[int]int{}, 0
	for k, pair := range pairs {
		different[m.a[pair[0]].key] = true
		if k == 0 || pair != [2]int{pairs[k-1][0] + 1, pairs[k-1][1] + 1} {
			run++
		}
		runs[pair[0]] = run
	}
	if len(different) > maxDisplaced {
		return nil
	}
	lines := map[int][]int{}
	for i, w := range m.a {
		lines[w.line] = append(lines[w.line], i)
	}
	onB := map[int]int{}
	for _, w := range m.b {
		onB[w.line]++
	}
	for _, pair := range pairs {
		a, b := m.a[pair[0]], m.b[pair[1]]
		together, stays, crossed := false, false, false
		for _, i := range lines[a.line] {
			if runs[i] == runs[pair[0]] || m.toB[i] == None {
				continue
			}
			stays = true
			if other := m.b[m.toB[i]]; other.line == b.line {
				together = true
				crossed = crossed || (m.a[i].Box.X0 < a.Box.X0) != (other.Box.X0 < b.Box.X0)
			}
		}
		if stays && onB[b.line] > 1 && (!together || crossed && !m.movedWithNeighbours(pair[0])) {
			words = append(words, pair[0])
		}
	}
	return words
}

// blanks finds the matched words that are wider in one document by the blank between their pieces.
func (m *alignment) blanks() (words []int) {
	const wide = 0.15 // of the height: less is kerning
	for i, j := range m.toB {
		if j == None {
			continue
		}
		a, b := m.a[i], m.b[j]
		gap, wider := a.blank-b.blank, a.Box.Width()-b.Box.Width()
		if math.Abs(gap) > wide*a.Box.Height() && wider/gap > 0.6 {
			words = append(words, i)
		}
	}
	return words
}

// IsNumber reports whether the digits of a word matter.
func IsNumber(text string) bool { return strings.ContainsFunc(text, unicode.IsDigit) }
