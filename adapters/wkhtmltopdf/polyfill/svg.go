package polyfill

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"platen/domain/htmldoc"
)

// srcdocURL is the address of the document in a frame's srcdoc attribute.
const srcdocURL = "about:srcdoc"

// partReference is a reference to a part of the document, as in url(#gradient), up to its "#". In a srcdoc attribute the quotation mark
// may be a character reference.
var partReference = regexp.MustCompile(`(?i)\burl\(\s*(?:["']|&quot;|&apos;|&#39;|&#34;)?\s*#`)

// insertAddress writes an address before the "#" of each reference to a gradient, pattern, clip path, mask, marker or filter of the
// document. Qt WebKit resolves "url(#x)" against the base URL, finds another document there, and paints black, or nothing.
func insertAddress(text, address string) string {
	if !mentionsAny(text, "url(") {
		return text
	}
	return partReference.ReplaceAllStringFunc(text, func(reference string) string {
		return strings.TrimSuffix(reference, "#") + address + "#"
	})
}

// nameLink adds the link of an SVG element by the name xlink:href, which alone the engine knows.
func nameLink(attributes []html.Attribute) []html.Attribute {
	href, has := htmldoc.Attribute(attributes, "href")
	if named, _ := htmldoc.Attribute(attributes, "xlink:href"); !has || named != "" {
		return attributes
	}
	return append(attributes, html.Attribute{Key: "xlink:href", Val: href})
}

// Qt WebKit zooms the width of the strokes of an svg element, but not what is in it, which inherits the width. So the width that svg
// elements declare is divided by the zoom.

// strokeWidth is a declaration of the width of strokes. Its groups are the number, and the sign of a percentage.
var strokeWidth = regexp.MustCompile(`(?i)((?:^|[^-\w])stroke-width\s*:\s*)([\d.]+)(%?)`)

// unzoomedRule returns a rule for the svg elements among those that selectors match, in which strokes have a width; empty if they match
// none, or if the engine does not zoom the width.
func unzoomedRule(selectors, width string) (rule string) {
	declaration := unzoomStroke("stroke-width:" + width)
	if declaration == "stroke-width:"+width {
		return ""
	}
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

// unzoomAttribute divides the width of strokes in an attribute of an svg element.
func unzoomAttribute(name, value string) string {
	switch name {
	case "style":
		return unzoomStroke(value)
	case "stroke-width":
		return strings.TrimPrefix(unzoomStroke(name+":"+value), name+":")
	}
	return value
}

// unzoomStroke divides the first stroke-width among declarations, unless it is a percentage.
func unzoomStroke(declarations string) string {
	m := strokeWidth.FindStringSubmatchIndex(declarations)
	if m == nil || m[6] < m[7] {
		return declarations
	}
	number, err := strconv.ParseFloat(declarations[m[4]:m[5]], 64)
	if err != nil {
		return declarations
	}
	return declarations[:m[4]] + strconv.FormatFloat(number/zoom, 'f', 6, 64) + declarations[m[5]:]
}

// referring are the elements of SVG that refer to another one by their href attribute.
var referring = []string{
	"use", "lineargradient", "radialgradient", "pattern", "textpath", "tref", "image", "feimage", "filter", "mpath",
}

// asImage is the tag of a frame, whose source is an attribute with an address of SVG, after an image of the same. Qt WebKit prints a
// document with an SVG document in a frame as an empty page, but it prints an image of the same SVG. Of two attributes with one name the
// first counts: the image has all attributes of the frame, and the frame shows nothing.
func asImage(element, source string, attributes []html.Attribute) string {
	address, _ := htmldoc.Attribute(attributes, source)
	all := htmldoc.Attributes(attributes)
	return fmt.Sprintf(`<img src="%s"%s><%s %s="" type="" style="display:none"%s>`, html.EscapeString(address), all, element, source, all)
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
