package tags

import (
	"maps"

	"platen/adapters/pdf/content"
	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
)

// draw follows an XObject. A form is marked itself, unless it is a part of marked content.
func (s *stream) draw(o content.Operation) (after string) {
	ref, _ := s.file.Dict(s.Resources()["XObject"])[o.Name(0)].(object.Ref)
	x, _ := s.file.Get(ref).(object.Stream)
	switch {
	case x.Dict["Subtype"] != object.Name("Form"):
		s.tree.flattened = s.tree.flattened || s.mark == nil && isFlattened(s.file, x.Dict, s.CTM)
		return s.paint()
	case s.mark == nil:
		s.markForm(ref, x)
	}
	return ""
}

// markForm marks the content of a form, once.
func (s *stream) markForm(ref object.Ref, form object.Stream) {
	tagged, done := s.forms[ref]
	if done {
		s.tree.repeated = s.tree.repeated || tagged // as masks do, which nothing can mark twice (ISO 14289-1, 7.20)
		return
	}
	if s.depth == maxDepth {
		s.file.Fail(errEndless)
	}
	s.forms[ref] = false
	ctm := page.ReadMatrix(s.file, form.Dict["Matrix"]).Times(s.CTM)
	resources := s.file.Dict(form.Dict["Resources"])
	if len(resources) == 0 {
		resources = s.Resources()
	}
	key, has := s.file.Get(form.Dict["StructParents"]).(float64)
	if !has {
		key = float64(s.tree.newKey())
	}
	s.depth++
	inner := s.stream(ref, int(key), resources, s.file.Decode(form), ctm)
	text := inner.rewrite()
	s.depth--
	d := maps.Clone(form.Dict)
	delete(d, "Filter")
	delete(d, "DecodeParms")
	if len(s.tree.parents[int(key)]) > 0 {
		d["StructParents"] = key
		inner.tagged = true
	}
	s.forms[ref] = inner.tagged
	s.tagged = s.tagged || inner.tagged
	s.file.Set(ref, object.NewStream(d, text))
}
