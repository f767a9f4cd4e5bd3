package headerfooter

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// FragmentURI is the address, before the fragment, of a copy's links to a fragment of the body. Stamping makes them links to
// its place, or drops them if the body does not have it.
const FragmentURI = "https://body.platen.invalid/#"

// maxFragments bounds the fragments that a header or footer links to. Links to further ones are dropped.
const maxFragments = 1000

// Fragments returns the fragments of the body that it links to, as the links write them after "#".
func (h *HeaderFooter) Fragments() []string { return h.fragments }

// link makes a link to a fragment one to the body's: the copies are printed as a document of their own.
func (r *reader) link(n *html.Node) {
	for i, a := range n.Attr {
		fragment, found := strings.CutPrefix(strings.TrimSpace(a.Val), "#")
		if a.Key != "href" || a.Namespace != "" && a.Namespace != "xlink" || !found || fragment == "" || len(r.fragments) >= maxFragments {
			continue
		}
		n.Attr[i].Val = FragmentURI + fragment
		if !slices.Contains(r.fragments, fragment) {
			r.fragments = append(r.fragments, fragment)
		}
	}
}
