package pdfcpu

import (
	"fmt"
	"maps"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"platen/domain"
	"platen/domain/headerfooter"
	"platen/ports"
)

// drawOver draws a page of an overlay on a page, after all that is there, and copies its links. fragments is nil if the
// overlay's pages are drawn as forms.
func (d *document) drawOver(onto *page, forms *forms, fragments *fragments, place ports.Placement) error {
	from := forms.source.pages[place.SourcePage-1]
	if from.view.turn != 0 {
		return fmt.Errorf("it is rotated by %d degrees", from.view.turn)
	}
	scale := place.Scale
	if scale == 0 {
		scale = 1
	}
	size := domain.Size{Width: place.Region.Width() / domain.Length(scale), Height: place.Region.Height() / domain.Length(scale)}
	left, top := from.view.box.LL.X, from.view.box.UR.Y
	m := onto.view.to(left, top, place.Region.Left, place.Region.Top)
	m = matrix{scale, 0, 0, scale, left * (1 - scale), top * (1 - scale)}.times(m)
	drawn := false
	if fragments != nil {
		var err error
		if drawn, err = fragments.draw(onto, place, clip(from, size), m); err != nil {
			return err
		}
	}
	if !drawn {
		if err := d.drawForm(onto, forms, from, size, m); err != nil {
			return err
		}
	}
	return d.link(onto, forms.source, from, *clip(from, size), m)
}

// drawForm draws a page of an overlay as a form.
func (d *document) drawForm(onto *page, forms *forms, from *page, size domain.Size, m matrix) error {
	form, err := forms.of(from, size)
	if err != nil {
		return err
	}
	name, err := d.name(onto, form)
	if err != nil {
		return err
	}
	return d.draw(onto, fmt.Sprintf("/Artifact <</Type /Pagination>> BDC\nq %s cm /%s Do Q\nEMC\n", m, name))
}

// name adds the form to the page's resources, which are copied first, since other pages may share them.
func (d *document) name(p *page, form types.IndirectRef) (string, error) {
	resources, err := d.dict(p.resources)
	if err != nil {
		return "", fmt.Errorf("the page's resources: %w", err)
	}
	objects, err := d.dict(resources["XObject"])
	if err != nil {
		return "", fmt.Errorf("the page's objects: %w", err)
	}
	name := ""
	for n := len(objects); name == "" || objects[name] != nil; n++ {
		name = fmt.Sprintf("Overlay%d", n)
	}
	objects[name] = form
	resources["XObject"] = objects
	p.resources, p.dict["Resources"] = resources, resources
	return name, nil
}

// dict gives a copy of a dictionary, an empty one of none.
func (d *document) dict(o types.Object) (types.Dict, error) {
	found, err := d.parsed.DereferenceDict(o)
	made := make(types.Dict, len(found)+1)
	maps.Copy(made, found)
	return made, err
}

// draw adds streams to a page's content. The page's own is put between q and Q first: engines do not restore the state.
func (d *document) draw(p *page, streams ...string) error {
	contents, err := d.contents(p)
	if err != nil {
		return fmt.Errorf("the page's content: %w", err)
	}
	if !p.stateSaved {
		save, err := d.stream("q\n")
		if err != nil {
			return err
		}
		contents = append(types.Array{save}, contents...)
		streams[0] = "\nQ\n" + streams[0]
		p.stateSaved = true
	}
	for _, content := range streams {
		if content == "" {
			continue
		}
		added, err := d.stream(content)
		if err != nil {
			return err
		}
		contents = append(contents, added)
	}
	p.dict["Contents"] = contents
	return nil
}

// contents are the streams of a page's content.
func (d *document) contents(p *page) (types.Array, error) {
	o, err := d.parsed.Dereference(p.dict["Contents"])
	if err != nil || o == nil {
		return nil, err
	}
	if several, ok := o.(types.Array); ok {
		return append(types.Array{}, several...), nil
	}
	return types.Array{p.dict["Contents"]}, nil
}

// link copies the overlay's links to an address, moved as the page is. Links within the overlay's own document are
// left out.
func (d *document) link(onto *page, source *document, from *page, clip types.Rectangle, m matrix) error {
	theirs, err := source.parsed.DereferenceArray(from.dict["Annots"])
	if err != nil {
		return fmt.Errorf("its links: %w", err)
	}
	var added types.Array
	for _, o := range theirs {
		annotation, err := source.parsed.DereferenceDict(o)
		if err != nil {
			return fmt.Errorf("its links: %w", err)
		}
		uri, rect := source.target(annotation)
		if uri == nil {
			continue
		}
		shown, ok := within(rect, clip)
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
			"A":      types.Dict{"Type": types.Name("Action"), "S": types.Name("URI"), "URI": uri},
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

// target is the address that an annotation leads to, as it is written; nil if it is no link, or one that must not be
// seen.
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
	if text, err := d.parsed.DereferenceStringOrHexLiteral(uri, 0, nil); err != nil || text == headerfooter.EndMarkURI {
		return nil, rect
	}
	rect, err = d.rectangle(annotation["Rect"])
	if err != nil {
		return nil, rect
	}
	return uri, rect
}
