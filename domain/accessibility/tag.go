package accessibility

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"platen/domain/htmldoc"
)

// tag is a start tag and its offset in the document.
type tag struct {
	html.Token
	offset int
}

// attribute returns an attribute's value; "" if there is none.
func (t tag) attribute(name string) string {
	value, _ := htmldoc.Attribute(t.Attr, name)
	return value
}

func (t tag) role() string { return strings.ToLower(strings.TrimSpace(t.attribute("role"))) }

// isPresentation reports whether an element is decoration, or a table for layout.
func (t tag) isPresentation() bool { return t.role() == "presentation" || t.role() == "none" }

// hidden reports whether an element is not shown or not to be told, and neither is what it contains.
func (t tag) hidden() bool {
	switch t.Data {
	case "template", "defs", "symbol", "clippath", "mask", "pattern", "marker":
		return true
	}
	if _, hidden := htmldoc.Attribute(t.Attr, "hidden"); hidden || t.attribute("aria-hidden") == "true" {
		return true
	}
	style := strings.ToLower(strings.Join(strings.Fields(t.attribute("style")), ""))
	return strings.Contains(style, "display:none")
}

// isPicture reports whether an element is a picture that is not decoration.
func (t tag) isPicture() bool {
	switch t.Data {
	case "img":
		alt, has := htmldoc.Attribute(t.Attr, "alt")
		return !t.isPresentation() && (!has || alt != "" || t.role() == "img")
	case "svg", "embed":
		return !t.isPresentation()
	case "object":
		return !t.isPresentation() && t.attribute("data") != ""
	case "area":
		_, leads := htmldoc.Attribute(t.Attr, "href")
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
	if role == "" && len(t.Data) == 2 && t.Data[0] == 'h' && '1' <= t.Data[1] && t.Data[1] <= '6' {
		return int(t.Data[1] - '0')
	}
	return 0
}
