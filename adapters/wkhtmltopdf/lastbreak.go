package wkhtmltopdf

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// withoutLastBreak is a style by which no page is begun after all that a document shows: an author who ends
// each section with "page-break-after: always" wants no empty page at the end, and a browser prints none. "" where
// there is nothing to do. It goes by end tags, so elements that are left open at the end keep their break.
func withoutLastBreak(document string) string {
	if !strings.Contains(document, "break-after") && !strings.Contains(document, "BREAK-AFTER") && !mentions(document, "<link") {
		return ""
	}
	var style, path strings.Builder
	path.WriteString("body")
	for _, unseen := range slices.Backward(lastElements(document)) {
		fmt.Fprintf(&path, ">:nth-last-child(%d)", 1+unseen)
		style.WriteString(path.String() + "{page-break-after:auto!important}")
	}
	return style.String()
}

// maxLast is how many of the last elements are told of, from the outermost.
const maxLast = 12

// lastElements are those that end where the document does, from the innermost to the outermost. Each is given by the
// number of elements after it, in the same one, that show nothing.
func lastElements(document string) (last []int) {
	for t := range tokens(document) {
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

// showsNothing tells the elements that stand in a body unseen.
func showsNothing(element string) bool {
	switch element {
	case "script", "style", "template", "link", "meta":
		return true
	}
	return false
}
