package stamper

import (
	"bytes"

	"platen/adapters/pdf/content"
	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
)

// overlay is a parsed overlay for one target, into which it copies its objects, each once.
type overlay struct {
	file   *object.File
	pages  []*page.Page
	target *target
	forms  map[formKey]object.Ref
	copied map[object.Ref]object.Ref // 0: it is being copied
	left   int                       // how many more bytes of streams there may be: streams may overlap
}

type formKey struct {
	page *page.Page
	clip page.Box
}

// form returns the form XObject of a page, of which the clip shows a part.
func (o *overlay) form(p *page.Page, clip page.Box) object.Ref {
	key := formKey{p, clip}
	if made, ok := o.forms[key]; ok {
		return made
	}
	form := object.Dict{"Type": object.Name("XObject"), "Subtype": object.Name("Form"), "BBox": clip.Array()}
	if resources := o.copy(p.Resources, 0); resources != nil {
		form["Resources"] = o.target.intern(resources) // forms share it
	}
	o.forms[key] = o.target.intern(object.NewStream(form, o.shown(p)))
	return o.forms[key]
}

// shown returns what a page shows of its content.
func (o *overlay) shown(p *page.Page) []byte {
	painted := withoutEmptyGroups(p.Content(o.file))
	return withoutEmptyGroups(withoutBackground(o.file, p, painted)) // the background's group is empty then
}

// withoutBackground returns a page's content without its background, which would hide the body. QtWebKit always paints a white one; no
// style prevents it.
func withoutBackground(f *object.File, p *page.Page, painted []byte) []byte {
	shown := painted
	err := content.Interpret(f, p, painted, func(painting content.Painting) error {
		if painting.Kind != content.Background {
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

// paints are the operators that paint or mark content (ISO 32000-1, table 51). Marked content may end outside of its group.
var paints = map[string]bool{
	"S": true, "s": true, "f": true, "F": true, "f*": true, "B": true, "B*": true, "b": true, "b*": true, "sh": true, "Do": true, "BI": true,
	"Tj": true, "TJ": true, "'": true, `"`: true, "BMC": true, "BDC": true, "EMC": true, "MP": true, "DP": true,
}

// withoutEmptyGroups returns content without the groups between q and Q that paint nothing: some engines write hundreds of them, on each of
// many pages. Malformed content stays as it is.
func withoutEmptyGroups(painted []byte) []byte {
	type group struct {
		start  int // in what is kept
		paints bool
	}
	var kept []byte
	open, end := []group{{}}, 0 // the first group is the whole content
	s := content.NewScanner(painted)
	for o, ok := s.Next(); ok; o, ok = s.Next() {
		last, through := len(open)-1, o.At+len(o.Operator)
		switch o.Operator {
		case "q":
			kept = append(kept, painted[end:o.At]...)
			end = o.At
			open = append(open, group{start: len(kept)})
		case "Q":
			if last == 0 {
				return painted
			}
			if open[last].paints {
				open[last-1].paints = true
			} else {
				kept, end = kept[:open[last].start], through
			}
			open = open[:last]
		default:
			open[last].paints = open[last].paints || paints[o.Operator]
		}
		kept = append(kept, painted[end:through]...)
		end = through
	}
	if s.Err() != nil {
		return painted
	}
	return append(kept, painted[end:]...)
}
