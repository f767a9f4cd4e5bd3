package polyfill

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// srcdocURL is the address of the document in a frame's srcdoc attribute.
const srcdocURL = "about:srcdoc"

// partReference is a reference to a part of the document, as in url(#gradient), up to its "#". In an attribute the
// quotation mark may be a character reference.
var partReference = regexp.MustCompile(`(?i)\burl\(\s*(?:["']|&quot;|&apos;|&#39;|&#34;)?\s*#`)

// resolveSVGReferences writes the document's own address into its references to gradients, patterns, clip paths, masks,
// markers and filters. Qt WebKit resolves "url(#x)" against the base URL, finds another document there, and paints
// black, or nothing. It also knows SVG's links by the name xlink:href only, not by href.
func resolveSVGReferences(ctx context.Context, document, address string) (edits []edit) {
	if !mentions(document, "<svg") && !mentions(document, "<iframe") {
		return nil
	}
	for t := range tokens(ctx, document) {
		switch {
		case t.raw == "style":
			edits = insertAddress(edits, document[t.start:t.end], t.start, address)
		case t.begins():
			edits = append(edits, resolveInTag(document[t.start:t.end], t, address)...)
		}
	}
	return edits
}

// resolveInTag resolves the references in a tag's attributes.
func resolveInTag(tag string, t token, address string) (edits []edit) {
	if t.inert && refersByHref(t.name) {
		attributes := t.attributes()
		if href, has := attributes["href"]; has && attributes["xlink:href"] == "" {
			at := t.start + len("<") + len(t.name)
			edits = append(edits, edit{at, at, ` xlink:href="` + html.EscapeString(href) + `"`})
		}
	}
	if !strings.Contains(tag, "#") || !partReference.MatchString(tag) {
		return edits
	}
	for name, at := range attributeValues(tag) {
		switch {
		case name == "srcdoc":
			edits = insertAddress(edits, tag[at.start:at.end], t.start+at.start, srcdocURL)
		case mayPaintPart(name):
			edits = insertAddress(edits, tag[at.start:at.end], t.start+at.start, address)
		}
	}
	return edits
}

// insertAddress puts the address before the "#" of each reference in the text, which begins at the offset.
func insertAddress(edits []edit, text string, offset int, address string) []edit {
	for _, m := range partReference.FindAllStringIndex(text, -1) {
		at := offset + m[1] - len("#")
		edits = append(edits, edit{at, at, address})
	}
	return edits
}

// mayPaintPart reports whether an attribute may refer to a part of the document that it is painted with.
func mayPaintPart(name string) bool {
	switch name {
	case "style", "fill", "stroke", "clip-path", "mask", "filter", "marker", "marker-start", "marker-mid", "marker-end", "cursor":
		return true
	}
	return false
}

// refersByHref reports whether an SVG element refers to another one by its href attribute.
func refersByHref(element string) bool {
	switch element {
	case "use", "lineargradient", "radialgradient", "pattern", "textpath", "tref", "image", "feimage", "filter", "mpath":
		return true
	}
	return false
}

// framesToImages shows SVG in frames as images. Qt WebKit prints a document with an SVG document in a frame as an empty
// page, but it prints an image of the same SVG. Whether a frame holds SVG is known from its type, a data: URL, or a path
// that ends in .svg.
func framesToImages(ctx context.Context, document string) (edits []edit) {
	if !mentions(document, "<object") && !mentions(document, "<embed") && !mentions(document, "<iframe") {
		return nil
	}
	for t := range tokens(ctx, document) {
		source := sourceOf(t.name)
		if source == "" || !t.begins() {
			continue
		}
		attributes := t.attributes()
		if address := attributes[source]; isSVG(address, attributes["type"]) {
			rest := document[t.start+len("<")+len(t.name) : t.end]
			// Of two attributes with one name the first counts: the image has all attributes of the frame, and the
			// frame shows nothing.
			edits = append(edits, edit{t.start, t.end, fmt.Sprintf(`<img src="%s"%s<%s %s="" type="" style="display:none"%s`,
				html.EscapeString(address), rest, t.name, source, rest)})
		}
	}
	return edits
}

// sourceOf is the attribute with the address of what a frame shows; "" if the element is not a frame.
func sourceOf(element string) string {
	switch element {
	case "object":
		return "data"
	case "embed", "iframe":
		return "src"
	}
	return ""
}

func isSVG(address, mediaType string) bool {
	const svg = "image/svg+xml"
	if mediaType = strings.ToLower(strings.TrimSpace(mediaType)); strings.HasPrefix(mediaType, svg) {
		return true
	}
	address = strings.TrimSpace(address)
	if scheme, data, _ := strings.Cut(address, ":"); strings.EqualFold(scheme, "data") {
		return len(data) >= len(svg) && strings.EqualFold(data[:len(svg)], svg)
	}
	u, err := url.Parse(address)
	return err == nil && strings.HasSuffix(strings.ToLower(u.Path), ".svg")
}
