package polyfill

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"golang.org/x/net/html"
)

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
