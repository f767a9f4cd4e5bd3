// Package tags reads the structure of tagged PDFs (ISO 32000-1, 14.6 to 14.8) and mends what engines leave out of PDF/UA-1 (ISO 14289-1).
//
// A [Tree] is read from the file, changed by its methods, and written back:
//
//	Mark     everything that pages paint is in the structure or an artifact   marking.go and the files that follow a content stream
//	Mend     elements nest as ISO 32000-1, 14.8.4 wants them                  mend.go, table.go
//	Links    link annotations have elements and descriptions                  links.go
//
// Only elements that change are written anew. Work and memory are bounded in proportion to the file, whatever it contains.
package tags

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"platen/adapters/pdf/object"
	"platen/domain"
)

// Tree is the structure of a document. It is for one goroutine.
type Tree struct {
	file     *object.File
	root     *element // stands for the structure tree root
	elements map[object.Ref]*element
	// parents is the parent tree (14.7.4.4): by the key of a content stream, the elements of its marked content by their numbers; by that of
	// an annotation, its only element.
	parents  map[int][]*element
	single   map[int]bool // the keys of annotations
	next     int          // a key that is not used
	untagged bool         // by the engine
	// repeated: tagged content is painted several times.
	repeated bool
	// flattened: content is painted as pictures or shapes that are not in the structure.
	flattened bool
}

// element is a structure element (14.7.2).
type element struct {
	ref    object.Ref
	dict   object.Dict // without S, P and K
	kind   object.Name // S
	parent *element
	kids   []any // *element, or content: the number of marked content, or the dictionary of a reference to content or to an object
	// changed reports that the file has to get it.
	changed bool
	// text is what links say.
	text []byte
}

// maxDepth is deeper than the elements of any document that engines lay out.
const maxDepth = 4096

var errEndless = errors.New("the PDF's structure has no end")

// Read reads the structure; nil if the PDF is not tagged. What ends the reading or a change of it is an error of the file.
func Read(f *object.File) *Tree {
	root := f.Dict(f.Catalog()["StructTreeRoot"])
	if len(root) == 0 {
		return nil
	}
	t := New(f)
	t.untagged, t.root.dict = false, maps.Clone(root)
	t.root.ref, _ = f.Catalog()["StructTreeRoot"].(object.Ref)
	t.readKids(t.root, root["K"], 0)
	t.readParents(f.Dict(root["ParentTree"]))
	return t
}

// New returns a structure without elements, for a PDF that is not tagged since its document says nothing.
func New(f *object.File) *Tree {
	return &Tree{
		file: f, root: &element{ref: f.Add(nil), dict: object.Dict{"Type": object.Name("StructTreeRoot")}}, untagged: true,
		elements: map[object.Ref]*element{}, parents: map[int][]*element{}, single: map[int]bool{},
	}
}

// readKids reads the value of a key K.
func (t *Tree) readKids(e *element, k any, depth int) {
	if depth > maxDepth {
		t.file.Fail(errEndless)
		return
	}
	for _, kid := range t.file.List(k) {
		switch o := t.file.Get(kid).(type) {
		case float64:
			e.kids = append(e.kids, o)
		case object.Dict:
			ref, isRef := kid.(object.Ref)
			if o["S"] == nil || !isRef { // elements are objects of their own, since their kids refer to them
				e.kids = append(e.kids, o)
				continue
			}
			if t.elements[ref] != nil { // an element has one parent
				e.changed = true
				continue
			}
			kind, _ := t.file.Get(o["S"]).(object.Name)
			made := &element{ref: ref, dict: o, kind: kind, parent: e}
			t.elements[ref] = made
			e.kids = append(e.kids, made)
			t.readKids(made, o["K"], depth+1)
		}
	}
}

// readParents reads the parent tree, a number tree (7.9.7). The engine gives it one node.
func (t *Tree) readParents(tree object.Dict) {
	numbers := t.file.Array(tree["Nums"])
	for i := 0; i+1 < len(numbers); i += 2 {
		number, _ := numbers[i].(float64)
		key := int(number)
		t.next = max(t.next, key+1)
		if ref, _ := numbers[i+1].(object.Ref); t.elements[ref] != nil { // which is not read again: it may be large
			t.parents[key], t.single[key] = []*element{t.elements[ref]}, true
			continue
		}
		array := t.file.Array(numbers[i+1])
		elements := make([]*element, len(array))
		for n, o := range array {
			ref, _ := o.(object.Ref)
			elements[n] = t.elements[ref]
		}
		t.parents[key] = elements
	}
}

// Tags returns the elements in order, with the structure types that the file gives them, whatever its role map says; none if t is nil.
func (t *Tree) Tags() (all []domain.Tag) {
	if t == nil {
		return nil
	}
	var within func(e *element, level int)
	within = func(e *element, level int) {
		for _, kid := range e.elements() {
			all = append(all, domain.Tag{Type: string(kid.kind), Level: level, Alt: t.file.Text(kid.dict["Alt"])})
			within(kid, level+1)
		}
	}
	within(t.root, 1)
	return all
}

// Write writes the changed elements, the roles of kinds that ISO 32000-1 does not know, and the parent tree.
func (t *Tree) Write() {
	root, roles := t.root.dict, object.Dict{}
	for ref, e := range t.elements {
		if e.parent == nil { // it was removed
			continue
		}
		if !slices.Contains(standard, e.kind) {
			roles[e.kind] = cmp.Or(blocks[e.kind], "Span")
		}
		if e.changed {
			d := maps.Clone(e.dict)
			d["S"], d["P"] = e.kind, e.parent.ref
			if d["K"] = e.written(); len(e.kids) == 0 {
				delete(d, "K")
			}
			t.file.Set(ref, d)
		}
	}
	if len(roles) > 0 {
		root["RoleMap"] = roles
	}
	root["K"] = t.root.written()
	root["ParentTreeNextKey"] = float64(t.next)
	root["ParentTree"] = t.file.Add(t.writtenParents())
	t.file.Set(t.root.ref, root)
	t.file.Catalog()["StructTreeRoot"] = t.root.ref
}

// written returns the value of the key K.
func (e *element) written() any {
	kids := make(object.Array, len(e.kids))
	for i, kid := range e.kids {
		kids[i] = kid
		if kid, is := kid.(*element); is {
			kids[i] = kid.ref
		}
	}
	if len(kids) == 1 {
		return kids[0]
	}
	return kids
}

func (t *Tree) writtenParents() object.Dict {
	numbers := object.Array{}
	for _, key := range slices.Sorted(maps.Keys(t.parents)) {
		elements := make(object.Array, len(t.parents[key]))
		for i, e := range t.parents[key] {
			if e != nil && e.parent != nil {
				elements[i] = e.ref
			}
		}
		if !t.single[key] {
			numbers = append(numbers, float64(key), t.file.Add(elements))
		} else if elements[0] != nil {
			numbers = append(numbers, float64(key), elements[0])
		}
	}
	return object.Dict{"Nums": numbers}
}

// add makes an element that is the kid of another at a position.
func (t *Tree) add(parent *element, at int, kind object.Name, kids ...any) *element {
	e := &element{
		ref: t.file.Add(nil), dict: object.Dict{"Type": object.Name("StructElem")}, kind: kind, parent: parent, kids: kids, changed: true,
	}
	t.elements[e.ref] = e
	parent.kids, parent.changed = slices.Insert(parent.kids, at, any(e)), true
	return e
}

// elements returns the kids that are elements.
func (e *element) elements() (all []*element) {
	for _, kid := range e.kids {
		if kid, is := kid.(*element); is {
			all = append(all, kid)
		}
	}
	return all
}

// prune removes an element that has no kids, and those that then have none either. Cells of tables may be empty.
func (e *element) prune() {
	for len(e.kids) == 0 && e.parent != nil && e.parent.parent != nil && e.kind != "TD" && e.kind != "TH" {
		parent := e.parent
		at := slices.Index(parent.kids, any(e))
		parent.kids, parent.changed = slices.Delete(parent.kids, at, at+1), true
		e.parent = nil
		e = parent
	}
}
