package pdfcheck

import "fmt"

// grids places the cells of a table as HTML does, and checks that they fill a rectangle.
func grids(d *document, e *element) error {
	if e.kind != "Table" {
		return nil
	}
	rows := e.rows()
	columns, taken := 0, map[[2]int]bool{} // by row and column
	for at, row := range rows {
		column := 0
		for _, cell := range row.kids {
			for taken[[2]int{at, column}] {
				column++
			}
			width, height := d.span(cell, "/ColSpan"), d.span(cell, "/RowSpan")
			for r := at; r < at+height; r++ {
				for c := column; c < column+width; c++ {
					if taken[[2]int{r, c}] || r >= len(rows) {
						return fmt.Errorf("row %d: a cell reaches over another or below the table", at+1)
					}
					taken[[2]int{r, c}] = true
				}
			}
			columns = max(columns, column+width)
		}
	}
	if len(taken) != columns*len(rows) {
		return fmt.Errorf("its %d rows have %d of %d × %[1]d cells", len(rows), len(taken), columns)
	}
	return nil
}

// rows returns the rows of a table or a section of it.
func (e *element) rows() (rows []*element) {
	for _, kid := range e.kids {
		switch kid.kind {
		case "TR":
			rows = append(rows, kid)
		case "THead", "TBody", "TFoot":
			rows = append(rows, kid.rows()...)
		}
	}
	return rows
}

// span is the number of columns or rows that a cell has.
func (d *document) span(cell *element, name string) int {
	for _, attributes := range d.list(cell.dict["/A"]) {
		if n, has := d.dict(attributes)[name].(float64); has {
			return int(n)
		}
	}
	return 1
}
