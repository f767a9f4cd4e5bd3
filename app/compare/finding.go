package compare

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"platen/domain"
	"platen/domain/comparison"
)

// finding is all that was found about two renderings of a document. Words are indices: of the reference, where not said
// otherwise.
type finding struct {
	a, b  domain.Reading
	words *alignment
	pages pagePairs

	// missing and extra (of the candidate) words say something; spare ones are repeated on a page more or less.
	missing, extra []int
	changed        []change
	notRepeated    []repeatedLine
	invisible, cut []int
	outlined       []int // drawn, and no text
	overprinted    []int // of the candidate

	moves      []move
	lineBreaks []int
	looks      map[int]look

	drawn     []pageDrawn
	structure comparison.Structure
}

// change is a word that became another, at the same place in the text.
type change struct{ from, to int }

// repeatedLine is a line that other pages have, and this one of the candidate has not.
type repeatedLine struct {
	page int // of the reference
	text string
	kind string
}

// pageDrawn is what was found on the pictures of a page.
type pageDrawn struct {
	// a and b are the pages, from 0; none where it has no counterpart.
	a, b int
	// marginsA and marginsB are nil where the page is blank or not there.
	marginsA, marginsB *margins
	drawn
}

// readWords finds all that needs no picture.
func readWords(a, b domain.Reading) *finding {
	f := &finding{a: a, b: b, looks: map[int]look{}}
	f.words = align(bodyFirst(flatten(a), len(a.Pages)), bodyFirst(flatten(b), len(b.Pages)))
	f.pages = pairPages(f.words, len(a.Pages), len(b.Pages))
	f.words.matchPageNumbers(len(a.Pages), len(b.Pages), f.pages.candidate)
	f.findUnmatched()
	heights := make([]float64, len(a.Pages))
	for i, p := range a.Pages {
		heights[i] = p.Size.Height.Millimetres()
	}
	f.moves = f.words.moves(f.pages, heights)
	f.lineBreaks = f.words.brokenElsewhere()
	f.overprinted = f.words.overprinted()
	f.structure = compareStructure(a, b)
	return f
}

// findUnmatched sorts the words without a counterpart.
func (f *finding) findUnmatched() {
	m := f.words
	linesA, linesB := findRepeats(m.a, len(f.a.Pages)), findRepeats(m.b, len(f.b.Pages))
	spareA, notRepeated := linesA.forgive(func(i int) bool { return m.toB[i] == none }, len(f.b.Pages))
	spareB, _ := linesB.forgive(func(j int) bool { return m.toA[j] == none }, len(f.a.Pages))
	for i, j := range m.toB {
		if j == none && !spareA[i] {
			f.missing = append(f.missing, i)
		}
	}
	for j, i := range m.toA {
		if i == none && !spareB[j] {
			f.extra = append(f.extra, j)
		}
	}
	for _, k := range notRepeated {
		f.notRepeated = append(f.notRepeated, f.describeLine(linesA, k))
	}
	f.pairChanges()
	f.matchSmallCapitals()
}

// describeLine tells what a repeated line is. A header or a footer stands at the same height on all pages; the head of a table
// stands higher on the pages that the table goes on to than on the one where it begins.
func (f *finding) describeLine(r repeats, k int) repeatedLine {
	l := r.lines[k]
	var texts []string
	for _, i := range l.words {
		texts = append(texts, f.words.a[i].text)
	}
	var heights []float64
	for other, key := range r.keys {
		if key == r.keys[k] {
			heights = append(heights, f.words.a[r.lines[other].words[0]].box.middle())
		}
	}
	found := repeatedLine{page: l.page, text: strings.Join(texts, " "), kind: "the line"}
	at, height := f.words.a[l.words[0]].box.middle(), f.a.Pages[l.page].Size.Height.Millimetres()
	sameHeight := slices.Max(heights)-slices.Min(heights) < 1
	switch {
	case sameHeight && at < height/4:
		found.kind = "the header"
	case sameHeight && at > height*3/4:
		found.kind = "the footer"
	case len(l.words) > 1 && at < heights[0]-1 && at < height/4:
		found.kind = tableHead
	}
	return found
}

const tableHead = "the table's head"

// pairChanges finds missing and extra words between the same neighbours.
func (f *finding) pairChanges() {
	m := f.words
	extra := map[int]bool{}
	for _, j := range f.extra {
		extra[j] = true
	}
	for _, i := range f.missing {
		if i == 0 && extra[0] {
			f.changed = append(f.changed, change{0, 0})
			continue
		}
		if i == 0 {
			continue
		}
		before := m.toB[i-1]
		if n := len(f.changed); n > 0 && f.changed[n-1].from == i-1 {
			before = f.changed[n-1].to
		}
		if before != none && extra[before+1] {
			f.changed = append(f.changed, change{i, before + 1})
		}
	}
}

// isNumber tells a word whose digits matter.
func isNumber(text string) bool { return strings.ContainsFunc(text, unicode.IsDigit) }

// missesWordsOn tells whether the reference has words on a page that the candidate has not.
func (f *finding) missesWordsOn(page int) bool {
	return slices.ContainsFunc(f.missing, func(i int) bool { return f.words.a[i].page == page })
}

// lookAt compares the pictures of a page that both have. It ends early, without a meaning, when ctx does: within some
// milliseconds, since a shadow gives way to clients.
func (f *finding) lookAt(ctx context.Context, page pageDrawn, a, b canvas) pageDrawn {
	wordsA, wordsB := newMask(a.w, a.h), newMask(b.w, b.h)
	const around = 2
	for _, w := range f.words.a {
		if w.page == page.a {
			wordsA.fill(w.box, around)
		}
	}
	for _, w := range f.words.b {
		if w.page == page.b {
			wordsB.fill(w.box, around)
		}
	}
	var moved []wordShift
	for _, v := range f.moves {
		wa, wb := f.words.a[v.i], f.words.b[v.j]
		if wa.page != page.a || wb.page != page.b || ctx.Err() != nil {
			continue
		}
		moved = append(moved, wordShift{wa.box, v.dx, v.dy})
		if wa.pieces > 1 || wb.pieces > 1 {
			continue
		}
		l := compareInk(readInk(a, wa.box), readInk(b, wb.box), wa.box, wb.box)
		switch {
		case l.invisible:
			f.invisible = append(f.invisible, v.i)
		case l.cut:
			f.cut = append(f.cut, v.i)
		case l.style > 0:
			f.looks[v.i] = l
		}
	}
	f.findOutlines(ctx, page, a, b, moved)
	page.drawn = comparePictures(ctx, a, b, wordsA, wordsB, moved)
	return page
}

// count gives the numbers of the report.
func (f *finding) count() comparison.Words {
	counts := comparison.Words{Missing: len(f.missing) + len(f.outlined), Extra: len(f.extra), Matched: len(f.moves)}
	for _, v := range f.moves {
		if v.distance > visibleMove {
			counts.Moved++
		}
	}
	counts.MedianShift, counts.MaxShift = shifts(f.moves)
	return counts
}
