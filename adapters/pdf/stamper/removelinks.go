package stamper

import (
	"maps"
	"slices"

	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
)

// removeLinks removes the links to an address, and the elements of the structure tree that have nothing else.
func (t *target) removeLinks(uri string) {
	removed, keys := map[object.Ref]bool{}, map[float64]bool{} // annotations, and their keys in the parent tree (ISO 32000-1, 14.7.4.4)
	for _, p := range t.pages {
		annotations := t.file.Array(p.Dict["Annots"])
		kept := slices.DeleteFunc(slices.Clone(annotations), func(annotation any) bool {
			link, ok := page.ReadLink(t.file, annotation)
			if !ok || link.URI != uri {
				return false
			}
			ref, isRef := annotation.(object.Ref)
			if key, ok := t.file.Dict(annotation)["StructParent"].(float64); ok && isRef {
				removed[ref], keys[key] = true, true
			}
			return true
		})
		if len(kept) < len(annotations) {
			p.change()
			p.Dict["Annots"] = kept
		}
	}
	if tree := t.file.Dict(t.file.Catalog()["StructTreeRoot"])["ParentTree"]; len(removed) > 0 && tree != nil {
		elements := map[object.Ref]bool{}
		t.removeParents(tree, keys, elements, map[object.Ref]bool{})
		for _, element := range slices.Sorted(maps.Keys(elements)) {
			t.removeKids(element, func(kid any) bool {
				ref, ok := t.file.Dict(kid)["Obj"].(object.Ref)
				return ok && removed[ref]
			})
		}
	}
}

// removeParents removes keys from a node of the parent tree, a number tree, and collects the elements that they had.
func (t *target) removeParents(node any, keys map[float64]bool, elements, seen map[object.Ref]bool) {
	ref, isRef := node.(object.Ref)
	if seen[ref] || len(seen) > maxNodes {
		return
	}
	seen[ref] = isRef
	d := t.file.Dict(node)
	numbers := t.file.Array(d["Nums"])
	var kept object.Array
	for i := 0; i+1 < len(numbers); i += 2 {
		key, _ := numbers[i].(float64)
		if element, ok := numbers[i+1].(object.Ref); ok && keys[key] {
			elements[element] = true
		} else {
			kept = append(kept, numbers[i], numbers[i+1])
		}
	}
	if isRef && len(kept) < len(numbers) {
		d = maps.Clone(d)
		d["Nums"] = kept
		t.file.Set(ref, d)
	}
	for _, kid := range t.file.Array(d["Kids"]) {
		t.removeParents(kid, keys, elements, seen)
	}
}

// maxNodes is more than the parent tree of any document has.
const maxNodes = 1 << 16

// removeKids removes kids from an element of the structure tree, and the element itself if it has no others.
func (t *target) removeKids(element object.Ref, gone func(kid any) bool) {
	d := t.file.Dict(element)
	kids, several := t.file.Get(d["K"]).(object.Array)
	if !several {
		kids = object.Array{d["K"]}
	}
	kept := slices.DeleteFunc(slices.Clone(kids), gone)
	if len(kept) == len(kids) {
		return
	}
	d = maps.Clone(d)
	d["K"] = kept
	t.file.Set(element, d)
	if parent, ok := d["P"].(object.Ref); ok && len(kept) == 0 {
		t.removeKids(parent, func(kid any) bool { return kid == element })
	}
}
