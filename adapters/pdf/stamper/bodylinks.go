package stamper

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
	"platen/domain"
	"platen/domain/htmldoc"
)

// takeMarkers removes the links that only mark a box or a place of the body, and notes the places as destinations. It returns, by page, the
// largest of the boxes, an empty one if there is none, and the fragments of the links that lead within the document or nowhere.
func (t *target) takeMarkers() (boxes []page.Box, inner map[object.Ref]string) {
	boxes, inner = make([]page.Box, len(t.pages)), map[object.Ref]string{}
	for i, p := range t.pages {
		annotations := t.file.Array(p.Dict["Annots"])
		kept := slices.DeleteFunc(annotations, func(annotation any) bool {
			ref := annotation.(object.Ref)
			link, _ := page.ReadLink(t.file, ref)
			fragment, isPlace := strings.CutPrefix(link.URI, htmldoc.PlaceURI)
			isBox := link.URI == domain.PageBoxURI
			switch box := link.Box; {
			case isPlace:
				t.addDestination(fragment, object.Array{p.Ref, object.Name("XYZ"), 0.0, box.Top, nil}) // Apple's readers need a left edge
			case isBox && box.Width()*box.Height() > boxes[i].Width()*boxes[i].Height():
				boxes[i] = box
			case leadsNowhere(link.URI):
				inner[ref] = strings.TrimPrefix(link.URI, htmldoc.RelativeBase+"#")
			}
			return isPlace || isBox
		})
		if len(kept) < len(annotations) {
			p.Dict["Annots"] = kept
		}
	}
	return boxes, inner
}

// leadWithin replaces the addresses of links by the destinations of fragments. Where there is none, the link leads nowhere. It is removed,
// since readers stumble over links without an action, unless the structure of a tagged document refers to it.
func (t *target) leadWithin(fragments map[object.Ref]string) {
	for _, p := range t.pages {
		annotations := t.file.Array(p.Dict["Annots"])
		kept := slices.DeleteFunc(annotations, func(annotation any) bool {
			ref := annotation.(object.Ref)
			fragment, within := fragments[ref]
			if !within {
				return false
			}
			link, destination := maps.Clone(t.file.Dict(ref)), t.destination(fragment)
			delete(link, "A")
			if destination != nil {
				link["Dest"] = destination
			}
			t.file.Set(ref, link)
			return destination == nil && link["StructParent"] == nil
		})
		if len(kept) < len(annotations) {
			p.Dict["Annots"] = kept
		}
	}
}

// leadsNowhere reports whether an address is relative, or that of a script or a file, which a reader of the PDF must not open.
func leadsNowhere(uri string) bool {
	scheme, _, _ := strings.Cut(uri, ":")
	scheme, _ = url.PathUnescape(scheme) // an engine may escape the blanks that URLs lose
	scheme = strings.Join(strings.Fields(scheme), "")
	return strings.HasPrefix(uri, htmldoc.RelativeBase) || strings.EqualFold(scheme, "javascript") || strings.EqualFold(scheme, "file")
}
