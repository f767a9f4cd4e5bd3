package page

import "platen/adapters/pdf/object"

// Link is a link annotation that opens an address (ISO 32000-1, 12.5.6.5).
type Link struct {
	// Box is its area in the page's space.
	Box Box
	URI string
}

// Links returns the page's links to an address, in the PDF's order.
func (p *Page) Links(f *object.File) (links []Link) {
	for _, annotation := range f.Array(p.Dict["Annots"]) {
		if link, ok := ReadLink(f, annotation); ok {
			links = append(links, link)
		}
	}
	return links
}

// ReadLink reads an annotation; false if it is not a link to an address.
func ReadLink(f *object.File, annotation any) (Link, bool) {
	d := f.Dict(annotation)
	if f.Get(d["Subtype"]) != object.Name("Link") {
		return Link{}, false
	}
	uri, _ := f.Get(f.Dict(d["A"])["URI"]).(object.String)
	box, ok := ReadBox(f, d["Rect"])
	return Link{box, string(uri)}, ok && uri != ""
}
