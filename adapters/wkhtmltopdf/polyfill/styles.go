package polyfill

import (
	"context"
	"slices"
)

// rewriter writes what a document says of its styles, in style elements and in attributes, and its frames in the way that the engine reads
// them.
type rewriter struct {
	ctx      context.Context
	address  string // of the document
	viewport viewport
}

// rewriteTags rewrites the styles that a document contains, which the engine loads from an address, and its frames. Style sheets that the
// engine fetches are not changed.
func rewriteTags(ctx context.Context, document, address string, v viewport) (edits []edit) {
	begins := func(prefix string) bool { return mentions(document, prefix) }
	if !slices.ContainsFunc([]string{"<svg", "<iframe", "<object", "<embed"}, begins) && !mentionsAny(document, "-inline", "-block", "inset",
		"inline-size", "block-size", "writing-mode", "rgb", "hsl", "gradient", "media", "import", "vw", "vh", "vmin", "vmax") {
		return nil
	}
	r := rewriter{ctx, address, v}
	for t := range tokens(ctx, document) {
		text := document[t.start:t.end]
		switch {
		case t.raw == "style":
			edits = appendChange(edits, t.start, text, r.css(addUnzoomed(insertAddress(text, address)), false))
		case t.begins():
			edits = append(edits, r.tag(t, text)...)
		}
	}
	return edits
}

// appendChange adds the edit of a text at an offset, if another one takes its place.
func appendChange(edits []edit, offset int, text, by string) []edit {
	if text == by {
		return edits
	}
	return append(edits, edit{offset, offset + len(text), by})
}

// css rewrites a style sheet, or the declarations of an attribute.
func (r rewriter) css(css string, attribute bool) string {
	return r.viewport.answer(r.ctx, translateDeclarations(r.ctx, css, attribute), false)
}

// paintAttributes may refer to a part of the document that something is painted with.
var paintAttributes = []string{
	"style", "fill", "stroke", "clip-path", "mask", "filter", "marker", "marker-start", "marker-mid", "marker-end", "cursor",
}

// styleAttributes are all that may be rewritten.
var styleAttributes = append([]string{"srcdoc", "media", "stroke-width"}, paintAttributes...)

// tag rewrites the attributes of a tag, or all of it.
func (r rewriter) tag(t token, tag string) (edits []edit) {
	attributes := t.attributes()
	if source := sourceOf(t.name); source != "" && isSVG(attributes[source], attributes["type"]) {
		return []edit{{t.start, t.end, asImage(t.name, source, attributes[source], tag)}}
	}
	if t.inert && refersByHref(t.name) {
		edits = nameLink(edits, t, attributes)
	}
	if !slices.ContainsFunc(styleAttributes, func(name string) bool { return attributes[name] != "" }) {
		return edits
	}
	for name, at := range attributeValues(tag) {
		value := tag[at.start:at.end]
		edits = appendChange(edits, t.start+at.start, value, r.attribute(t.name, name, value, value == attributes[name]))
	}
	return edits
}

// attribute rewrites the value of an attribute. One that is not plain has character references.
func (r rewriter) attribute(element, name, value string, plain bool) string {
	switch {
	case name == "srcdoc":
		return insertAddress(value, srcdocURL)
	case slices.Contains(paintAttributes, name):
		value = insertAddress(value, r.address)
	}
	if element == "svg" {
		value = unzoomAttribute(name, value)
	}
	switch {
	case plain && name == "style":
		return r.css(value, true)
	case plain && name == "media":
		return r.viewport.answer(r.ctx, value, true)
	}
	return value
}
