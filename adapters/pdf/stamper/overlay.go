package stamper

import (
	"bytes"
	"strings"

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
	painted := withoutBackground(o.file, p, p.Content(o.file))
	if c, ok := o.linesOf(p, painted); ok {
		painted = []byte(strings.Join(c.lines, ""))
		form["Resources"] = o.target.intern(object.Dict(c.resources))
	} else if resources := o.copy(p.Resources, 0); resources != nil {
		form["Resources"] = o.target.intern(resources)
	}
	o.forms[key] = o.target.intern(object.NewStream(form, painted))
	return o.forms[key]
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
