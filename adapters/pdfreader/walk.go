package pdfreader

import (
	"errors"
	"math"

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
	dict      dict
	view      view
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

func (w *walk) node(node dict, above inherited, depth int) error {
	if w.nodes--; w.nodes < 0 || depth > maxDepth {
		return errors.New("the PDF's page tree has no end")
	}
	attributes := above.under(node)
	if node["Kids"] == nil {
		return w.page(node, attributes)
	}
	kids, err := w.file.array(node["Kids"])
	if err != nil {
		return err
	}
	for _, kid := range kids {
		child, err := w.file.dict(kid)
		if err != nil {
			return err
		}
		if err := w.node(child, attributes, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) page(page dict, attributes inherited) error {
	shown, ok, err := w.file.box(attributes.media)
	if err != nil || !ok {
		return errors.Join(err, errors.New("a page has no size"))
	}
	if crop, ok, err := w.file.box(attributes.crop); err == nil && ok {
		shown = shown.within(crop)
	}
	rotate, err := w.file.number(attributes.rotate)
	if err != nil {
		return err
	}
	view := view{shown, int(math.Mod(rotate, 360))}
	read := domain.Page{Size: view.size()}
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
	w.found = append(w.found, foundPage{page, view, attributes.resources})
	return nil
}

// link reads an annotation; false if it is not a link to an address.
func (f *file) link(annotation any, view view) (domain.Link, bool, error) {
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
	return domain.Link{Rect: view.rect(rect), URI: string(address)}, ok && address != "", err
}

// box is a rectangle in the page's own space, whose y grows upwards.
type box struct{ left, bottom, right, top float64 }

// box reads an array of two opposite corners, in any order.
func (f *file) box(o any) (box, bool, error) {
	corners, err := f.array(o)
	if err != nil || len(corners) != 4 {
		return box{}, false, err
	}
	var c [4]float64
	for i := range c {
		if c[i], err = f.number(corners[i]); err != nil {
			return box{}, false, err
		}
	}
	b := box{math.Min(c[0], c[2]), math.Min(c[1], c[3]), math.Max(c[0], c[2]), math.Max(c[1], c[3])}
	return b, b.right > b.left && b.top > b.bottom && !math.IsInf(b.right-b.left, 0) && !math.IsInf(b.top-b.bottom, 0), nil
}

func (b box) within(outer box) box {
	cut := box{math.Max(b.left, outer.left), math.Max(b.bottom, outer.bottom), math.Min(b.right, outer.right), math.Min(b.top, outer.top)}
	if cut.right <= cut.left || cut.top <= cut.bottom {
		return b
	}
	return cut
}

// view transforms the page's space into that of a reader.
type view struct {
	shown box
	// turn is in degrees, clockwise.
	turn int
}

func (v view) size() domain.Size {
	size := domain.Size{Width: domain.Length(v.shown.right - v.shown.left), Height: domain.Length(v.shown.top - v.shown.bottom)}
	if v.turn%180 != 0 {
		size.Width, size.Height = size.Height, size.Width
	}
	return size
}

func (v view) rect(b box) domain.Rect {
	s := v.shown
	// Distances of the rectangle's edges from the edges of the shown box.
	left, right := domain.Length(b.left-s.left), domain.Length(s.right-b.right)
	top, bottom := domain.Length(s.top-b.top), domain.Length(b.bottom-s.bottom)
	size := v.size()
	switch (v.turn + 360) % 360 {
	case 90:
		left, top, right, bottom = bottom, left, top, right
	case 180:
		left, top, right, bottom = right, bottom, left, top
	case 270:
		left, top, right, bottom = top, right, bottom, left
	}
	return domain.Rect{Left: left, Top: top, Right: size.Width - right, Bottom: size.Height - bottom}
}
