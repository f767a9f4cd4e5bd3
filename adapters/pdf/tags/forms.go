package tags

import (
	"maps"

	"platen/adapters/pdf/content"
	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
)

// maxForms bounds how deeply forms are followed; engines nest fewer.
const maxForms = 16

// form is a form XObject.
type form struct {
	object.Stream
	text  []byte
	marks bool // it, or a form in it, has marked content with numbers
	shows bool // it, or a form in it, shows text
	draws bool // it, or a form in it, draws an image
	done  bool // it was marked
}

// draw follows an XObject. A form that has marks is marked itself.
func (s *stream) draw(name object.Name, from int) {
	ref, isRef := s.file.Dict(s.Resources()["XObject"])[name].(object.Ref)
	if !isRef {
		s.paint(artifactRun, from)
		return
	}
	f := s.formOf(ref, s.Resources())
	switch {
	case f == nil: // an image
		image, _ := s.file.Get(ref).(object.Stream)
		s.tree.flattened = s.tree.flattened || s.inside == 0 && isFlattened(s.file, image.Dict, s.CTM())
		s.paint(artifactRun, from)
	case (f.marks || f.draws) && s.inside == 0:
		s.endRun(from)
		s.markForm(ref, f)
	case f.shows && s.inside == 0:
		s.paint(textRun, from)
	case f.shows:
		s.resume(from)
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
	ctm := page.ReadMatrix(s.file, f.Dict["Matrix"]).Times(s.CTM())
	resources := s.file.Dict(f.Dict["Resources"])
	if len(resources) == 0 {
		resources = s.Resources()
	}
	key, has := s.file.Get(f.Dict["StructParents"]).(float64)
	if !has {
		key = float64(s.tree.newKey())
	}
	s.depth++
	inner := s.stream(ref, int(key), resources, f.text, ctm)
	text := inner.rewrite()
	s.depth--
	d := maps.Clone(f.Dict)
	delete(d, "Filter")
	delete(d, "DecodeParms")
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
