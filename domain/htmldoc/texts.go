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

// IsHidden reports whether its attributes say that no page shows it.
func (e *Element) IsHidden() bool {
	_, hidden := Attribute(e.Attr, "hidden")
	return hidden || hides.MatchString(e.Attribute("style"))
}

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
			case !slices.Contains(withoutText, e.Name) && !e.IsHidden():
				walk(e)
			}
		}
	}
	root, _ := Tree(ctx, document) // as far as the context lets it be read
	walk(root)
	return texts
}
