package compare

import (
	"cmp"
	"slices"

	"platen/domain/comparison"
)

// What people are shown is bounded, for each page and for a document; the weightiest come first.
const (
	maxPageMarks = 200
	maxMarks     = 4000
)

// marks are the places that differ.
func (f *finding) marks() []comparison.Mark {
	rows := f.rows()
	list := []comparison.Mark{}
	add := func(kind comparison.MarkKind, i, j int) {
		m := comparison.Mark{Kind: kind}
		if j != none {
			w := f.words.b[j]
			m.Row, m.Text, m.To = rows.b[w.page], w.text, place(w.box)
		}
		if i != none {
			w := f.words.a[i]
			m.From = place(w.box)
			if to := m.Row; j != none && to != rows.a[w.page] {
				m.ToRow = &to
			}
			if m.Row = rows.a[w.page]; kind == comparison.ChangedWord {
				m.Text = w.text + " → " + m.Text
			} else {
				m.Text = w.text
			}
		}
		list = append(list, m)
	}
	from, to := map[int]bool{}, map[int]bool{}
	for _, c := range f.changed {
		from[c.from], to[c.to] = true, true
		add(comparison.ChangedWord, c.from, c.to)
	}
	for _, i := range f.missing {
		if !from[i] {
			add(comparison.MissingWord, i, none)
		}
	}
	for _, j := range f.extra {
		if !to[j] {
			add(comparison.ExtraWord, none, j)
		}
	}
	for _, i := range f.invisible {
		add(comparison.InvisibleWord, i, f.words.toB[i])
	}
	for _, i := range f.cut {
		add(comparison.CutWord, i, f.words.toB[i])
	}
	for _, j := range f.overprinted {
		add(comparison.OverprintedWord, none, j)
	}
	for row, p := range f.drawn {
		for _, b := range p.lost {
			list = append(list, comparison.Mark{Kind: comparison.LostPicture, Row: row, From: place(b)})
		}
	}
	f.addMoves(add)
	for _, i := range f.restyled() {
		add(comparison.RestyledWord, i, f.words.toB[i])
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
func (f *finding) addMoves(add func(comparison.MarkKind, int, int)) {
	moves := slices.Clone(f.moves)
	slices.SortStableFunc(moves, func(x, y move) int { return cmp.Compare(y.distance, x.distance) })
	for _, v := range moves {
		if v.distance > visibleMove {
			add(comparison.MovedWord, v.i, v.j)
		}
	}
}

func (f *finding) restyled() []int {
	words := make([]int, 0, len(f.looks))
	for i, l := range f.looks {
		if l.style >= 0.1 {
			words = append(words, i)
		}
	}
	slices.Sort(words)
	return words
}

// rows says on which row each page is.
func (f *finding) rows() struct{ a, b []int } {
	rows := struct{ a, b []int }{make([]int, len(f.a.Pages)), make([]int, len(f.b.Pages))}
	for row, p := range f.drawn {
		if p.a != none {
			rows.a[p.a] = row
		}
		if p.b != none {
			rows.b[p.b] = row
		}
	}
	return rows
}

func place(b box) *[4]float64 {
	return &[4]float64{round(b.x0, 1), round(b.y0, 1), round(b.width(), 1), round(b.height(), 1)}
}
