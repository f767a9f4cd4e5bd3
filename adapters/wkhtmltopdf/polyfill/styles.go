package polyfill

import (
	"context"
	"iter"
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
	if !hasElement(root, "svg", "iframe", "object", "embed") && !mentionsAny(document, "-inline", "-block", "inset",
		"inline-size", "block-size", "writing-mode", "rgb", "hsl", "gradient", "media", "import", "vw", "vh", "vmin", "vmax") &&
		!withUser.MatchString(document) {
		return nil
	}
	r := rewriter{ctx, address, v}
	for e := range root.All() {
		switch text := document[e.Begin:e.End]; {
		case e.IsStylesheet():
			edits = appendChange(edits, e.Begin, text, r.css(refuseUsers(insertAddress(text, address))))
		case !e.IsText():
			edits = append(edits, r.tag(e, text)...)
		}
	}
	return edits
}

// userPart is the user in an address, from the slashes on.
const userPart = `//[^/?#\\\s"'()<>]+@`

var (
	withUser = regexp.MustCompile(userPart)
	// loadedWithUser finds what is loaded: style sheets may show other addresses in their texts.
	loadedWithUser = regexp.MustCompile(`(?i)((?:^|url\(|@import)\s*["']?\s*(?:https?:)?)` + userPart)
)

// refuseUsers lets the proxy refuse addresses with a user in them, as browsers do: the engine would load them without the user.
func refuseUsers(text string) string {
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

// styleAttributes are all that may be rewritten.
var styleAttributes = slices.Concat([]string{"srcdoc", "media", "stroke-width"}, paintAttributes, sourceAttributes)

// tag rewrites the attributes of a tag, or all of it.
func (r rewriter) tag(e *htmldoc.Element, tag string) (edits []edit) {
	if source := sourceOf(e.Name); source != "" && isSVG(e.Attribute(source), e.Attribute("type")) {
		return []edit{{e.Begin, e.End, asImage(e.Name, source, e.Attribute(source), tag)}}
	}
	if e.Foreign && refersByHref(e.Name) {
		edits = nameLink(edits, e)
	}
	values := map[string]string{}
	for _, name := range styleAttributes {
		if value := e.Attribute(name); value != "" {
			values[name] = value
		}
	}
	if len(values) == 0 {
		return edits
	}
	for name, at := range attributeValues(tag) {
		value := tag[at.start:at.end]
		edits = appendChange(edits, e.Begin+at.start, value, r.attribute(e.Name, name, value, value == values[name]))
	}
	return edits
}

// attribute finds a tag's attributes one after the other, each with its value.
var attribute = regexp.MustCompile(`([^\s"'>/=]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)`)

// span is a part of a text.
type span struct{ start, end int }

// attributeValues returns the names of a tag's attributes, in lower case, with the places of their values in the tag,
// without quotation marks. Character references are not resolved.
func attributeValues(tag string) iter.Seq2[string, span] {
	return func(yield func(string, span) bool) {
		for _, m := range attribute.FindAllStringSubmatchIndex(tag, -1) {
			value := span{m[4], m[5]}
			if quote := tag[value.start]; quote == '"' || quote == '\'' {
				value = span{value.start + 1, value.end - 1}
			}
			if !yield(strings.ToLower(tag[m[2]:m[3]]), value) {
				return
			}
		}
	}
}

// attribute rewrites the value of an attribute. One that is not plain has character references.
func (r rewriter) attribute(element, name, value string, plain bool) string {
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
	switch {
	case plain && name == "style":
		return r.css(value)
	case plain && name == "media":
		return r.viewport.query(slices.Collect(csstoken.All(r.ctx, value)))
	}
	return value
}
