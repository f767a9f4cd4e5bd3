package stamper

import (
	"bytes"
	"fmt"

	"platen/adapters/pdf/content"
	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
)

// overlay is a parsed overlay for one target, into which it copies its objects, each once.
type overlay struct {
	file    *object.File
	pages   []*page.Page
	target  *target
	copied  map[object.Ref]object.Ref // 0: it is being copied
	left    int                       // how many more bytes of streams there may be: streams may overlap
	toSplit int                       // how many more bytes of content may be written as lines
}

// maxSplit bounds, in bytes, the content that is written as lines: they take many times its memory.
const maxSplit = 8 << 20

// content returns a page's content. What cannot be written as lines is a form XObject (ISO 32000-1, 8.10).
func (o *overlay) content(p *page.Page) *copiedContent {
	painted := withoutBackground(o.file, p, p.Content(o.file))
	if c, ok := o.linesOf(p, painted); ok {
		return c
	}
	form := object.Dict{"Type": object.Name("XObject"), "Subtype": object.Name("Form"), "BBox": p.View.Shown.Array()}
	if resources := o.copy(p.Resources, 0); resources != nil {
		form["Resources"] = o.target.intern(resources)
	}
	used := resources{}
	name := used.add("XObject", o.target.intern(object.NewStream(form, painted)))
	return &copiedContent{streams: []string{fmt.Sprintf("/%s Do\n", name)}, resources: used}
}

// withoutBackground returns a page's content without its background, which would hide the body. QtWebKit always paints a white one; no
// style prevents it.
func withoutBackground(f *object.File, p *page.Page, painted []byte) []byte {
	shown := painted
	err := content.Interpret(f, p, painted, func(painting content.Painting) error {
		if !painting.Background {
			return content.Stop
		}
		if &shown[0] == &painted[0] {
			shown = bytes.Clone(painted)
		}
		copy(shown[painting.Operation.At:], "n ")
		return nil
	})
	if err != nil {
		return painted // it is drawn as it is
	}
	return shown
}
