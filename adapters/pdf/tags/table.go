package tags

import (
	"slices"

	"platen/adapters/pdf/object"
)

// grid is a table while its cells are placed (14.8.5.7).
type grid struct {
	*mending
	columns map[string]int // of head cells, by their identifiers
	open    []span         // cells of earlier rows that reach into the next, by column
	used    []int          // columns that each row has cells in
}

// span is a cell that reaches into further rows.
type span struct {
	cell *element
	rows int // how many more
}

const (
	maxSpan    = 1000 // HTML's for columns
	maxColumns = 1 << 14
)

// table makes the rows of a table equally long. Engines leave out empty cells that are not painted, and rows of such cells: they are added
// again, in the column that the head cells of the cells after them tell.
func (m *mending) table(e *element) {
	g := &grid{mending: m, columns: map[string]int{}}
	rows := e.rows()
	for _, row := range rows {
		g.place(row)
	}
	for _, s := range g.open { // below the last row
		if s.rows > 0 {
			s.cell.setSpan("RowSpan", max(1, s.cell.span(m.file, "RowSpan")-s.rows))
		}
	}
	for i, row := range rows {
		for missing := len(g.open) - g.used[i]; missing > 0 && m.pad(row, len(row.kids)); missing-- {
		}
	}
}

// maxPadded bounds the cells that are added to the tables of a document, for each element that it has.
const maxPadded = 8

// pad adds an empty cell to a row; false if there are too many.
func (m *mending) pad(row *element, at int) bool {
	if m.padded++; m.padded > maxPadded*len(m.elements)+maxSpan {
		if m.unmet == nil {
			m.unmet = []string{"a table whose rows differ in their columns"}
		}
		return false
	}
	m.add(row, at, "TD")
	return true
}

// rows returns the rows of a table in their order.
func (e *element) rows() (rows []*element) {
	for _, kid := range e.kids {
		switch kid, _ := kid.(*element); {
		case kid == nil:
		case kid.kind == "TR":
			rows = append(rows, kid)
		case kid.kind == "THead", kid.kind == "TBody", kid.kind == "TFoot":
			rows = append(rows, kid.rows()...)
		}
	}
	return rows
}

// place finds the columns of a row's cells.
func (g *grid) place(row *element) {
	column, used := 0, 0
	for i := range g.open {
		if g.open[i].rows > 0 {
			used++
		}
	}
	taken := func() bool { return column < len(g.open) && g.open[column].rows > 0 }
	for at := 0; at < len(row.kids); at++ {
		cell, is := row.kids[at].(*element)
		if !is {
			continue
		}
		for taken() {
			column++
		}
		for wanted := g.wanted(cell); column < wanted; column++ {
			if !taken() && g.pad(row, at) {
				used++
				at++
			}
		}
		for taken() {
			column++
		}
		width, height := min(cell.span(g.file, "ColSpan"), maxSpan), cell.span(g.file, "RowSpan")
		if cell.kind == "TH" {
			if id, ok := g.file.Get(cell.dict["ID"]).(object.String); ok {
				g.columns[string(id)] = column
			}
		}
		for range width {
			if column >= maxColumns {
				g.unmet = []string{"a table with too many columns"}
				break
			}
			for len(g.open) <= column {
				g.open = append(g.open, span{})
			}
			if g.open[column].rows == 0 {
				used++
			}
			g.open[column] = span{cell, height}
			column++
		}
	}
	g.used = append(g.used, used)
	for i := range g.open {
		g.open[i].rows = max(0, g.open[i].rows-1)
	}
}

// wanted returns the column of the head cell of a cell; 0 if it is not known.
func (g *grid) wanted(cell *element) int {
	var headers object.Array
	for _, attributes := range cell.attributes(g.file) {
		if h := g.file.Array(attributes["Headers"]); len(h) > 0 {
			headers = h
		}
	}
	column := 0
	for _, id := range headers {
		if id, ok := id.(object.String); ok {
			column = max(column, g.columns[string(id)])
		}
	}
	return column
}

// attributes returns the attributes of an element (14.7.5).
func (e *element) attributes(f *object.File) (all []object.Dict) {
	if e.dict["A"] == nil {
		return nil
	}
	several, is := f.Get(e.dict["A"]).(object.Array)
	if !is {
		several = object.Array{e.dict["A"]}
	}
	for _, o := range several {
		all = append(all, f.Dict(o))
	}
	return all
}

// span returns how many columns or rows a cell has.
func (e *element) span(f *object.File, key object.Name) int {
	for _, attributes := range e.attributes(f) {
		if n := f.Number(attributes[key]); n > 1 {
			return int(min(n, 1<<16))
		}
	}
	return 1
}

// setSpan replaces the number of columns or rows.
func (e *element) setSpan(key object.Name, n int) {
	all, _ := e.dict["A"].(object.Array)
	all = slices.DeleteFunc(slices.Clone(all), func(o any) bool {
		d, is := o.(object.Dict)
		return is && d[key] != nil && len(d) == 2
	})
	e.set("A", append(all, object.Dict{"O": object.Name("Table"), key: float64(n)}))
}
