package stamper

import (
	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
	"platen/adapters/pdf/tags"
	"platen/domain"
)

// mark reads the body's structure and marks everything that its pages paint. It returns nil if the body is not tagged.
func (t *target) mark(boxes []page.Box) *tags.Tree {
	tree := tags.Read(t.file)
	if tree == nil {
		return nil
	}
	pages := make([]*page.Page, len(t.pages))
	for i, p := range t.pages {
		p.change()
		pages[i] = p.Page
	}
	tree.Mark(pages, boxes, &t.content)
	for _, p := range pages {
		if ref, isRef := p.Dict["Contents"].(object.Ref); isRef {
			t.inspected[ref] = true
		}
	}
	return tree
}

// finishTags mends the structure and writes it. It returns what only the author can mend.
func (t *target) finishTags(tree *tags.Tree) []string {
	unmet := tree.Mend()
	pages := make([]*page.Page, len(t.pages))
	for i, p := range t.pages {
		pages[i] = p.Page
	}
	tree.Links(pages)
	tree.Write()
	t.setInCatalog("MarkInfo", object.Dict{"Marked": true})
	t.setInCatalog("ViewerPreferences", object.Dict{"DisplayDocTitle": true})
	if err := tree.Err(); err != nil {
		t.file.Fail(err)
	}
	return unmet
}

// notAccessible returns what else the document lacks for PDF/UA-1 (ISO 14289-1, 7.1, 7.2 and 7.21.8).
func (t *target) notAccessible(m domain.Metadata) (unmet []string) {
	if m.Title == "" {
		unmet = append(unmet, "missing title")
	}
	if tags.Language(m.Language) == "" {
		unmet = append(unmet, "missing lang")
	}
	if t.content.Notdef {
		unmet = append(unmet, missingGlyphs)
	}
	return unmet
}

// contentBoxes returns, by page, the box of its content: the largest of the links to an address that mark it; empty ones if there are none.
func (t *target) contentBoxes(uri string) []page.Box {
	boxes := make([]page.Box, len(t.pages))
	for i, p := range t.pages {
		for _, link := range p.Links(t.file) {
			if box := link.Box; link.URI == uri && box.Width()*box.Height() > boxes[i].Width()*boxes[i].Height() {
				boxes[i] = box
			}
		}
	}
	return boxes
}
