package polyfill

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// withoutLastBreak is a style that prevents a page break after the last element of a document: an author who ends each
// section with "page-break-after: always" wants no empty page at the end, and a browser prints none. It is "" if there
// is nothing to do. It reads end tags, so elements without one keep their break.
func withoutLastBreak(ctx context.Context, document string) string {
	if !strings.Contains(document, "break-after") && !strings.Contains(document, "BREAK-AFTER") && !mentions(document, "<link") {
		return ""
	}
	var style, path strings.Builder
	path.WriteString("body")
	for _, unseen := range slices.Backward(lastElements(ctx, document)) {
		fmt.Fprintf(&path, ">:nth-last-child(%d)", 1+unseen)
		style.WriteString(path.String() + "{page-break-after:auto!important}")
	}
	return style.String()
}

// maxLast bounds the last elements, counted from the outermost.
const maxLast = 12

// lastElements are the elements that end where the document does, from the innermost to the outermost. Each is given by
// the number of its following siblings, which show nothing.
func lastElements(ctx context.Context, document string) (last []int) {
	for t := range tokens(ctx, document) {
		switch {
		case t.inert, t.name == "body", t.name == "html":
		case t.kind == html.TextToken:
			if t.raw == "" && strings.Trim(document[t.start:t.end], " \t\r\n\f") != "" {
				last = nil
			}
		case t.begins() && !showsNothing(t.name):
			last = nil
		case showsNothing(t.name):
			if whole := t.kind == html.EndTagToken || t.name == "link" || t.name == "meta"; whole && len(last) > 0 {
				last[len(last)-1]++
			}
		case t.kind == html.EndTagToken:
			last = append(last[max(0, len(last)+1-maxLast):], 0)
		}
	}
	return last
}

// showsNothing reports whether an element in a body shows nothing.
func showsNothing(element string) bool {
	switch element {
	case "script", "style", "template", "link", "meta":
		return true
	}
	return false
}
