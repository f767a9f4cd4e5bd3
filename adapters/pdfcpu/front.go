package pdfcpu

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"platen/domain/htmldoc"
)

// ReplaceFront replaces the first pages by the first page of another print.
func (t *target) ReplaceFront(ctx context.Context, other []byte, pages int) (err error) {
	defer recovered("replace the first pages", &err)
	source, err := t.stamper.read(ctx, other)
	if err != nil {
		return fmt.Errorf("replace the first pages: read the other print: %w", err)
	}
	if pages < 0 || pages > len(t.body.pages) {
		return fmt.Errorf("replace the first pages: %d of %d", pages, len(t.body.pages))
	}
	if err := t.body.replaceFront(source, pages, newCopier(source, t.body, t.shared)); err != nil {
		return fmt.Errorf("replace the first pages: %w", err)
	}
	return nil
}

// replaceFront replaces pages at the front by the first page of another document.
func (d *document) replaceFront(source *document, pages int, copier *copier) error {
	first, err := d.takePage(source.pages[0], copier)
	if err != nil {
		return err
	}
	destinations := d.joinDestinations(source, first.ref, d.pages[:pages])
	d.pages = slices.Concat([]*page{first}, d.pages[pages:])
	for _, p := range d.pages {
		if err := d.resolveLinks(p, destinations); err != nil {
			return err
		}
	}
	return d.flattenTree()
}

// takePage copies a page of another document. The copy is in no page tree yet.
func (d *document) takePage(from *page, copier *copier) (*page, error) {
	own := maps.Clone(from.dict)
	own.Delete("Parent")
	annotations, err := copier.source.parsed.DereferenceArray(own["Annots"])
	if err != nil {
		return nil, fmt.Errorf("copy the page's links: %w", err)
	}
	own["Annots"] = slices.DeleteFunc(slices.Clone(annotations), copier.source.leadsToOwnPage)
	copied, err := copier.copy(own)
	if err != nil {
		return nil, fmt.Errorf("copy the page: %w", err)
	}
	resources, err := copier.copy(from.resources)
	if err != nil {
		return nil, fmt.Errorf("copy the page's resources: %w", err)
	}
	dict, ok := copied.(types.Dict)
	if !ok {
		return nil, errors.New("the page is no dictionary")
	}
	ref, err := d.insert(dict)
	if err != nil {
		return nil, err
	}
	return &page{dict: dict, ref: ref, view: from.view, resources: resources}, nil
}

// leadsToOwnPage reports whether an annotation refers to a page directly instead of by a named destination: the page would be copied too.
func (d *document) leadsToOwnPage(annotation types.Object) bool {
	dict, err := d.parsed.DereferenceDict(annotation)
	if err != nil {
		return true
	}
	place, err := d.parsed.Dereference(dict["Dest"])
	_, named := place.(types.Name)
	return err != nil || place != nil && !named
}

// joinDestinations sets the named destinations of the document: those on the pages that stay, and those on the other document's first
// page.
func (d *document) joinDestinations(source *document, first types.IndirectRef, removed []*page) map[string]types.Object {
	joined := d.namedDestinations()
	for _, p := range removed {
		maps.DeleteFunc(joined, func(_ string, place types.Object) bool { return d.leadsToPage(place, p) })
	}
	for name, place := range source.namedDestinations() {
		if array, err := source.parsed.DereferenceArray(place); err == nil && source.leadsToPage(array, source.pages[0]) {
			joined[name] = append(types.Array{first}, array[1:]...)
		}
	}
	d.destinations = joined
	if catalog, err := d.parsed.Catalog(); err == nil {
		catalog.Delete("Dests")
	}
	return joined
}

// leadsToPage reports whether a destination is on the page.
func (d *document) leadsToPage(place types.Object, p *page) bool {
	array, err := d.parsed.DereferenceArray(place)
	return err == nil && len(array) > 0 && array[0] == types.Object(p.ref)
}

// resolveLinks replaces the names of destinations in a page's links by the destinations, and removes links whose destination is
// missing.
func (d *document) resolveLinks(p *page, destinations map[string]types.Object) error {
	annotations, err := d.parsed.DereferenceArray(p.dict["Annots"])
	if err != nil || annotations == nil {
		return err
	}
	var kept types.Array
	for _, o := range annotations {
		annotation, err := d.parsed.DereferenceDict(o)
		if err != nil {
			return fmt.Errorf("the page's links: %w", err)
		}
		if name, named := annotation["Dest"].(types.Name); named {
			plain, err := types.DecodeName(string(name))
			place := destinations[htmldoc.FragmentID(plain)]
			if err != nil || place == nil {
				continue
			}
			annotation["Dest"] = place
		}
		kept = append(kept, o)
	}
	p.dict["Annots"] = kept
	return nil
}

// flattenTree makes all pages direct children of the root of the page tree, with the attributes that they inherited.
func (d *document) flattenTree() error {
	root, err := d.parsed.Pages()
	if err != nil || root == nil {
		return fmt.Errorf("find the pages: %w", err)
	}
	tree, err := d.parsed.DereferenceDict(*root)
	if err != nil {
		return fmt.Errorf("find the pages: %w", err)
	}
	kids := make(types.Array, len(d.pages))
	for i, p := range d.pages {
		kids[i] = p.ref
		p.dict["Parent"] = *root
		p.dict["MediaBox"], p.dict["Rotate"] = p.view.box.Array(), types.Integer(p.view.turn)
		p.dict.Delete("CropBox") // the MediaBox is the part that is shown
		if p.resources != nil {
			p.dict["Resources"] = p.resources
		}
	}
	for _, inherited := range []string{"MediaBox", "CropBox", "Rotate", "Resources"} {
		tree.Delete(inherited)
	}
	tree["Kids"], tree["Count"] = kids, types.Integer(len(kids))
	return nil
}
