package stamper

import (
	"slices"

	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
	"platen/adapters/pdf/tags"
)

// removeLinks removes the links to an address, and what the tags say of them. It returns, by page, the largest of their boxes; empty ones
// if there are none.
func (t *target) removeLinks(uri string) []page.Box {
	boxes := make([]page.Box, len(t.pages))
	removed := map[object.Ref]bool{}
	for i, p := range t.pages {
		annotations := t.file.Array(p.Dict["Annots"])
		kept := slices.DeleteFunc(slices.Clone(annotations), func(annotation any) bool {
			link, ok := page.ReadLink(t.file, annotation)
			if !ok || link.URI != uri {
				return false
			}
			if box := link.Box; box.Width()*box.Height() > boxes[i].Width()*boxes[i].Height() {
				boxes[i] = box
			}
			if ref, isRef := annotation.(object.Ref); isRef {
				removed[ref] = true
			}
			return true
		})
		if len(kept) < len(annotations) {
			p.change()
			p.Dict["Annots"] = kept
		}
	}
	if len(removed) > 0 {
		if t.tree = tags.Read(t.file); t.tree != nil {
			t.tree.Remove(removed)
		}
	}
	return boxes
}
