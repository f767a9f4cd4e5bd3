package verdict

import (
	"cmp"
	"slices"
	"strings"

	"platen/app/compare/pictures"
	"platen/app/compare/words"
	"platen/domain/comparison"
)

// What people are shown is bounded, for each page and for a document; the weightiest come first.
const (
	maxPageMarks = 200
	maxMarks     = 4000
)

// Marks are the places that differ, bounded, the weightiest first.
func (f *Finding) Marks() []comparison.Mark {
	rowOfA := func(page int) int { return slices.IndexFunc(f.pages, func(p Page) bool { return p.A == page }) }
	rowOfB := func(page int) int { return slices.IndexFunc(f.pages, func(p Page) bool { return p.B == page }) }
	list := []comparison.Mark{}
	add := func(kind comparison.MarkKind, i, j int) {
		m := comparison.Mark{Kind: kind}
		if j != words.None {
			w := f.words.B[j]
			m.Row, m.Text, m.To = rowOfB(w.Page), w.Text, Place(w.Box)
		}
		if i != words.None {
			w := f.words.A[i]
			m.From = Place(w.Box)
			if to := m.Row; j != words.None && to != rowOfA(w.Page) {
				m.ToRow = &to
			}
			if m.Row = rowOfA(w.Page); kind == comparison.ChangedWord {
				m.Text = w.Text + " → " + m.Text
			} else {
				m.Text = w.Text
			}
		}
		list = append(list, m)
	}
	for _, c := range f.words.Changed {
		add(comparison.ChangedWord, c.From, c.To)
	}
	for _, found := range f.wordFindings {
		for _, i := range found.words {
			switch {
			case found.mark == "":
			case found.inB:
				add(found.mark, words.None, i)
			default:
				add(found.mark, i, f.words.ToB[i])
			}
			if found.mark == comparison.ChangedWord {
				_, changed, _ := strings.Cut(found.is, " ")
				list[len(list)-1].Text = f.words.A[i].Text + ": " + changed
			}
		}
	}
	for _, c := range f.codes {
		list = append(list, comparison.Mark{Kind: comparison.ChangedWord, Row: rowOfA(c.Page), From: Place(c.Box), Text: "code"})
	}
	for row, p := range f.pages {
		for _, c := range p.Controls {
			list = append(list, comparison.Mark{Kind: comparison.ChangedWord, Row: row, From: Place(c.Box), Text: "box"})
		}
		for _, d := range p.Figures {
			m := comparison.Mark{Kind: comparison.ChangedWord, Row: row, From: Place(d.Box), Text: string(d.Kind) + " " + string(d.By)}
			switch {
			case d.By == pictures.Added:
				m.From, m.To = nil, m.From
			case d.By == pictures.Missing && d.Kind == pictures.Picture:
				m.Kind, m.Text = comparison.LostPicture, ""
			}
			list = append(list, m)
		}
	}
	f.addMoves(add)
	for i, l := range f.looks {
		if l.Share >= seenStyle {
			add(comparison.RestyledWord, i, f.words.ToB[i])
		}
	}
	return bounded(list)
}

// bounded keeps the first marks of each page.
func bounded(list []comparison.Mark) []comparison.Mark {
	kept, onRow := []comparison.Mark{}, map[int]int{}
	for _, m := range list {
		if onRow[m.Row]++; onRow[m.Row] <= maxPageMarks && len(kept) < maxMarks {
			kept = append(kept, m)
		}
	}
	return kept
}

// addMoves marks the words that moved, the furthest first.
func (f *Finding) addMoves(add func(comparison.MarkKind, int, int)) {
	furthestFirst := func(x, y words.Move) int { return cmp.Compare(y.Distance, x.Distance) }
	for _, v := range slices.SortedStableFunc(slices.Values(f.words.Moves), furthestFirst) {
		if v.Distance > words.VisibleMove {
			add(comparison.MovedWord, v.From, v.To)
		}
	}
}

// Place is a box as people are shown it: left, top, width and height in millimetres.
func Place(b words.Box) *[4]float64 {
	return &[4]float64{Round(b.X0, 1), Round(b.Y0, 1), Round(b.Width(), 1), Round(b.Height(), 1)}
}
