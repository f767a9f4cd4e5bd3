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
// hide more. When ctx ends, Texts returns soon.
func Texts(ctx context.Context, document string) (texts []string) {
	var walk func(*Element)
	walk = func(in *Element) {
		for _, e := range in.Children {
			switch {
			case e.IsText():
				texts = append(texts, html.UnescapeString(document[e.Begin:e.End]))
			case !slices.Contains(withoutText, e.Name) && !slices.ContainsFunc(e.Attr, hidden):
				walk(e)
			}
		}
	}
	root, _ := Tree(ctx, document) // as far as the context lets it be read
	walk(root)
	return texts
}

func hidden(a html.Attribute) bool {
	return a.Key == "hidden" || a.Key == "style" && hides.MatchString(a.Val)
}
