package pdfreader

import (
	"errors"
	"math"

	"github.com/ledongthuc/pdf"

	"platen/domain"
)

// maxDepth is deeper than any page tree that an engine writes: theirs are balanced.
const maxDepth = 64

// walk collects the pages of a page tree.
type walk struct {
	pages []domain.Page
	// nodes is how many more may be seen: a tree has no more of them than the file has objects.
	nodes int
}

// inherited are the attributes that a page may leave to the nodes above it (ISO 32000-1, 7.7.3.4).
type inherited struct{ media, crop, rotate pdf.Value }

func (i inherited) under(node pdf.Value) inherited {
	for key, value := range map[string]*pdf.Value{"MediaBox": &i.media, "CropBox": &i.crop, "Rotate": &i.rotate} {
		if own := node.Key(key); !own.IsNull() {
			*value = own
		}
	}
	return i
}

func (w *walk) node(node pdf.Value, above inherited, depth int) error {
	if w.nodes--; w.nodes < 0 || depth > maxDepth {
		return errors.New("read the pages: the PDF's page tree has no end")
	}
	attributes := above.under(node)
	kids := node.Key("Kids")
	if kids.Kind() != pdf.Array {
		return w.page(node, attributes)
	}
	for i := range kids.Len() {
		if err := w.node(kids.Index(i), attributes, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) page(page pdf.Value, attributes inherited) error {
	shown, ok := boxOf(attributes.media)
	if !ok {
		return errors.New("read the pages: a page has no size")
	}
	if crop, ok := boxOf(attributes.crop); ok {
		shown = shown.within(crop)
	}
	view := view{shown, int(attributes.rotate.Int64()) % 360}
	read := domain.Page{Size: view.size()}
	annotations := page.Key("Annots")
	for i := range annotations.Len() {
		if link, ok := linkOf(annotations.Index(i), view); ok {
			read.Links = append(read.Links, link)
		}
	}
	w.pages = append(w.pages, read)
	return nil
}

func linkOf(annotation pdf.Value, view view) (domain.Link, bool) {
	if annotation.Key("Subtype").Name() != "Link" {
		return domain.Link{}, false
	}
	uri := annotation.Key("A").Key("URI").RawString()
	rect, ok := boxOf(annotation.Key("Rect"))
	return domain.Link{Rect: view.rect(rect), URI: uri}, ok && uri != ""
}

// box is a rectangle in the page's own space, whose y grows upwards.
type box struct{ left, bottom, right, top float64 }

// boxOf reads an array of two opposite corners, whichever they are.
func boxOf(v pdf.Value) (box, bool) {
	var c [4]float64
	for i := range c {
		c[i] = v.Index(i).Float64()
	}
	b := box{math.Min(c[0], c[2]), math.Min(c[1], c[3]), math.Max(c[0], c[2]), math.Max(c[1], c[3])}
	return b, v.Len() == len(c) && b.right > b.left && b.top > b.bottom
}

func (b box) within(outer box) box {
	cut := box{math.Max(b.left, outer.left), math.Max(b.bottom, outer.bottom), math.Min(b.right, outer.right), math.Min(b.top, outer.top)}
	if cut.right <= cut.left || cut.top <= cut.bottom {
		return b
	}
	return cut
}

// view turns the page's space into what a reader shows.
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
	// Distances of the rectangle's edges from the shown box's edges.
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
