package page

import (
	"platen/adapters/pdf/object"
	"platen/domain"
)

// Link is a link annotation that opens an address (ISO 32000-1, 12.5.6.5).
type Link struct {
	// Box is its area in the page's space.
	Box Box
	URI string
}

// Links returns the page's links to an address, in the PDF's order.
func (p *Page) Links(f *object.File) ([]Link, error) {
	annotations, err := f.Array(p.Dict["Annots"])
	if err != nil {
		return nil, err
	}
	var links []Link
	for _, annotation := range annotations {
		link, ok, err := ReadLink(f, annotation)
		if err != nil {
			return nil, err
		}
		if ok {
			links = append(links, link)
		}
	}
	return links, nil
}

// ReadLink reads an annotation; false if it is not a link to an address.
func ReadLink(f *object.File, annotation any) (Link, bool, error) {
	d, err := f.Dict(annotation)
	if err != nil {
		return Link{}, false, err
	}
	subtype, err := f.Get(d["Subtype"])
	if err != nil || subtype != object.Name("Link") {
		return Link{}, false, err
	}
	action, err := f.Dict(d["A"])
	if err != nil {
		return Link{}, false, err
	}
	uri, err := f.Get(action["URI"])
	if err != nil {
		return Link{}, false, err
	}
	address, _ := uri.(object.String)
	box, ok, err := ReadBox(f, d["Rect"])
	return Link{box, string(address)}, ok && address != "", err
}

// Layout returns the size and the links of pages.
func Layout(f *object.File, pages []*Page) ([]domain.Page, error) {
	layout := make([]domain.Page, len(pages))
	for i, p := range pages {
		layout[i].Size = p.View.Size()
		links, err := p.Links(f)
		if err != nil {
			return nil, err
		}
		for _, link := range links {
			layout[i].Links = append(layout[i].Links, domain.Link{Rect: p.View.Rect(link.Box), URI: link.URI})
		}
	}
	return layout, nil
}
