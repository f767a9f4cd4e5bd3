// Package verdict judges what was found in two renderings of a document: its score, the reasons in words, and the places.
package verdict

import (
	"slices"

	"platen/app/compare/pictures"
	"platen/app/compare/words"
	"platen/domain"
	"platen/domain/comparison"
)

// Finding is all that was found about two renderings of a document. It is not changed once it is made.
type Finding struct {
	a, b  domain.Reading
	words words.Comparison
	pages []Page

	// Indices of the reference's words: missing ones are not even drawn, outlined ones are drawn and no text, and those of ofTable are
	// missing and the head or foot of a table, which is there on other pages.
	missing, outlined, ofTable []int
	// wordFindings are what became of words.
	wordFindings []wordFinding
	looks        []pictures.Change // of the reference's words
	codes        []Code
	structure    comparison.Structure
}

// Code is a bar code or a QR code of the reference, on a page from 0, that became another, or was lost.
type Code struct {
	Page int
	Box  words.Box
	Lost bool
}

// Page is what was found on the pictures of a page.
type Page struct {
	words.PagePair
	// MarginsA and MarginsB are nil where the page is blank or not there.
	MarginsA, MarginsB *pictures.Margins
	pictures.Page
}

// New puts together what was found in the words, on the pages, which are in the order of the report, in the looks of the reference's words,
// and in the codes.
func New(a, b domain.Reading, w words.Comparison, pages []Page, looks []pictures.Change, codes []Code) *Finding {
	f := &Finding{a: a, b: b, words: w, pages: pages, looks: looks, codes: codes, structure: compareStructure(a, b)}
	withoutMoved(pages)
	var drawn, written []int
	for _, p := range pages {
		f.outlined, drawn, written = append(f.outlined, p.Outlined...), append(drawn, p.Drawn...), append(written, p.Written...)
	}
	f.words.Missing, f.words.Extra = without(w.Missing, drawn), without(w.Extra, written)
	f.words.Changed = slices.DeleteFunc(slices.Clone(w.Changed), func(c words.Change) bool { return slices.Contains(drawn, c.From) })
	f.missing = without(f.words.Missing, f.outlined)
	f.findWords()
	return f
}

// without returns the list without some of its elements.
func without(list, some []int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(i int) bool { return slices.Contains(some, i) })
}

// withoutMoved leaves out the figures that are missing on one page and are there in addition on another, and those of pages without a
// counterpart: what is there on each page, as a logo, comes and goes with them.
func withoutMoved(pages []Page) {
	for i := range pages {
		pages[i].Figures = slices.DeleteFunc(pages[i].Figures, func(f pictures.Figure) bool {
			for k, o := range pages {
				came := slices.IndexFunc(o.Figures, func(g pictures.Figure) bool { return g.By == pictures.Added && g.SameSize(f) })
				if f.By == pictures.Missing && k != i && came >= 0 {
					pages[k].Figures = slices.Delete(o.Figures, came, came+1)
					return true
				}
			}
			return false
		})
	}
	for i := range pages {
		if pages[i].A == words.None || pages[i].B == words.None {
			pages[i].Figures = nil
		}
	}
}

// count returns the numbers of the report.
func (f *Finding) count() comparison.Words {
	counts := comparison.Words{Missing: len(f.missing) + len(f.outlined), Extra: len(f.words.Extra), Matched: len(f.words.Moves)}
	for _, v := range f.words.Moves {
		if v.Distance > words.VisibleMove {
			counts.Moved++
		}
	}
	counts.MedianShift, counts.MaxShift = words.Shifts(f.words.Moves)
	return counts
}
