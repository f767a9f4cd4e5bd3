package htmldoc

import "net/url"

// FragmentID returns the id that the fragment of an address names: the fragment itself, percent-decoded if it can be (HTML
// Standard, "find a potential indicated element").
func FragmentID(fragment string) string {
	if id, err := url.PathUnescape(fragment); err == nil {
		return id
	}
	return fragment
}
