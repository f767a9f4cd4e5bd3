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
	m := marks{Finding: f, list: []comparison.Mark{}}
	for _, c := range f.words.Changed {
		m.addWord(comparison.ChangedWord, c.From, c.To)
	}
	for _, found := range f.wordFindings {
		m.addFinding(found)
	}
	for _, c := range f.codes {
		m.add(comparison.Mark{Kind: comparison.ChangedWord, Row: m.rowOfA(c.Page), From: Place(c.Box), Text: "code"})
	}
	for row, p := range f.pages {
		m.addPictures(row, p)
	}
	m.addMoves()
	for i, l := range f.looks {
		if l.Share >= seenStyle {
			m.addWord(comparison.RestyledWord, i, f.words.ToB[i])
		}
	}
	return bounded(m.list)
}

// marks are the marks of a finding, in the order in which they are added.
type marks struct {
	*Finding
	list []comparison.Mark
}

func (m *marks) add(mark comparison.Mark) { m.list = append(m.list, mark) }

func (m *marks) rowOfA(page int) int {
	return slices.IndexFunc(m.pages, func(p Page) bool { return p.A == page })
}

func (m *marks) rowOfB(page int) int {
	return slices.IndexFunc(m.pages, func(p Page) bool { return p.B == page })
}

// addWord marks a word of the reference and its counterpart. Either can be words.None.
func (m *marks) addWord(kind comparison.MarkKind, i, j int) {
	mark := comparison.Mark{Kind: kind}
	if j != words.None {
		w := m.words.B[j]
		mark.Row, mark.Text, mark.To = m.rowOfB(w.Page), w.Text, Place(w.Box)
	}
	if i != words.None {
		w := m.words.A[i]
		mark.From = Place(w.Box)
		if to := mark.Row; j != words.None && to != m.rowOfA(w.Page) {
			mark.ToRow = &to
		}
		if mark.Row = m.rowOfA(w.Page); kind == comparison.ChangedWord {
			mark.Text = w.Text + " → " + mark.Text
		} else {
			mark.Text = w.Text
		}
	}
	m.add(mark)
}

// addFinding marks the words of a finding that is shown.
func (m *marks) addFinding(found wordFinding) {
	if found.mark == "" {
		return
	}
	for _, i := range found.words {
		if found.inB {
			m.addWord(found.mark, words.None, i)
		} else {
			m.addWord(found.mark, i, m.words.ToB[i])
		}
		if found.mark == comparison.ChangedWord {
			_, changed, _ := strings.Cut(found.is, " ")
			m.list[len(m.list)-1].Text = m.words.A[i].Text + ": " + changed
		}
	}
}

// addPictures marks the controls and figures of a page that differ.
func (m *marks) addPictures(row int, p Page) {
	for _, c := range p.Controls {
		m.add(comparison.Mark{Kind: comparison.ChangedWord, Row: row, From: Place(c.Box), Text: "box"})
	}
	for _, d := range p.Figures {
		mark := comparison.Mark{Kind: comparison.ChangedWord, Row: row, From: Place(d.Box), Text: string(d.Kind) + " " + string(d.By)}
		switch {
		case d.By == pictures.Added:
			mark.From, mark.To = nil, mark.From
		case d.By == pictures.Missing && d.Kind == pictures.Picture:
			mark.Kind, mark.Text = comparison.LostPicture, ""
		}
		m.add(mark)
	}
}

// addMoves marks the words that moved, the furthest first.
func (m *marks) addMoves() {
	furthestFirst := func(x, y words.Move) int { return cmp.Compare(y.Distance, x.Distance) }
	for _, v := range slices.SortedStableFunc(slices.Values(m.words.Moves), furthestFirst) {
		if v.Distance > words.VisibleMove {
			m.addWord(comparison.MovedWord, v.From, v.To)
		}
	}
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

// Place is a box as people are shown it: left, top, width and height in millimetres.
func Place(b words.Box) *[4]float64 {
	return &[4]float64{Round(b.X0, 1), Round(b.Y0, 1), Round(b.Width(), 1), Round(b.Height(), 1)}
}
