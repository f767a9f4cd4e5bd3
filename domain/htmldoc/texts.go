package htmldoc

import (
	"context"
	"regexp"
	"slices"

	"golang.org/x/net/html"
)

// withoutText are elements whose texts are no part of a page, or not all.
var withoutText = []string{"title", "style", "script", "template", "select", "datalist", "iframe", "object", "video", "audio", "canvas",
	"details", "dialog", "rp", "desc", "metadata", "annotation", "annotation-xml"}

// hides matches the style attribute of an element that no page shows.
var hides = regexp.MustCompile(`(?i)(?:display\s*:\s*none|visibility\s*:\s*hidden)`)

// Texts returns the texts of a document in its order, without those that its elements and their attributes hide. Style sheets may
// hide more. There are none if elements are nested too deep for the parser. When ctx ends, Texts returns soon.
func Texts(ctx context.Context, document string) (texts []string) {
	root, err := html.ParseWithOptions(NewReader(ctx, document), html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil
	}
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode {
			texts = append(texts, n.Data)
		}
		if n.Type == html.ElementNode && slices.Contains(withoutText, n.Data) || slices.ContainsFunc(n.Attr, hidden) {
			return
		}
		for child := range n.ChildNodes() {
			walk(child)
		}
	}
	walk(root)
	return texts
}

func hidden(a html.Attribute) bool {
	return a.Key == "hidden" || a.Key == "style" && hides.MatchString(a.Val)
}
