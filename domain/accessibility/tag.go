package accessibility

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"platen/domain/htmldoc"
)

// tag is an element of a document.
type tag struct {
	node *html.Node
	name string // in lower case
}

func newTag(n *html.Node) tag { return tag{n, strings.ToLower(n.Data)} }

// offset is that of the start tag in the document; 0 if there is none.
func (t tag) offset() int {
	for _, a := range t.node.Attr {
		if digits, is := strings.CutPrefix(a.Key, mark); is {
			offset, _ := strconv.Atoi(digits) // ours precedes the author's
			return offset
		}
	}
	return 0
}

// attribute returns an attribute's value; "" if there is none.
func (t tag) attribute(name string) string {
	value, _ := htmldoc.Attribute(t.node.Attr, name)
	return value
}

func (t tag) role() string { return strings.ToLower(strings.TrimSpace(t.attribute("role"))) }

// isPresentation reports whether an element is decoration, or a table for layout.
func (t tag) isPresentation() bool { return t.role() == "presentation" || t.role() == "none" }

// hidden reports whether an element is not shown or not to be told, and neither is what it contains.
func (t tag) hidden() bool {
	switch t.name {
	case "template", "defs", "symbol", "clippath", "mask", "pattern", "marker":
		return true
	}
	if _, hidden := htmldoc.Attribute(t.node.Attr, "hidden"); hidden || t.attribute("aria-hidden") == "true" {
		return true
	}
	style := strings.ToLower(strings.Join(strings.Fields(t.attribute("style")), ""))
	return strings.Contains(style, "display:none")
}

// isPicture reports whether an element is a picture that is not decoration.
func (t tag) isPicture() bool {
	switch t.name {
	case "img":
		alt, has := htmldoc.Attribute(t.node.Attr, "alt")
		return !t.isPresentation() && (!has || alt != "" || t.role() == "img")
	case "svg", "embed":
		return !t.isPresentation()
	case "object":
		return !t.isPresentation() && t.attribute("data") != ""
	case "area":
		_, leads := htmldoc.Attribute(t.node.Attr, "href")
		return leads
	case "input":
		return strings.EqualFold(t.attribute("type"), "image")
	}
	return t.role() == "img"
}

// named reports whether an attribute has a text that replaces a picture.
func (t tag) named() bool {
	return slices.ContainsFunc([]string{"alt", "aria-label", "aria-labelledby", "title"}, func(name string) bool {
		return strings.TrimSpace(t.attribute(name)) != ""
	})
}

// headingLevel is the level of a heading; 0: the element is none.
func (t tag) headingLevel() int {
	role := t.role()
	if role == "heading" {
		level, err := strconv.Atoi(strings.TrimSpace(t.attribute("aria-level")))
		if err != nil || level < 1 {
			level = 2 // WAI-ARIA 1.2, heading
		}
		return level
	}
	if role == "" && len(t.name) == 2 && t.name[0] == 'h' && '1' <= t.name[1] && t.name[1] <= '6' {
		return int(t.name[1] - '0')
	}
	return 0
}

// isShape reports whether an element of SVG paints.
func isShape(name string) bool {
	switch name {
	case "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "image", "use", "foreignobject":
		return true
	}
	return false
}
