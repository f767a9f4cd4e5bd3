package pdfcheck

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// document is a file with its metadata and its structure, for the rules of standards.
type document struct {
	objects
	file                   []byte
	trailer, catalog, tree map[string]any
	// xmp are the properties of the metadata by their usual names, as in dc:title.
	xmp map[string]string
	// elements are those of the structure tree, each before those within it.
	elements []*element
	// drawing are the streams' operators, once they have been read.
	drawing map[string][]operator
}

// document reads the file with qpdf, once.
func (f *File) document() (*document, error) {
	if f.read != nil {
		return f.read, nil
	}
	out, err := f.run("qpdf --warning-exit-0 --json=2 --json-key=pages --json-key=outlines --json-key=qpdf" +
		" --json-stream-data=inline --decode-level=none PDF")
	if err != nil {
		return nil, err
	}
	d := &document{file: f.content, xmp: map[string]string{}}
	if err := json.Unmarshal(out, &d.objects); err != nil || len(d.QPDF) != 2 {
		return nil, fmt.Errorf("read qpdf's JSON: %w", err)
	}
	trailer, _ := d.QPDF[1]["trailer"].(map[string]any)
	d.trailer, _ = trailer["value"].(map[string]any)
	d.catalog = d.dict(d.trailer["/Root"])
	d.tree = d.dict(d.catalog["/StructTreeRoot"])
	d.walk(d.tree["/K"], nil)
	if err := d.readXMP(); err != nil {
		return nil, err
	}
	f.read = d
	return d, nil
}

// ofDocument is a check of a file's objects.
func ofDocument(check func(*document) error) Check {
	return func(f *File) error {
		d, err := f.document()
		if err != nil {
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
func (d *document) readXMP() error {
	decoder := xml.NewDecoder(bytes.NewReader(d.stream(d.catalog["/Metadata"])))
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
func (d *document) walk(kids any, parent *element) {
	for _, kid := range d.list(kids) {
		dict := d.dict(kid)
		if dict["/S"] == nil || len(d.elements) > len(d.QPDF[1]) { // more than there are objects: a loop
			continue
		}
		e := &element{written: d.name(dict["/S"]), dict: dict, parent: parent}
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
func (d *document) standardType(kind string) string {
	for range 10 {
		if isStandard(kind) {
			return kind
		}
		kind = d.name(d.dict(d.tree["/RoleMap"])["/"+kind])
	}
	return ""
}

// isStandard reports whether a structure type is one of ISO 32000-1, 14.8.4.
func isStandard(kind string) bool {
	return among(kind, `Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody
		Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Figure Formula Form`)
}
