package page

import (
	"maps"
	"slices"

	"platen/adapters/pdf/object"
)

// EachResource visits the objects that the resources of pages consist of, each once. The reference of a direct object is 0.
func EachResource(f *object.File, pages []*Page, visit func(object.Ref, any)) {
	seen := map[object.Ref]bool{}
	var pending []any
	for _, p := range pages {
		pending = append(pending, p.Resources)
		for len(pending) > 0 {
			o := pending[len(pending)-1]
			pending = pending[:len(pending)-1]
			ref, isRef := o.(object.Ref)
			if isRef {
				if seen[ref] {
					continue
				}
				seen[ref] = true
				o = f.Get(o)
			}
			visit(ref, o)
			switch o := o.(type) {
			case object.Stream:
				pending = slices.AppendSeq(pending, maps.Values(o.Dict))
			case object.Dict:
				pending = slices.AppendSeq(pending, maps.Values(o))
			case object.Array:
				pending = append(pending, o...)
			}
		}
	}
}
