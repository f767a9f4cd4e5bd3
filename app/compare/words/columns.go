package words

import (
	"cmp"
	"math"
	"slices"
)

// cell is a piece of a line that stands apart by more than blanks do.
type cell struct {
	first, last int // words
	box         Box
	line        int
}

// apart is how far, in millimetres, columns stand apart.
const apart = 4.0

// movedWithNeighbours reports whether words stand close to one, and all of them moved across the page with it.
func (m *alignment) movedWithNeighbours(i int) (with bool) {
	a, dx := m.a[i].Box, m.b[m.toB[i]].Box.X0-m.a[i].Box.X0
	for k, w := range m.a {
		away := max(w.Box.X0-a.X1, a.X0-w.Box.X1, w.Box.Y0-a.Y1, a.Y0-w.Box.Y1) > max(apart, 1.5*a.Height())
		watermark := min(w.Box.Width(), w.Box.Height()) > 2*a.Height() // a letter of one
		if j := m.toB[k]; k != i && j != None && w.Page == m.a[i].Page && !away && !watermark {
			if with = math.Abs(m.b[j].Box.X0-w.Box.X0-dx) < apart; !with {
				return false
			}
		}
	}
	return with
}

// cells are those of the text, line by line, from the left.
func cells(all []Word) (found []cell) {
	order := make([]int, 0, len(all))
	for i, w := range all {
		if !w.running {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(all[i].line, all[j].line), cmp.Compare(all[i].Box.X0, all[j].Box.X0))
	})
	for _, i := range order {
		w := all[i]
		if n := len(found) - 1; n >= 0 && found[n].line == w.line && w.Box.X0-found[n].box.X1 <= max(apart, 1.5*w.Box.Height()) {
			found[n].last, found[n].box = i, found[n].box.Union(w.Box)
			continue
		}
		found = append(found, cell{i, i, w.Box, w.line})
	}
	return found
}

// Columns counts the columns of a document's text: the places at which many pieces of lines begin.
func Columns(all []Word) (n int) {
	const least, few = 12, 5 // pieces, below which nothing is told, and there is no column
	var begins []float64
	for _, c := range cells(all) {
		begins = append(begins, c.box.X0)
	}
	if len(begins) < least {
		return 0
	}
	slices.Sort(begins)
	for begin := 0; begin < len(begins); {
		end := begin + 1
		for end < len(begins) && begins[end]-begins[end-1] < apart/2 {
			end++
		}
		if 5*(end-begin) >= len(begins) && end-begin >= few {
			n++
		}
		begin = end
	}
	return n
}

// cellPair is a cell of both documents.
type cellPair struct{ a, b cell }

// stays reports whether it is in its place across the page.
func (p cellPair) stays() bool { return math.Abs(p.b.box.X0-p.a.box.X0) < apart }

// rows are the lines of the reference, of cells that the other document has too.
func (m *alignment) rows() (rows [][]cellPair) {
	inB := map[int]cell{}
	for _, c := range cells(m.b) {
		inB[c.first] = c
	}
	for _, a := range cells(m.a) {
		b, matched := inB[m.toB[a.first]]
		switch n := len(rows) - 1; {
		case !matched || m.toB[a.last] != b.last:
		case n >= 0 && rows[n][0].a.line == a.line:
			rows[n] = append(rows[n], cellPair{a, b})
		default:
			rows = append(rows, []cellPair{{a, b}})
		}
	}
	return rows
}

// otherColumn returns the first words of the cells that stand under another cell of a line above them than they did, while these cells and
// others of their own row stay.
func (m *alignment) otherColumn() (words []int) {
	rows, first := m.rows(), 0 // row of the page
	for n, row := range rows {
		if m.a[row[0].a.first].Page != m.a[rows[first][0].a.first].Page {
			first = n
		}
		for _, c := range row {
			inRow := func(o cellPair) bool { return o.stays() && o.b.line == c.b.line }
			if !c.stays() && slices.ContainsFunc(row, inRow) && slices.ContainsFunc(rows[first:n], c.leftColumn) {
				words = append(words, c.a.first)
			}
		}
	}
	return words
}

// leftColumn reports whether a cell stood under one of a line above it, and stands under another one now. What moved there counts for
// nothing.
func (p cellPair) leftColumn(above []cellPair) bool {
	under := func(c, head cell) bool { return c.box.X0 < head.box.X1 && c.box.X1 > head.box.X0 }
	was := slices.IndexFunc(above, func(h cellPair) bool { return h.stays() && under(p.a, h.a) && !under(p.b, h.b) })
	return was >= 0 && slices.ContainsFunc(above, func(h cellPair) bool {
		return h.stays() && under(p.b, h.b) && !under(p.a, h.a) && h.b.line == above[was].b.line
	})
}
