package stamper

import (
	"bytes"

	"platen/adapters/pdf/content"
	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
)

// overlay is a parsed overlay for one target.
type overlay struct {
	file   *object.File
	pages  []*page.Page
	target *target
	copier *copier
	forms  map[formKey]object.Ref
}

type formKey struct {
	page *page.Page
	clip page.Box
}

func newOverlay(f *object.File, pages []*page.Page, t *target) *overlay {
	return &overlay{f, pages, t, newCopier(f, t.file, t.interned), map[formKey]object.Ref{}}
}

// form returns the form XObject of a page, of which the clip shows a part.
func (o *overlay) form(p *page.Page, clip page.Box) object.Ref {
	key := formKey{p, clip}
	if made, ok := o.forms[key]; ok {
		return made
	}
	resources := o.copier.copy(p.Resources, 0)
	if dict, direct := resources.(object.Dict); direct {
		resources = o.target.interned.ref(dict) // forms share it
	}
	form := object.Dict{"Type": object.Name("XObject"), "Subtype": object.Name("Form"), "BBox": clip.Array()}
	if resources != nil {
		form["Resources"] = resources
	}
	o.forms[key] = o.target.interned.ref(object.NewStream(form, withoutBackground(o.file, p)))
	return o.forms[key]
}

// withoutBackground returns a page's content without its background, which would hide the body. QtWebKit always paints a white one; no
// style prevents it.
func withoutBackground(f *object.File, p *page.Page) []byte {
	painted := p.Content(f)
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
