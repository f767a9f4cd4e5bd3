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
	// rows is how many more, of height in all.
	rows, height int
}

const (
	maxSpan    = 1000    // HTML's for columns
	maxHeight  = 1 << 16 // more than HTML's for rows
	maxColumns = 1 << 14
)

// table makes the rows of a table equally long. Engines leave out empty cells that are not painted, and rows of such cells: they are added
// again, in the column that the head cells of the cells after them tell.
func (m *mending) table(e *element) {
	g := &grid{mending: m, columns: map[string]int{}}
	for _, group := range e.rowGroups() {
		for _, row := range group {
			g.place(row)
		}
		g.endGroup()
	}
	for i, row := range slices.Concat(e.rowGroups()...) {
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

// rowGroups returns the rows of a table in their order: those of the table itself, and those of each section.
func (e *element) rowGroups() [][]*element {
	groups := make([][]*element, 1)
	for _, kid := range e.kids {
		switch kid, _ := kid.(*element); {
		case kid == nil:
		case kid.kind == "TR":
			groups[len(groups)-1] = append(groups[len(groups)-1], kid)
		case kid.kind == "THead", kid.kind == "TBody", kid.kind == "TFoot":
			groups = append(groups, slices.Concat(kid.rowGroups()...), nil)
		}
	}
	return groups
}

// endGroup ends the cells that reach below the last row of a group (HTML, section 4.9.12.1).
func (g *grid) endGroup() {
	for i, s := range g.open {
		if s.rows > 0 {
			s.cell.setSpan("RowSpan", s.height-s.rows)
			g.open[i].rows = 0
		}
	}
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
		for placed := range width {
			if column >= maxColumns {
				g.unmet = []string{"a table with too many columns"}
				break
			}
			if taken() { // a cell of an earlier row is there: in HTML the two overlap
				cell.setSpan("ColSpan", placed)
				break
			}
			for len(g.open) <= column {
				g.open = append(g.open, span{})
			}
			if g.open[column].rows == 0 {
				used++
			}
			g.open[column] = span{cell, height, height}
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
	for _, o := range f.List(e.dict["A"]) {
		all = append(all, f.Dict(o))
	}
	return all
}

// span returns how many columns or rows a cell has.
func (e *element) span(f *object.File, key object.Name) int {
	for _, attributes := range e.attributes(f) {
		n, has := f.Get(attributes[key]).(float64)
		switch {
		case has && n == 0 && key == "RowSpan": // all rows that follow in the group
			return maxHeight
		case n > 1:
			return int(min(n, maxHeight))
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
