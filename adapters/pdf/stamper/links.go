package stamper

import (
	"strings"

	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
	"platen/domain/headerfooter"
	"platen/domain/htmldoc"
)

// link copies an overlay's links to addresses and to fragments of the body. Their areas move with the page. Links within the overlay's own
// document and those at the ends of copies are left out.
func (t *target) link(onto *page.Page, source *object.File, from *page.Page, clip page.Box, m page.Matrix) {
	var added object.Array
	for _, link := range from.Links(source) {
		area := m.Box(link.Box.Common(clip)).Common(onto.View.Shown)
		key, leads := t.leadsTo(link.URI)
		if leads == nil || link.Box.Common(clip).Empty() || area.Empty() {
			continue
		}
		added = append(added, t.file.Add(object.Dict{
			"Type": object.Name("Annot"), "Subtype": object.Name("Link"), "F": 4.0, // printed with the page
			"Rect": area.Array(), "Border": object.Array{0.0, 0.0, 0.0}, key: leads,
		}))
	}
	if len(added) > 0 {
		onto.Dict["Annots"] = append(t.file.Array(onto.Dict["Annots"]), added...)
	}
}

// leadsTo returns the entry of an annotation for an address, or for the destination in the body that the address stands for; nil if it
// leads nowhere.
func (t *target) leadsTo(uri string) (key object.Name, leads any) {
	if uri == headerfooter.EndLinkURI || leadsNowhere(uri) {
		return "", nil
	}
	fragment, inBody := strings.CutPrefix(uri, headerfooter.FragmentURI)
	if !inBody {
		return "A", object.Dict{"Type": object.Name("Action"), "S": object.Name("URI"), "URI": object.String(uri)}
	}
	return "Dest", t.destination(fragment)
}

// destination returns the body's destination of a fragment (ISO 32000-1, 12.3.2); nil if there is none.
func (t *target) destination(fragment string) any {
	return t.destinations[htmldoc.FragmentID(fragment)]
}

// addDestination adds a destination of the body, unless the fragment has one. Some engines write fragments with the escapes of
// addresses, and others without.
func (t *target) addDestination(fragment string, destination any) {
	if id := htmldoc.FragmentID(fragment); t.destinations[id] == nil {
		t.destinations[id] = destination
	}
}
