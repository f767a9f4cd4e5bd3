package wkhtmltopdf

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
)

// blank is the base that makes every relative address of a document lead nowhere. Without any they would be
// files beside the document's own: asked for when it is loaded, and shown in the PDF as file:///… with the
// server's folders.
const blank = "about:blank"

// baseOf is the base that a document is given before all others, for the first one counts: the author's, where
// that is an absolute web address, otherwise blank. Whether the engine would have taken the author's too, does
// not matter: it never is without a base.
func baseOf(document string) string {
	if !mentions(document, "<base") {
		return blank
	}
	for t := range tokens(document) {
		if t.name != "base" || !t.begins() || t.inert {
			continue
		}
		if href, has := t.attributes()["href"]; has {
			return webAddress(href)
		}
	}
	return blank
}

// webAddress is an absolute web address without the blanks around it, and blank for any other.
func webAddress(address string) string {
	address = strings.TrimSpace(address)
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || !strings.EqualFold(u.Scheme, "http") && !strings.EqualFold(u.Scheme, "https") {
		return blank
	}
	return address
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
