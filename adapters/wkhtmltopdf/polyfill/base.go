package polyfill

import (
	"context"
	"net/url"
	"strings"

	"golang.org/x/net/html"
)

// blank is a base URL against which relative addresses lead nowhere. Without it they would be files beside the
// document's file: the engine would load them, and show them in the PDF as file:///… with the server's folders.
const blank = "about:blank"

// baseOf is the base URL that is put before all others of a document, since the first one counts: the author's if it is
// an absolute web address, otherwise blank.
func baseOf(ctx context.Context, document string) string {
	if !mentions(document, "<base") {
		return blank
	}
	for t := range tokens(ctx, document) {
		if t.name != "base" || !t.begins() || t.inert {
			continue
		}
		if href, has := t.attributes()["href"]; has {
			return webAddress(href)
		}
	}
	return blank
}

// webAddress returns an absolute web address without the blanks around it, and blank for any other address.
func webAddress(address string) string {
	address = strings.TrimSpace(address)
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || !strings.EqualFold(u.Scheme, "http") && !strings.EqualFold(u.Scheme, "https") {
		return blank
	}
	return address
}

// afterDoctype is the place for the base element: before the first tag, but after the doctype, which a parser ignores
// after a tag.
func afterDoctype(ctx context.Context, document string) int {
	for t := range tokens(ctx, document) {
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
