package pdfcpu

import (
	"fmt"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"platen/domain/headerfooter"
	"platen/domain/htmldoc"
)

// linkArea is a link of an overlay.
type linkArea struct {
	uri  types.Object // as it is written
	rect types.Rectangle
}

// links returns the links of a page to addresses. It leaves out links within the overlay's own document and the marks of this service.
func (d *document) links(p *page) ([]linkArea, error) {
	annotations, err := d.parsed.DereferenceArray(p.dict["Annots"])
	if err != nil {
		return nil, fmt.Errorf("its links: %w", err)
	}
	var links []linkArea
	for _, o := range annotations {
		annotation, err := d.parsed.DereferenceDict(o)
		if err != nil {
			return nil, fmt.Errorf("its links: %w", err)
		}
		if uri, rect := d.target(annotation); uri != nil {
			links = append(links, linkArea{uri, rect})
		}
	}
	return links, nil
}

// link copies the overlay's links to addresses and to fragments of the body. Their areas move with the page.
func (d *document) link(onto *page, source *document, from *page, clip types.Rectangle, m matrix) error {
	links, err := source.links(from)
	if err != nil {
		return err
	}
	var added types.Array
	for _, link := range links {
		key, leads := d.leadsTo(link.uri)
		if leads == nil {
			continue
		}
		shown, ok := within(link.rect, clip)
		if ok {
			shown, ok = within(*m.rect(shown), onto.view.box)
		}
		if !ok {
			continue
		}
		ref, err := d.insert(types.Dict{
			"Type": types.Name("Annot"), "Subtype": types.Name("Link"), "F": types.Integer(4), // printed with the page
			"Rect":   shown.Array(),
			"Border": types.Array{types.Integer(0), types.Integer(0), types.Integer(0)},
			key:      leads,
		})
		if err != nil {
			return err
		}
		added = append(added, ref)
	}
	if len(added) == 0 {
		return nil
	}
	own, err := d.parsed.DereferenceArray(onto.dict["Annots"])
	if err != nil {
		return fmt.Errorf("the page's annotations: %w", err)
	}
	onto.dict["Annots"] = append(append(types.Array{}, own...), added...)
	return nil
}

// target returns the address of an annotation, as it is written; nil if the annotation is not a link, or is a mark of this service.
func (d *document) target(annotation types.Dict) (uri types.Object, rect types.Rectangle) {
	if subtype := annotation.NameEntry("Subtype"); subtype == nil || *subtype != "Link" {
		return nil, rect
	}
	action, err := d.parsed.DereferenceDict(annotation["A"])
	if err != nil || action == nil {
		return nil, rect
	}
	uri, err = d.parsed.Dereference(action["URI"])
	if err != nil || uri == nil {
		return nil, rect
	}
	if text := d.text(uri); text == "" || text == headerfooter.EndLinkURI {
		return nil, rect
	}
	rect, err = d.rectangle(annotation["Rect"])
	if err != nil {
		return nil, rect
	}
	return uri, rect
}

// leadsTo returns the entry of an annotation for an address, or for the destination in the body that the address stands for; nil if there
// is no such destination.
func (d *document) leadsTo(uri types.Object) (key string, leads types.Object) {
	fragment, inBody := strings.CutPrefix(d.text(uri), headerfooter.FragmentURI)
	if !inBody {
		return "A", types.Dict{"Type": types.Name("Action"), "S": types.Name("URI"), "URI": uri}
	}
	return "Dest", d.destination(fragment)
}

// destination returns the named destination of the document (ISO 32000-1, 12.3.2.3); nil if there is none of that name. As the name, some
// engines write the fragment of an address with its escapes, and others without.
func (d *document) destination(fragment string) types.Object {
	if d.destinations == nil {
		d.destinations = d.namedDestinations()
	}
	return d.destinations[htmldoc.FragmentID(fragment)]
}

// namedDestinations returns the document's named destinations by their names without escapes.
func (d *document) namedDestinations() map[string]types.Object {
	found := map[string]types.Object{}
	catalog, err := d.parsed.Catalog()
	if err != nil {
		return found
	}
	named, err := d.parsed.DereferenceDict(catalog["Dests"])
	if err != nil {
		return found
	}
	for name, place := range named {
		found[htmldoc.FragmentID(name)] = place
	}
	return found
}

// text returns the text of a string; "" for other objects.
func (d *document) text(o types.Object) string {
	text, err := d.parsed.DereferenceStringOrHexLiteral(o, 0, nil)
	if err != nil {
		return ""
	}
	return text
}
