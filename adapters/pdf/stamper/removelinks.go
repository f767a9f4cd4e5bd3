package stamper

import (
	"maps"
	"slices"

	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
)

// removeLinks removes the links to an address, and the elements of the structure tree that have nothing else.
func (t *target) removeLinks(uri string) error {
	if uri == "" {
		return nil
	}
	removed, keys := map[object.Ref]bool{}, map[float64]bool{} // annotations, and their keys in the parent tree (ISO 32000-1, 14.7.4.4)
	for _, p := range t.pages {
		annotations, err := t.file.Array(p.Dict["Annots"])
		if err != nil {
			return err
		}
		var kept object.Array
		for _, annotation := range annotations {
			link, ok, err := page.ReadLink(t.file, annotation)
			if err != nil {
				return err
			}
			if !ok || link.URI != uri {
				kept = append(kept, annotation)
				continue
			}
			d, err := t.file.Dict(annotation)
			if err != nil {
				return err
			}
			ref, _ := annotation.(object.Ref)
			if key, ok := d["StructParent"].(float64); ok {
				removed[ref], keys[key] = true, true
			}
		}
		if len(kept) < len(annotations) {
			p.change()
			p.Dict["Annots"] = kept
		}
	}
	return t.removeFromStructure(removed, keys)
}

// removeFromStructure removes references to annotations from the structure tree.
func (t *target) removeFromStructure(removed map[object.Ref]bool, keys map[float64]bool) error {
	root, err := t.file.InCatalog("StructTreeRoot")
	if err != nil || len(removed) == 0 || root["ParentTree"] == nil {
		return err
	}
	elements := map[object.Ref]bool{}
	if err := t.removeParents(root["ParentTree"], keys, elements, 0); err != nil {
		return err
	}
	for _, element := range slices.Sorted(maps.Keys(elements)) {
		err := t.removeKids(element, func(kid any) bool {
			d, err := t.file.Dict(kid)
			ref, ok := d["Obj"].(object.Ref)
			return err == nil && ok && removed[ref]
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// removeParents removes keys from a node of the parent tree, a number tree, and collects the elements that they had.
func (t *target) removeParents(node any, keys map[float64]bool, elements map[object.Ref]bool, depth int) error {
	d, err := t.file.Dict(node)
	if err != nil || depth > maxTreeDepth {
		return err
	}
	numbers, err := t.file.Array(d["Nums"])
	if err != nil {
		return err
	}
	var kept object.Array
	for i := 0; i+1 < len(numbers); i += 2 {
		key, _ := numbers[i].(float64)
		if element, ok := numbers[i+1].(object.Ref); ok && keys[key] {
			elements[element] = true
			continue
		}
		kept = append(kept, numbers[i], numbers[i+1])
	}
	if ref, ok := node.(object.Ref); ok && len(kept) < len(numbers) {
		d = maps.Clone(d)
		d["Nums"] = kept
		t.file.Set(ref, d)
	}
	kids, err := t.file.Array(d["Kids"])
	if err != nil {
		return err
	}
	for _, kid := range kids {
		if err := t.removeParents(kid, keys, elements, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// maxTreeDepth is deeper than number trees of all objects are.
const maxTreeDepth = 8

// removeKids removes kids from an element of the structure tree, and the element itself if it has no others.
func (t *target) removeKids(element object.Ref, gone func(kid any) bool) error {
	d, err := t.file.Dict(element)
	if err != nil {
		return err
	}
	o, err := t.file.Get(d["K"])
	if err != nil || o == nil {
		return err
	}
	kids, several := o.(object.Array)
	if !several {
		kids = object.Array{d["K"]}
	}
	kept := slices.DeleteFunc(slices.Clone(kids), gone)
	if len(kept) == len(kids) {
		return nil
	}
	d = maps.Clone(d)
	d["K"] = kept
	t.file.Set(element, d)
	parent, ok := d["P"].(object.Ref)
	if len(kept) > 0 || !ok {
		return nil
	}
	return t.removeKids(parent, func(kid any) bool { return kid == element })
}
