package pdfreader

import (
	"errors"
	"math"

	"platen/adapters/internal/pdfgraphics"
	"platen/domain"
)

// maxDepth is deeper than any engine's page tree; theirs are balanced.
const maxDepth = 64

// walk collects the pages of a page tree.
type walk struct {
	file  *file
	pages []domain.Page
	found []foundPage
	// nodes is how many more nodes may be visited: a tree has at most as many as the file has objects.
	nodes int
}

// foundPage is a page with the attributes that it may inherit from the nodes above it.
type foundPage struct {
	object    reference
	dict      dict
	view      pdfgraphics.View
	resources any
}

// inherited are the attributes that a page may inherit from the nodes above it (ISO 32000-1, 7.7.3.4).
type inherited struct{ media, crop, rotate, resources any }

func (i inherited) under(node dict) inherited {
	for key, value := range map[name]*any{"MediaBox": &i.media, "CropBox": &i.crop, "Rotate": &i.rotate, "Resources": &i.resources} {
		if own := node[key]; own != nil {
			*value = own
		}
	}
	return i
}

func (w *walk) node(o any, above inherited, depth int) error {
	if w.nodes--; w.nodes < 0 || depth > maxDepth {
		return errors.New("the PDF's page tree has no end")
	}
	node, err := w.file.dict(o)
	if err != nil {
		return err
	}
	attributes := above.under(node)
	if node["Kids"] == nil {
		object, _ := o.(reference)
		return w.page(object, node, attributes)
	}
	kids, err := w.file.array(node["Kids"])
	if err != nil {
		return err
	}
	for _, kid := range kids {
		if err := w.node(kid, attributes, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) page(object reference, page dict, attributes inherited) error {
	shown, ok, err := w.file.box(attributes.media)
	if err != nil || !ok {
		return errors.Join(err, errors.New("a page has no size"))
	}
	if crop, ok, err := w.file.box(attributes.crop); err == nil && ok {
		shown = shown.Within(crop)
	}
	rotate, err := w.file.number(attributes.rotate)
	if err != nil {
		return err
	}
	view := pdfgraphics.View{Shown: shown, Turn: int(math.Mod(rotate, 360))}
	read := domain.Page{Size: view.Size()}
	annotations, err := w.file.array(page["Annots"])
	if err != nil {
		return err
	}
	for _, annotation := range annotations {
		link, ok, err := w.file.link(annotation, view)
		if err != nil {
			return err
		}
		if ok {
			read.Links = append(read.Links, link)
		}
	}
	w.pages = append(w.pages, read)
	w.found = append(w.found, foundPage{object, page, view, attributes.resources})
	return nil
}

// link reads an annotation; false if it is not a link to an address.
func (f *file) link(annotation any, view pdfgraphics.View) (domain.Link, bool, error) {
	d, err := f.dict(annotation)
	if err != nil {
		return domain.Link{}, false, err
	}
	subtype, err := f.get(d["Subtype"])
	if err != nil || subtype != name("Link") {
		return domain.Link{}, false, err
	}
	action, err := f.dict(d["A"])
	if err != nil {
		return domain.Link{}, false, err
	}
	uri, err := f.get(action["URI"])
	if err != nil {
		return domain.Link{}, false, err
	}
	address, _ := uri.(text)
	rect, ok, err := f.box(d["Rect"])
	return domain.Link{Rect: view.Rect(rect), URI: string(address)}, ok && address != "", err
}

// box reads an array of two opposite corners, in any order. It reports false for other objects and for an empty box.
func (f *file) box(o any) (pdfgraphics.Box, bool, error) {
	corners, err := f.array(o)
	if err != nil || len(corners) != 4 {
		return pdfgraphics.Box{}, false, err
	}
	var c [4]float64
	for i := range c {
		if c[i], err = f.number(corners[i]); err != nil {
			return pdfgraphics.Box{}, false, err
		}
	}
	b, ok := pdfgraphics.FromCorners(c)
	return b, ok, nil
}
