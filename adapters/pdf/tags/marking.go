package tags

import (
	"errors"
	"sync"

	"platen/adapters/pdf/content"
	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
)

var errMarks = errors.New("the PDF's marked content is malformed")

// marking is what the content streams of a page, its own and those of the forms that it draws, share while they are marked.
type marking struct {
	tree  *Tree
	file  *object.File
	page  object.Ref
	box   page.Box // of the page's content; empty: not known
	fonts content.Fonts
	forms map[object.Ref]bool // those of the whole document that were marked: whether they have tagged content
	depth int
	lost  []markedText // text that has a mark of ours and no element yet
	last  markedText   // the last marked text
}

// Mark marks everything that pages paint and the engine did not mark. Text becomes a part of the structure, beside the marked text on its
// line: engines do not mark generated content. Everything else becomes an artifact, and so does marked content that is only decoration, and
// text outside of the boxes, by page, of the pages' content. The pages' dictionaries are changed.
func (t *Tree) Mark(pages []*page.Page, boxes []page.Box) {
	contents := make([]object.Stream, len(pages))
	var compressed sync.WaitGroup
	forms, fonts := map[object.Ref]bool{}, content.Fonts{}
	for i, p := range pages {
		if t.file.Err() != nil {
			break
		}
		m := &marking{tree: t, file: t.file, page: p.Ref, box: boxes[i], fonts: fonts, forms: forms}
		text := p.Content(t.file)
		key, has := t.file.Get(p.Dict["StructParents"]).(float64)
		if !has {
			key = float64(t.newKey())
			p.Dict["StructParents"] = key
		}
		marked := m.stream(0, int(key), t.file.Dict(p.Resources), text, page.Identity).rewrite()
		m.placeLost(markedText{})
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
	return &stream{
		marking: m, Follower: content.NewFollower(m.file, m.fonts, resources, ctm), form: form, key: key, text: text, path: -1,
	}
}
