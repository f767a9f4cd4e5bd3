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
// the engine reads them. Style sheets that the engine fetches are not changed.
type rewriter struct {
	ctx      context.Context
	address  string // of the document
	viewport viewport

	edits  []edit
	loaded []string // addresses of resources
	// bodyBorder: the body or the root may have a border, in a rule whose selectors name them, or in their tags.
	bodyBorder bool
}

// rewrite rewrites the styles that a document contains, and its tags.
func (r *rewriter) rewrite(document string, root *htmldoc.Element) {
	for e := range root.All() {
		text := document[e.Begin:e.End]
		by := text
		switch {
		case e.IsStylesheet():
			by = r.css(text)
		case !e.IsText() && text != "": // a body may have no tag
			by = r.tag(e, text)
		}
		if by != text {
			r.edits = append(r.edits, edit{e.Begin, e.End, by})
		}
	}
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

// paintAttributes may refer to a part of the document that something is painted with.
var paintAttributes = []string{
	"fill", "stroke", "clip-path", "mask", "filter", "marker", "marker-start", "marker-mid", "marker-end", "cursor",
}

var border = regexp.MustCompile(`(?i)\b(?:border|outline)\b`)

// tag writes a tag with its attributes rewritten, or as it is if none changes.
func (r *rewriter) tag(e *htmldoc.Element, tag string) string {
	r.bodyBorder = r.bodyBorder || bodyOrRoot(e.Name) && border.MatchString(tag)
	attributes := slices.Clone(e.Attr)
	for i, a := range attributes {
		attributes[i].Val = r.attribute(e.Name, a.Key, a.Val)
	}
	if e.Foreign && slices.Contains(referring, e.Name) {
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
func (r *rewriter) attribute(element, name, value string) string {
	switch {
	case name == "srcdoc":
		return insertAddress(value, srcdocURL)
	case slices.Contains(paintAttributes, name):
		value = refuseUsers(insertAddress(value, r.address))
	case loads(element, name):
		r.loaded = append(r.loaded, value)
		return refuseUsers(value)
	}
	if element == "svg" {
		value = unzoomAttribute(name, value)
	}
	switch name {
	case "style":
		return r.css(value)
	case "media":
		queries := slices.Collect(csstoken.All(r.ctx, value))
		r.viewport.query(queries)
		return csstoken.Join(queries)
	}
	return value
}
