// Package page finds the pages of a PDF, with what they inherit, show and link to (ISO 32000-1, 7.7.3), and has the geometry of pages:
// boxes, matrices, and the way from a page's own space to the paper as a reader sees it.
package page

import (
	"errors"
	"fmt"
	"math"

	"platen/adapters/pdf/object"
)

// Page is a page with the attributes that it inherits from the page tree (7.7.3.4).
type Page struct {
	// Ref is the page's object; 0 if the page is not an object of its own.
	Ref  object.Ref
	Dict object.Dict
	View View
	// Resources are the page's own resources or inherited ones, which other pages may share.
	Resources any
}

// maxDepth is deeper than any engine's page tree; theirs are balanced.
const maxDepth = 64

// Open opens a PDF and finds its pages, as All does.
func Open(pdf []byte) (*object.File, []*Page, error) {
	f, err := object.Open(pdf)
	if err != nil {
		return nil, nil, err
	}
	pages, err := All(f)
	return f, pages, err
}

// All walks the page tree and returns the pages in order, at least one.
func All(f *object.File) ([]*Page, error) {
	root := f.Catalog()["Pages"]
	w := &walk{file: f, nodes: f.Objects()}
	if err := w.node(root, nil, 0); err != nil {
		return nil, err
	}
	if count := f.Number(f.Dict(root)["Count"]); count < 1 || count != float64(len(w.pages)) {
		return nil, errors.Join(f.Err(), fmt.Errorf("the PDF says it has %v pages and has %d", count, len(w.pages)))
	}
	return w.pages, nil
}

// walk collects the pages of a page tree.
type walk struct {
	file  *object.File
	pages []*Page
	// nodes is how many more nodes may be visited: a tree has at most as many as the file has objects.
	nodes int
}

// inheritable are the attributes that a page may inherit from the nodes above it.
var inheritable = []object.Name{"MediaBox", "CropBox", "Rotate", "Resources"}

func (w *walk) node(o any, inherited object.Dict, depth int) error {
	if w.nodes--; w.nodes < 0 || depth > maxDepth {
		return errors.New("the PDF's page tree has no end")
	}
	node, attributes := w.file.Dict(o), object.Dict{}
	for _, key := range inheritable {
		if attributes[key] = node[key]; node[key] == nil {
			attributes[key] = inherited[key]
		}
	}
	if node["Kids"] == nil {
		ref, _ := o.(object.Ref)
		return w.page(ref, node, attributes)
	}
	for _, kid := range w.file.Array(node["Kids"]) {
		if err := w.node(kid, attributes, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) page(ref object.Ref, dict, attributes object.Dict) error {
	shown, ok := ReadBox(w.file, attributes["MediaBox"])
	if !ok {
		return errors.Join(w.file.Err(), fmt.Errorf("page %d has no size", len(w.pages)+1))
	}
	if crop, ok := ReadBox(w.file, attributes["CropBox"]); ok && !shown.Common(crop).Empty() {
		shown = shown.Common(crop)
	}
	turn := (int(math.Mod(w.file.Number(attributes["Rotate"]), 360)) + 360) % 360 / 90 * 90
	w.pages = append(w.pages, &Page{Ref: ref, Dict: dict, View: View{shown, turn}, Resources: attributes["Resources"]})
	return nil
}

// ReadBox reads an array of two opposite corners, in any order. It reports false for other objects and for an empty or infinite box.
func ReadBox(f *object.File, o any) (Box, bool) {
	corners := f.Array(o)
	if len(corners) != 4 {
		return Box{}, false
	}
	var c [4]float64
	for i := range c {
		c[i] = f.Number(corners[i])
	}
	b := Box{math.Min(c[0], c[2]), math.Min(c[1], c[3]), math.Max(c[0], c[2]), math.Max(c[1], c[3])}
	return b, !b.Empty() && !math.IsInf(b.Width(), 0) && !math.IsInf(b.Height(), 0)
}

// ReadMatrix reads an array of six numbers; Identity for other objects.
func ReadMatrix(f *object.File, o any) Matrix {
	numbers := f.Array(o)
	if len(numbers) != len(Identity) {
		return Identity
	}
	var m Matrix
	for i := range m {
		m[i] = f.Number(numbers[i])
	}
	return m
}

// Array returns a box as it is written in a PDF, to a millionth of a point.
func (b Box) Array() object.Array {
	array := object.Array{}
	for _, side := range [...]float64{b.Left, b.Bottom, b.Right, b.Top} {
		array = append(array, math.Round(side*1e6)/1e6)
	}
	return array
}

// Content joins the streams of the page's content.
func (p *Page) Content(f *object.File) []byte {
	var joined []byte
	for _, o := range f.List(p.Dict["Contents"]) {
		if s, ok := f.Get(o).(object.Stream); ok {
			joined = append(append(joined, f.Decode(s)...), '\n')
		}
	}
	return joined
}
