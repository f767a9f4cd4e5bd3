package polyfill

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"platen/domain/csstoken"
	"platen/domain/htmldoc"
)

// rewriter writes what a document says of its styles, in style elements and in attributes, its resources and its frames in the way that
// the engine reads them.
type rewriter struct {
	ctx      context.Context
	address  string // of the document
	viewport viewport
}

// rewriteTags rewrites the styles that a document contains, which the engine loads from an address, and its tags. Style sheets that the
// engine fetches are not changed.
func rewriteTags(ctx context.Context, document string, root *htmldoc.Element, address string, v viewport) (edits []edit) {
	r := rewriter{ctx, address, v}
	for e := range root.All() {
		switch text := document[e.Begin:e.End]; {
		case e.IsStylesheet():
			edits = appendChange(edits, e.Begin, text, r.css(refuseUsers(insertAddress(text, address))))
		case !e.IsText() && text != "": // a body may have no tag
			edits = appendChange(edits, e.Begin, text, r.tag(e, text))
		}
	}
	return edits
}

// loadedWithUser finds what is loaded: style sheets may show other addresses in their texts.
var loadedWithUser = regexp.MustCompile(`(?i)((?:^|url\(|@import)\s*["']?\s*(?:https?:)?)//[^/?#\\\s"'()<>]+@`)

// refuseUsers lets the proxy refuse addresses with a user in them, as browsers do: the engine would load them without the user.
func refuseUsers(text string) string {
	if !strings.Contains(text, "@") {
		return text
	}
	return loadedWithUser.ReplaceAllString(text, "${1}//"+htmldoc.UserHost+"/")
}

// appendChange adds the edit of a text at an offset, if another one takes its place.
func appendChange(edits []edit, offset int, text, by string) []edit {
	if text == by {
		return edits
	}
	return append(edits, edit{offset, offset + len(text), by})
}

// paintAttributes may refer to a part of the document that something is painted with.
var paintAttributes = []string{
	"style", "fill", "stroke", "clip-path", "mask", "filter", "marker", "marker-start", "marker-mid", "marker-end", "cursor",
}

// tag writes a tag with its attributes rewritten, or as it is if none changes.
func (r rewriter) tag(e *htmldoc.Element, tag string) string {
	attributes := slices.Clone(e.Attr)
	for i, a := range attributes {
		attributes[i].Val = r.attribute(e.Name, a.Key, a.Val)
	}
	if e.Foreign && refersByHref(e.Name) {
		attributes = nameLink(attributes)
	}
	if source := sourceOf(e.Name); source != "" && isSVG(e.Attribute(source), e.Attribute("type")) {
		return asImage(e.Name, source, attributes)
	}
	if slices.Equal(attributes, e.Attr) {
		return tag
	}
	end := ">"
	if isEmpty := e.End == e.After; isEmpty && e.Foreign {
		end = "/>"
	}
	return "<" + e.Name + htmldoc.Attributes(attributes) + end
}

// attribute rewrites the value of an attribute.
func (r rewriter) attribute(element, name, value string) string {
	switch {
	case name == "srcdoc":
		return insertAddress(value, srcdocURL)
	case slices.Contains(paintAttributes, name):
		value = refuseUsers(insertAddress(value, r.address))
	case loads(element, name):
		return refuseUsers(value)
	}
	if element == "svg" {
		value = unzoomAttribute(name, value)
	}
	switch name {
	case "style":
		return r.css(value)
	case "media":
		return r.viewport.query(slices.Collect(csstoken.All(r.ctx, value)))
	}
	return value
}
