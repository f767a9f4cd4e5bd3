package words

import (
	"slices"
	"strings"
)

// RepeatedLine is a line that other pages have, and a page of the candidate has not.
type RepeatedLine struct {
	// Page is that of the reference, from 0.
	Page int
	Text string
	Kind LineKind
	// Words are those of the line, of A.
	Words []int
}

// LineKind is what a repeated line is.
type LineKind string

// The kinds of lines.
const (
	OtherLine LineKind = "the line"
	Header    LineKind = "the header"
	Footer    LineKind = "the footer"
	TableHead LineKind = "the table's head"
	TableFoot LineKind = "the table's foot"
)

// OfTable reports whether it is a part of a table that some engines repeat on each of its pages. Once less, the document says the same.
func (k LineKind) OfTable() bool { return k == TableHead || k == TableFoot }

// forgive forgives the unmatched words that are copies of headers, footers and heads of tables, at the edge of a page, or of what
// stands on all pages, as far as one document has more pages than the other. It returns the lines that are not repeated although there
// are pages for them.
func (d *document) forgive(words []Word, counterparts []int, otherPages int) (notRepeated []RepeatedLine) {
	unmatched, matched := make([][]int, len(d.lines)), make([]bool, len(d.lines))
	for i, w := range words {
		if counterparts[i] == None && !w.forgiven {
			unmatched[w.line] = append(unmatched[w.line], i)
		} else {
			matched[w.line] = true
		}
	}
	allowed := map[string]int{}
	for n, l := range d.lines {
		if l.copies < 2 || matched[n] || len(unmatched[n]) == 0 {
			continue
		}
		if allowed[l.key] < d.pages-otherPages && (d.atEdge(l) || l.copies == d.pages) {
			allowed[l.key]++
			for _, i := range unmatched[n] {
				words[i].forgiven = true
			}
			continue
		}
		notRepeated = append(notRepeated, RepeatedLine{l.page, l.text, d.kindOf(n), unmatched[n]})
	}
	return notRepeated
}

// kindOf returns what a repeated line is. A header or a footer stands at the same height on all pages; the head of a table stands
// higher on the pages that the table goes on to than on the one where it begins, and its foot lower on those than on the one where it ends.
func (d *document) kindOf(n int) LineKind {
	l := d.lines[n]
	at, height := l.box.middle(), d.heights[l.page]
	var places []float64
	for _, other := range d.lines {
		if other.key == l.key {
			places = append(places, other.box.middle())
		}
	}
	first, last, lowest := places[0], places[len(places)-1], slices.Max(places)
	same := lowest-slices.Min(places) < 1
	switch {
	case same && at < height/4:
		return Header
	case same && at > height*3/4:
		return Footer
	case strings.Contains(l.text, " ") && at < first-1 && at < height/4:
		return TableHead
	case strings.Contains(l.text, " ") && lowest > last+1 && lowest > height*3/4: // whichever of its copies is not there
		return TableFoot
	}
	return OtherLine
}
