package polyfill

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
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

// strokeWidth is a declaration of the width of strokes. Its groups are the number and the sign of a percentage.
var strokeWidth = regexp.MustCompile(`(?i)(?:^|[^-\w])stroke-width\s*:\s*([\d.]+)(%?)`)

// styleRule is a rule with its selectors and declarations.
var styleRule = regexp.MustCompile(`([^{};]+)\{([^{}]*)\}`)

// unzoomStrokes divides the width of strokes that svg elements declare by the zoom: Qt WebKit zooms the width of such an element, but not what
// is in it, which inherits the width.
func unzoomStrokes(ctx context.Context, document string) (edits []edit) {
	if !mentionsAny(document, "stroke-width") {
		return nil
	}
	for t := range tokens(ctx, document) {
		text := document[t.start:t.end]
		switch {
		case t.raw == "style":
			for _, m := range styleRule.FindAllStringSubmatchIndex(text, -1) {
				declarations := text[m[4]:m[5]]
				if at, unzoomed := unzoomStroke(declarations); unzoomed != "" {
					rest, _, _ := strings.Cut(declarations[at.end:], ";") // its unit and priority
					rule := onSVG(text[m[2]:m[3]], "stroke-width:"+unzoomed+rest)
					edits = append(edits, edit{t.start + m[1], t.start + m[1], rule})
				}
			}
		case t.begins() && t.name == "svg":
			for name, value := range attributeValues(text) {
				declarations, before := text[value.start:value.end], 0
				switch name {
				case "style":
				case "stroke-width":
					before = len(name + ":")
					declarations = name + ":" + declarations
				default:
					continue
				}
				if at, unzoomed := unzoomStroke(declarations); unzoomed != "" {
					from := t.start + value.start - before
					edits = append(edits, edit{from + at.start, from + at.end, unzoomed})
				}
			}
		}
	}
	return edits
}

// unzoomStroke returns the number of a stroke-width among declarations and this number divided by the zoom; "" if there is none.
func unzoomStroke(declarations string) (span, string) {
	m := strokeWidth.FindStringSubmatchIndex(declarations)
	if m == nil || m[4] < m[5] {
		return span{}, ""
	}
	number, err := strconv.ParseFloat(declarations[m[2]:m[3]], 64)
	if err != nil {
		return span{}, ""
	}
	return span{m[2], m[3]}, strconv.FormatFloat(number/zoom, 'f', 6, 64)
}

// onSVG returns a rule with a declaration for the svg elements that selectors match; empty if they match none.
func onSVG(selectors, declaration string) (rule string) {
	for selector := range strings.SplitSeq(selectors, ",") {
		selector = strings.TrimSpace(selector)
		at := 1 + strings.LastIndexAny(selector, " \t\n>+~")
		switch last := selector[at:]; {
		case last == "":
			continue
		case strings.ContainsRune(".#[:", rune(last[0])):
			selector = selector[:at] + "svg" + last
		case last[0] == '*':
			selector = selector[:at] + "svg" + last[1:]
		case !strings.HasPrefix(strings.ToLower(last), "svg"):
			continue
		}
		rule += selector + "{" + declaration + "}"
	}
	return rule
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
