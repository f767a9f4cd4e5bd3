package pdfcpu

import (
	"fmt"
	"maps"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"platen/domain"
	"platen/ports"
)

// drawOver draws a page of an overlay on a page, after the page's own content, and copies its links. fragments is nil if the overlay's
// pages are drawn as forms.
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

// name adds the form to a copy of the page's resources, since other pages may share them, and returns the form's name.
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

// dict returns a copy of a dictionary; an empty one if there is none.
func (d *document) dict(o types.Object) (types.Dict, error) {
	found, err := d.parsed.DereferenceDict(o)
	made := make(types.Dict, len(found)+1)
	maps.Copy(made, found)
	return made, err
}

// draw adds streams to a page's content. It puts the page's own content between q and Q first, since engines do not restore the state.
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

// contents returns the streams of a page's content.
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
