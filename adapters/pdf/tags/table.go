package tags

import (
	"maps"
	"slices"

	"platen/adapters/pdf/object"
)

// grid is a table while its cells are placed (14.8.5.7).
type grid struct {
	*mending
	heads map[string]int // the columns of head cells, by their identifiers
	open  []int          // by column, in how many of the rows that follow a cell is, of this row or an earlier one
	used  []int          // columns that each row has cells in
}

// maxColumns bounds the columns of a table: in HTML no cell has more.
const maxColumns = 1000

// table makes the rows of a table equally long. Engines leave out empty cells that are not painted, and rows of such cells: they are added
// again, in the column that the head cells of the cells after them tell. Engines write no sections of tables.
func (m *mending) table(e *element) {
	e.caption()
	g := &grid{mending: m, heads: map[string]int{}}
	rows := slices.DeleteFunc(e.elements(), func(kid *element) bool { return kid.kind != "TR" })
	for i, row := range rows {
		g.place(row, len(rows)-i)
	}
	for i, row := range rows {
		for missing := len(g.open) - g.used[i]; missing > 0 && m.pad(row, len(row.kids)); missing-- {
		}
	}
}

// caption makes one of a table's captions, at the beginning (14.8.4.3.4): the first, with the others in it.
func (e *element) caption() {
	var captions, others []any
	for _, kid := range e.kids {
		k, is := kid.(*element)
		switch {
		case !is || k.kind != "Caption":
			others = append(others, kid)
		case captions == nil:
			captions = []any{kid}
		default:
			captions[0].(*element).take(k)
			k.kind = "Div"
		}
	}
	e.kids, e.changed = slices.Concat(captions, others), e.changed || captions != nil
}

// maxPadded bounds the cells that are added to the tables of a document, for each element that it has.
const maxPadded = 8

// pad adds an empty cell to a row; false if there are too many.
func (m *mending) pad(row *element, at int) bool {
	if m.toPad--; m.toPad < 0 {
		m.wide = true
		return false
	}
	m.add(row, at, "TD")
	return true
}

// place finds the columns of a row's cells. rows is how many there are from this one on: no cell reaches below them (HTML, section
// 4.9.12.1).
func (g *grid) place(row *element, rows int) {
	column := 0
	for at := 0; at < len(row.kids); at++ {
		cell, is := row.kids[at].(*element)
		if !is {
			continue
		}
		wanted := g.wanted(cell)
		for column = g.free(column); column < wanted && g.pad(row, at); column = g.free(column) {
			g.take(column, 1)
			at++
		}
		height := cell.span(g.file, "RowSpan")
		if height < 1 || height > rows {
			height = rows
			cell.setSpan(g.file, "RowSpan", rows)
		}
		if id, ok := g.file.Get(cell.dict["ID"]).(object.String); ok && cell.kind == "TH" {
			g.heads[string(id)] = column
		}
		for placed := range max(1, cell.span(g.file, "ColSpan")) {
			if column == maxColumns {
				g.wide = true
				break
			}
			if g.free(column) > column { // a cell of an earlier row is there: in HTML the two overlap
				cell.setSpan(g.file, "ColSpan", placed)
				break
			}
			g.take(column, height)
			column++
		}
	}
	used := 0
	for i, open := range g.open {
		if open > 0 {
			used++
			g.open[i]--
		}
	}
	g.used = append(g.used, used)
}

// free returns the first column from one on that no cell is in.
func (g *grid) free(column int) int {
	for column < len(g.open) && g.open[column] > 0 {
		column++
	}
	return column
}

// take places a cell in a column.
func (g *grid) take(column, height int) {
	for len(g.open) <= column {
		g.open = append(g.open, 0)
	}
	g.open[column] = height
}

// wanted returns the column of the head cell of a cell; 0 if it is not known.
func (g *grid) wanted(cell *element) (column int) {
	for _, attributes := range cell.attributes(g.file) {
		for _, id := range g.file.Array(attributes["Headers"]) {
			if id, ok := id.(object.String); ok {
				column = max(column, g.heads[string(id)])
			}
		}
	}
	return column
}

// attributes returns the attributes of an element (14.7.5).
func (e *element) attributes(f *object.File) (all []object.Dict) {
	for _, o := range f.List(e.dict["A"]) {
		all = append(all, f.Dict(o))
	}
	return all
}

// span returns how many columns or rows a cell has, below 1: all rows that follow.
func (e *element) span(f *object.File, key object.Name) int {
	for _, attributes := range e.attributes(f) {
		if n, has := f.Get(attributes[key]).(float64); has {
			return int(min(n, 1<<16)) // HTML has no taller cells
		}
	}
	return 1
}

// setSpan replaces the number of columns or rows.
func (e *element) setSpan(f *object.File, key object.Name, n int) {
	all := object.Array{object.Dict{"O": object.Name("Table"), key: float64(n)}}
	for _, attributes := range e.attributes(f) {
		attributes = maps.Clone(attributes)
		if delete(attributes, key); len(attributes) > 1 { // not only their owner is left
			all = append(all, attributes)
		}
	}
	e.set("A", all)
}
