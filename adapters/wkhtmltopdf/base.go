package wkhtmltopdf

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
)

// blankBase makes every relative address of a document lead nowhere. Without it they would be files beside the
// document's own: asked for when it is loaded, and shown in the PDF as file:///… with the server's folders.
const blankBase = `<base href="` + blank + `">`

const blank = "about:blank"

// needsBase tells whether a document needs a base of ours. It does not where the first base of its own, which
// is the one that counts, is an absolute web address.
func needsBase(document string) bool {
	return !mentions(document, "<base") || !isWebAddress(ownBase(document))
}

// afterDoctype is the place for a base: before the first tag, but after the doctype, which would not count
// otherwise.
func afterDoctype(document string) int {
	for t := range tokens(document) {
		switch {
		case t.kind == html.DoctypeToken:
			return t.end
		case t.kind == html.CommentToken:
		case t.kind == html.TextToken && strings.Trim(document[t.start:t.end], " \t\n\f\r") == "":
		default:
			return 0
		}
	}
	return 0
}

// ownBase is the address of a document's first base element that has one.
func ownBase(document string) string {
	for t := range tokens(document) {
		if t.name != "base" || !t.begins() {
			continue
		}
		if href, has := t.attributes()["href"]; has {
			return href
		}
	}
	return ""
}

func isWebAddress(address string) bool {
	u, err := url.Parse(strings.TrimSpace(address))
	return err == nil && (strings.EqualFold(u.Scheme, "http") || strings.EqualFold(u.Scheme, "https")) && u.Host != ""
}
