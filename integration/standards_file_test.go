package integration_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"platen/ports/pdfcheck"
)

// standardFile is a PDF with its metadata and its structure, for the rules of standards.
type standardFile struct {
	*pdfcheck.Objects
	content                []byte
	trailer, catalog, tree map[string]any
	// xmp are the properties of the metadata by their usual names, as in dc:title.
	xmp map[string]string
	// elements are those of the structure tree, each before those within it.
	elements []*element
	// drawing are the streams' operators, once they have been read.
	drawing map[string][]operator
}

// ofStandardFile is a check of a file's objects.
func ofStandardFile(check func(*standardFile) error) pdfcheck.Check {
	return func(f *pdfcheck.File) error {
		objects, err := f.Objects()
		if err != nil {
			return err
		}
		d := &standardFile{Objects: objects, content: f.Content(), trailer: objects.Trailer(), xmp: map[string]string{}}
		d.catalog = d.Dict(d.trailer["/Root"])
		d.tree = d.Dict(d.catalog["/StructTreeRoot"])
		d.walk(d.tree["/K"], nil)
		if err := d.readXMP(); err != nil {
			return err
		}
		return check(d)
	}
}

// prefixes are the usual prefixes of the namespaces of XMP.
var prefixes = map[string]string{
	"http://purl.org/dc/elements/1.1/": "dc", "http://ns.adobe.com/pdf/1.3/": "pdf", "http://www.aiim.org/pdfua/ns/id/": "pdfuaid",
	"http://www.aiim.org/pdfa/ns/id/": "pdfaid", "http://ns.adobe.com/xap/1.0/": "xmp",
}

// readXMP reads the properties of the catalog's metadata: elements and attributes.
func (d *standardFile) readXMP() error {
	decoder := xml.NewDecoder(bytes.NewReader(d.Stream(d.catalog["/Metadata"])))
	property := ""
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("the metadata: %w", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if prefix := prefixes[token.Name.Space]; prefix != "" {
				property = prefix + ":" + token.Name.Local
			}
			for _, a := range token.Attr {
				if prefix := prefixes[a.Name.Space]; prefix != "" {
					d.xmp[prefix+":"+a.Name.Local] = a.Value
				}
			}
		case xml.CharData:
			if property != "" {
				d.xmp[property] += strings.TrimSpace(string(token))
			}
		case xml.EndElement:
			if prefix := prefixes[token.Name.Space]; prefix+":"+token.Name.Local == property {
				property = ""
			}
		}
	}
}

// element is an element of the structure tree.
type element struct {
	// kind is the standard structure type, and written the one in the file.
	kind, written string
	// ref is its reference; "" if it is written inside its parent.
	ref    string
	dict   map[string]any
	parent *element
	kids   []*element
}

// walk collects the elements of a value of /K.
func (d *standardFile) walk(kids any, parent *element) {
	for _, kid := range d.List(kids) {
		dict := d.Dict(kid)
		if dict["/S"] == nil || len(d.elements) > len(d.QPDF[1]) { // more than there are objects: a loop
			continue
		}
		e := &element{written: d.Name(dict["/S"]), dict: dict, parent: parent}
		e.ref, _ = kid.(string)
		e.kind = d.standardType(e.written)
		d.elements = append(d.elements, e)
		if parent != nil {
			parent.kids = append(parent.kids, e)
		}
		d.walk(dict["/K"], e)
	}
}

// standardType follows the role map; "" if it leads to no standard type.
func (d *standardFile) standardType(kind string) string {
	for range 10 {
		if isStandard(kind) {
			return kind
		}
		kind = d.Name(d.Dict(d.tree["/RoleMap"])["/"+kind])
	}
	return ""
}

// isStandard reports whether a structure type is one of ISO 32000-1, 14.8.4.
func isStandard(kind string) bool {
	return among(kind, `Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody
		Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Figure Formula Form`)
}

// grids places the cells of a table as HTML does, and checks that they fill a rectangle.
func grids(d *standardFile, e *element) error {
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
func (d *standardFile) span(cell *element, name string) int {
	for _, attributes := range d.List(cell.dict["/A"]) {
		if n, has := d.Dict(attributes)[name].(float64); has {
			return int(n)
		}
	}
	return 1
}
