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

// maxSplit bounds, in bytes, the content that is written as lines: its operations take many times its memory.
const maxSplit = 8 << 20

// content returns a page's content. What cannot be written as lines is a form XObject (ISO 32000-1, 8.10).
func (o *overlay) content(p *page.Page) *copiedContent {
	painted := withoutBackground(o.file, p, withoutEmptyGroups(p.Content(o.file)))
	if o.toSplit -= len(painted); o.toSplit >= 0 {
		if c, ok := o.linesOf(p, painted); ok {
			return c
		}
	}
	form := object.Dict{"Type": object.Name("XObject"), "Subtype": object.Name("Form"), "BBox": p.View.Shown.Array()}
	if resources := o.copy(p.Resources, 0); resources != nil {
		form["Resources"] = o.target.intern(resources)
	}
	used := resources{}
	name := used.add("XObject", o.target.intern(object.NewStream(form, painted)))
	return &copiedContent{streams: []string{fmt.Sprintf("/%s Do\n", name)}, resources: used}
}

// paints reports whether an operator paints (ISO 32000-1, table 51).
func paints(operator string) bool {
	switch operator {
	case "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "Do", "BI", "Tj", "TJ", "'", `"`:
		return true
	}
	return false
}

// withoutEmptyGroups returns content without the groups between q and Q that paint nothing: some engines write hundreds of them, on each of
// many pages.
func withoutEmptyGroups(all []byte) []byte {
	kept := make([]byte, 0, len(all))
	var open []int // where the groups begin that are open
	painting := 0  // so many of them paint something
	s := content.NewScanner(all)
	done := 0
	for o, ok := s.Next(); ok; o, ok = s.Next() {
		kept = append(kept, all[done:o.End]...)
		done = o.End
		switch last := len(open) - 1; {
		case o.Operator == "q":
			open = append(open, len(kept)-len("q"))
		case o.Operator == "Q" && last >= 0:
			if painting <= last {
				kept = kept[:open[last]]
			}
			open, painting = open[:last], min(painting, last)
		case paints(o.Operator):
			painting = len(open)
		}
	}
	if s.Err() != nil {
		return all // it is drawn as it is
	}
	return kept
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
	return withoutEmptyGroups(shown) // a background's group is empty now
}
