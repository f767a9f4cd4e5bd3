package polyfill

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// withoutEmptyPages is a style that prevents empty pages at the beginning and the end of a document. An author who begins
// each chapter or ends each section with a page break wants none there, and a browser prints none. Nor does it print a
// page for the margin below the last element. Elements that end without an end tag are not recognised.
func withoutEmptyPages(ctx context.Context, document string) string {
	var style strings.Builder
	linked := mentions(document, "<link")
	if linked || mentionsAny(document, "break-before") {
		path := "body"
		for _, unseen := range firstElements(ctx, document) {
			path += fmt.Sprintf(">:nth-child(%d)", 1+unseen)
			style.WriteString(path + "{page-break-before:auto!important}")
		}
	}
	last := lastElements(ctx, document)
	if linked || mentionsAny(document, "break-after") {
		path := "body"
		for _, unseen := range slices.Backward(last) {
			path += fmt.Sprintf(">:nth-last-child(%d)", 1+unseen)
			style.WriteString(path + "{page-break-after:auto!important}")
		}
	}
	if len(last) > 0 && !hasBodyBorder(ctx, document) {
		fmt.Fprintf(&style, "body,body>:nth-last-child(%d){margin-bottom:0!important}", 1+last[len(last)-1])
	}
	return style.String()
}

// firstElements are the elements that begin where the content of a body does, from the outermost to the innermost. Each
// is given by the number of its preceding siblings, which show nothing.
func firstElements(ctx context.Context, document string) (first []int) {
	unseen, inBody := 0, false
	for t := range tokens(ctx, document) {
		switch {
		case t.kind == html.CommentToken, t.kind == html.DoctypeToken, t.inert:
		case t.kind == html.TextToken:
			if t.raw == "" && strings.Trim(document[t.start:t.end], " \t\r\n\f") != "" {
				return first
			}
		case t.name == "body":
			unseen, inBody = 0, true
		case t.name == "html", t.name == "head", t.name == "title", t.name == "base":
		case showsNothing(t.name):
			if t.kind == html.EndTagToken || t.name == "link" || t.name == "meta" {
				unseen++
			}
		case !t.begins(), len(first) == maxNested:
			return first
		default:
			if !inBody {
				// What came before it is in the head.
				unseen, inBody = 0, true
			}
			first = append(first, unseen)
			unseen = 0
			if isReplaced(t.name) {
				return first
			}
		}
	}
	return first
}

// maxNested bounds the first and the last elements, counted from the outermost.
const maxNested = 12

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
			last = append(last[max(0, len(last)+1-maxNested):], 0)
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

// hasBodyBorder reports whether a document may give its body or root a border, which the margin of the last element is a
// distance to: in a rule whose selectors name them, or in their tags.
func hasBodyBorder(ctx context.Context, document string) bool {
	for t := range tokens(ctx, document) {
		text := document[t.start:t.end]
		isBody := t.begins() && (t.name == "body" || t.name == "html")
		if isBody && border.MatchString(text) || t.raw == "style" && bodyRule.MatchString(text) {
			return true
		}
	}
	return false
}

var (
	border   = regexp.MustCompile(`(?i)\b(?:border|outline)\b`)
	bodyRule = regexp.MustCompile(`(?i)\b(?:body|html)\b[^{}]*\{[^{}]*\b(?:border|outline)\b`)
)
