package tags

import (
	"errors"
	"sync"

	"platen/adapters/pdf/content"
	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
	"platen/domain"
)

var errMarks = errors.New("the PDF's marked content is malformed")

// maxForms bounds how deeply forms are followed; engines nest fewer.
const maxForms = 16

// marking is what the content streams of a page share while they are marked.
type marking struct {
	tree       *Tree
	file       *object.File
	page       object.Ref
	box        page.Box // of the page's content; empty: not known
	inspection *content.Inspection
	known      map[object.Ref]*content.Font
	forms      map[object.Ref]*form // of the whole document
	depth      int
}

// form is a form XObject.
type form struct {
	object.Stream
	text  []byte
	marks bool // it, or a form in it, has marked content with numbers
	shows bool // it, or a form in it, shows text
	draws bool // it, or a form in it, draws an image
	done  bool // it was marked
}

// Mark marks everything that pages paint and the engine did not mark. Text becomes a part of the structure, beside the marked text on its
// line: engines do not mark generated content. Everything else becomes an artifact, and so does marked content that is only decoration, and
// text outside of the boxes, by page, of the pages' content. The pages' dictionaries are changed. Their content is inspected.
func (t *Tree) Mark(pages []*page.Page, boxes []page.Box, inspection *content.Inspection) {
	contents := make([]object.Stream, len(pages))
	var compressed sync.WaitGroup
	forms, fonts := map[object.Ref]*form{}, map[object.Ref]*content.Font{}
	for i, p := range pages {
		if t.Err() != nil {
			break
		}
		inspection.Begin()
		m := &marking{tree: t, file: t.file, page: p.Ref, box: boxes[i], inspection: inspection, known: fonts, forms: forms}
		text := p.Content(t.file)
		key, has := t.file.Get(p.Dict["StructParents"]).(float64)
		if !has {
			key = float64(t.newKey())
			p.Dict["StructParents"] = key
		}
		marked := m.stream(0, int(key), t.file.Dict(p.Resources), text, page.Identity).rewrite()
		compressed.Go(func() { contents[i] = object.NewStream(object.Dict{}, marked) })
	}
	compressed.Wait()
	for i, p := range pages {
		p.Dict["Contents"] = t.file.Add(contents[i])
	}
}

// newKey returns a key of the parent tree that is not used.
func (t *Tree) newKey() int {
	t.next++
	return t.next - 1
}

func (m *marking) stream(form object.Ref, key int, resources object.Dict, text []byte, ctm page.Matrix) *stream {
	return &stream{marking: m, form: form, key: key, resources: resources, text: text, ctm: ctm, line: page.Identity, path: -1,
		fonts: map[object.Name]*content.Font{}}
}

// fontOf returns the font of a name.
func (m *marking) fontOf(resources object.Dict, name object.Name) *content.Font {
	font := m.file.Dict(resources["Font"])[name]
	key, isRef := font.(object.Ref)
	if !isRef {
		return nil
	}
	if m.known[key] == nil {
		m.known[key] = content.ReadFont(m.file, font)
	}
	return m.known[key]
}

// draw follows an XObject. A form that has marks is marked itself.
func (s *stream) draw(name object.Name, from int) {
	ref, isRef := s.file.Dict(s.resources["XObject"])[name].(object.Ref)
	if !isRef {
		s.paint(artifactRun, from)
		return
	}
	f := s.formOf(ref, s.resources)
	switch {
	case f == nil: // an image
		image, _ := s.file.Get(ref).(object.Stream)
		s.tree.flattened = s.tree.flattened || s.inside == 0 && isFlattened(s.file, image.Dict, s.ctm)
		s.paint(artifactRun, from)
	case (f.marks || f.draws) && s.inside == 0:
		s.endRun(from)
		s.markForm(ref, f)
	case f.shows && s.inside == 0:
		s.paint(textRun, from)
	case f.shows:
		s.mark.text = true
	default:
		s.paint(artifactRun, from)
	}
}

// markForm marks the content of a form, once.
func (s *stream) markForm(ref object.Ref, f *form) {
	if f.done && (f.marks || f.shows) { // as masks do, which nothing can mark twice (ISO 14289-1, 7.20)
		s.tree.repeated = true
	}
	if f.done || s.depth == maxForms {
		return
	}
	f.done = true
	ctm := s.ctm
	if m := s.file.Array(f.Dict["Matrix"]); len(m) == 6 {
		var own page.Matrix
		for i := range own {
			own[i] = s.file.Number(m[i])
		}
		ctm = own.Times(ctm)
	}
	resources := s.file.Dict(f.Dict["Resources"])
	if len(resources) == 0 {
		resources = s.resources
	}
	key, has := s.file.Get(f.Dict["StructParents"]).(float64)
	if !has {
		key = float64(s.tree.newKey())
	}
	s.depth++
	inner := s.stream(ref, int(key), resources, f.text, ctm)
	text := inner.rewrite()
	s.depth--
	d := object.Dict{}
	for name, value := range f.Dict {
		if name != "Filter" && name != "DecodeParms" {
			d[name] = value
		}
	}
	if len(s.tree.parents[int(key)]) > 0 {
		d["StructParents"] = key
	}
	s.file.Set(ref, object.NewStream(d, text))
	f.text = nil
}

// formOf reads a form, once; nil if it is something else.
func (m *marking) formOf(ref object.Ref, outer object.Dict) *form {
	if known, ok := m.forms[ref]; ok {
		return known
	}
	m.forms[ref] = nil // in progress
	x, _ := m.file.Get(ref).(object.Stream)
	if x.Dict["Subtype"] != object.Name("Form") || m.depth == maxForms {
		return nil
	}
	f := &form{Stream: x, text: m.file.Decode(x)}
	resources := m.file.Dict(x.Dict["Resources"])
	if len(resources) == 0 {
		resources = outer
	}
	m.depth++
	operations := content.NewScanner(f.text)
	for o, ok := operations.Next(); ok; o, ok = operations.Next() {
		switch o.Operator {
		case "BDC":
			for _, operand := range o.Operands {
				f.marks = f.marks || string(operand) == "/MCID"
			}
		case "Tj", "TJ", "'", `"`:
			f.shows = true
		case "Do":
			if inner, isRef := m.file.Dict(resources["XObject"])[o.Name(0)].(object.Ref); isRef {
				if form := m.formOf(inner, resources); form != nil {
					f.marks, f.shows, f.draws = f.marks || form.marks, f.shows || form.shows, f.draws || form.draws
				} else {
					f.draws = true
				}
			}
		}
	}
	m.depth--
	if !f.marks && !f.draws {
		f.text = nil
	}
	m.forms[ref] = f
	return f
}

// body returns the element for what belongs to no other: the outermost one.
func (t *Tree) body() *element {
	for _, kid := range t.root.kids {
		if e, is := kid.(*element); is {
			return e
		}
	}
	return t.add(t.root, len(t.root.kids), "Document")
}

// within returns the nearest element of a kind, the element itself or one around it; nil if there is none.
func (e *element) within(kind object.Name) *element {
	for ; e != nil; e = e.parent {
		if e.kind == kind {
			return e
		}
	}
	return nil
}

// pictures reports whether what an element paints is content even without text.
func (e *element) pictures() bool {
	if e != nil && e.kind == "Lbl" {
		return true
	}
	for ; e != nil; e = e.parent {
		if e.kind == "Figure" || e.kind == "Formula" || e.kind == "Form" {
			return true
		}
	}
	return false
}

// decorates reports whether an element is in a figure that is no part of what the document says.
func (t *Tree) decorates(e *element) bool {
	for ; e != nil; e = e.parent {
		if e.kind == "Figure" && t.file.Text(e.dict["Alt"]) == domain.Decoration {
			return true
		}
	}
	return false
}
