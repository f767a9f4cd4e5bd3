package pdfcheck

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// decoded is a file with the data of its streams, its metadata and its structure.
type decoded struct {
	objects
	// raw are the objects with their filters.
	raw              *objects
	file             []byte
	trailer, catalog map[string]any
	// xmp are the properties of the metadata by their usual names, as in dc:title.
	xmp map[string]string
	// elements are those of the structure tree, each before those within it.
	elements []*element
}

// decoded reads the file with qpdf.
func (f *File) decoded() (*decoded, error) {
	if f.whole != nil {
		return f.whole, nil
	}
	out, err := f.run("qpdf", "--warning-exit-0", "--json=2", "--json-key=pages", "--json-key=qpdf", "--json-stream-data=inline",
		"--decode-level=generalized", f.path) //nolint:misspell // qpdf's spelling
	if err != nil {
		return nil, err
	}
	raw, err := f.objects()
	if err != nil {
		return nil, err
	}
	d := &decoded{raw: raw, file: f.content, xmp: map[string]string{}}
	if err := json.Unmarshal(out, &d.objects); err != nil || len(d.QPDF) != 2 {
		return nil, fmt.Errorf("read qpdf's JSON: %w", err)
	}
	trailer, _ := d.QPDF[1]["trailer"].(map[string]any)
	d.trailer, _ = trailer["value"].(map[string]any)
	d.catalog = d.dict(d.trailer["/Root"])
	if err := d.readXMP(); err != nil {
		return nil, err
	}
	d.walk(d.dict(d.catalog["/StructTreeRoot"])["/K"], nil)
	f.whole = d
	return d, nil
}

// stream returns the dictionary and the data of a stream; nil: it is none.
func (d *decoded) stream(v any) (dict map[string]any, data []byte) {
	ref, _ := v.(string)
	entry, _ := d.QPDF[1]["obj:"+ref].(map[string]any)
	stream, _ := entry["stream"].(map[string]any)
	dict, _ = stream["dict"].(map[string]any)
	text, _ := stream["data"].(string)
	data, _ = base64.StdEncoding.DecodeString(text)
	return dict, data
}

// either returns a dictionary, or that of a stream.
func (d *decoded) either(v any) map[string]any {
	if dict, _ := d.stream(v); dict != nil {
		return dict
	}
	return d.dict(v)
}

func (d *decoded) name(v any) string {
	name, _ := d.value(v).(string)
	return strings.TrimPrefix(name, "/")
}

// all calls a function for each object that is a dictionary or a stream, with its reference, in the order of the references.
func (d *decoded) all(look func(ref string, dict map[string]any) error) error {
	refs := make([]string, 0, len(d.QPDF[1]))
	for name := range d.QPDF[1] {
		if ref, is := strings.CutPrefix(name, "obj:"); is {
			refs = append(refs, ref)
		}
	}
	slices.Sort(refs)
	for _, ref := range refs {
		if err := d.nested(ref, d.either(ref), look); err != nil {
			return err
		}
	}
	return nil
}

// nested looks at a dictionary and at those written inside it.
func (d *decoded) nested(ref string, v any, look func(string, map[string]any) error) error {
	switch v := v.(type) {
	case map[string]any:
		if err := look(ref, v); err != nil {
			return err
		}
		for _, inner := range v {
			if err := d.nested(ref, inner, look); err != nil {
				return err
			}
		}
	case []any:
		for _, inner := range v {
			if err := d.nested(ref, inner, look); err != nil {
				return err
			}
		}
	}
	return nil
}

// prefixes are the usual prefixes of the namespaces of XMP.
var prefixes = map[string]string{
	"http://purl.org/dc/elements/1.1/": "dc", "http://ns.adobe.com/pdf/1.3/": "pdf", "http://www.aiim.org/pdfua/ns/id/": "pdfuaid",
	"http://www.aiim.org/pdfa/ns/id/": "pdfaid", "http://ns.adobe.com/xap/1.0/": "xmp",
}

// readXMP reads the properties of the catalog's metadata: elements and attributes.
func (d *decoded) readXMP() error {
	_, content := d.stream(d.catalog["/Metadata"])
	decoder := xml.NewDecoder(bytes.NewReader(content))
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
func (d *decoded) walk(kids any, parent *element) {
	all, is := d.value(kids).([]any)
	if !is {
		all = []any{kids}
	}
	for _, kid := range all {
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
func (d *decoded) standardType(kind string) string {
	roles := d.dict(d.dict(d.catalog["/StructTreeRoot"])["/RoleMap"])
	for range 10 {
		if standardTypes[kind] {
			return kind
		}
		kind = d.name(roles["/"+kind])
	}
	return ""
}

// standardTypes are those of ISO 32000-1, 14.8.4.
var standardTypes = func() map[string]bool {
	types := map[string]bool{}
	for _, name := range strings.Fields(`Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6
		L LI Lbl LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP
		Figure Formula Form`) {
		types[name] = true
	}
	return types
}()
