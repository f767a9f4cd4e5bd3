package accessibility

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"

	"platen/domain/htmldoc"
)

// element is an element of a document, or a text.
type element struct{ *htmldoc.Element }

// shown returns the elements and texts in an element, without those that are hidden.
func (e element) shown() iter.Seq[element] {
	return func(yield func(element) bool) {
		for _, kid := range e.Children {
			if e := (element{kid}); !e.hidden() && !yield(e) {
				return
			}
		}
	}
}

// contains reports whether an element has one in it that is such a one. Elements of a name are not looked into.
func (e element) contains(is func(element) bool, except string) bool {
	for kid := range e.shown() {
		if is(kid) || kid.Name != except && kid.contains(is, except) {
			return true
		}
	}
	return false
}

func (e element) role() string { return strings.ToLower(strings.TrimSpace(e.Attribute("role"))) }

// isPresentation reports whether an element is decoration, or a table for layout.
func (e element) isPresentation() bool { return e.role() == "presentation" || e.role() == "none" }

// hidden reports whether an element is not shown or not to be told, and neither is what it contains.
func (e element) hidden() bool {
	return e.IsHidden() || e.Attribute("aria-hidden") == "true" || slices.Contains(definitions, e.Name) || e.isClosed()
}

// isClosed reports whether a page shows an element only after its reader opened it.
func (e element) isClosed() bool {
	return e.has("popover") || e.Name == "dialog" && !e.has("open") ||
		e.Parent.Name == "details" && e.Name != "summary" && !(element{e.Parent}).has("open")
}

// has reports whether an element has an attribute, even an empty one.
func (e element) has(attribute string) bool {
	_, has := htmldoc.Attribute(e.Attr, attribute)
	return has
}

// definitions show nothing in their place.
var definitions = []string{"template", "defs", "symbol", "clippath", "mask", "pattern", "marker"}

// isPicture reports whether an element is a picture that is not decoration.
func (e element) isPicture() bool {
	switch e.Name {
	case "img":
		return !e.isPresentation() && (!e.has("alt") || e.Attribute("alt") != "" || e.role() == "img")
	case "svg":
		return !e.isPresentation()
	case "object", "embed":
		return !e.isPresentation() && e.Attribute("data")+e.Attribute("src") != ""
	case "area":
		return e.has("href")
	case "input":
		return strings.EqualFold(e.Attribute("type"), "image")
	}
	return e.role() == "img"
}

// named reports whether an attribute has a text that replaces a picture.
func (e element) named() bool {
	return slices.ContainsFunc([]string{"alt", "aria-label", "aria-labelledby", "title"}, func(name string) bool {
		return strings.TrimSpace(e.Attribute(name)) != ""
	})
}

// hasAlternative reports whether a text replaces a picture, or nothing is painted. The content of an object replaces it.
func (e element) hasAlternative() bool {
	switch {
	case e.named():
		return true
	case e.Name == "object":
		return e.contains(func(in element) bool { return in.IsText() || in.named() }, "")
	case e.Name == "svg":
		for part := range e.shown() {
			if part.Name == "title" && part.Children != nil {
				return true
			}
		}
		return !e.contains(func(in element) bool { return slices.Contains(shapes, in.Name) }, "")
	}
	return false
}

// shapes are the elements of SVG that paint.
var shapes = []string{
	"path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "image", "use", "foreignobject",
}

// isCell reports whether an element is a cell of a table.
func (e element) isCell() bool { return e.Name == "td" || e.Name == "th" }

// isHeadCell reports whether an element is a head cell of a table.
func (e element) isHeadCell() bool {
	role := e.role()
	return role == "columnheader" || role == "rowheader" || e.Name == "th" && role == ""
}

// headings are the elements of headings, by their levels.
var headings = []string{"h1", "h2", "h3", "h4", "h5", "h6"}

// headingLevel is the level of a heading; 0: the element is none.
func (e element) headingLevel() int {
	role, level := e.role(), 1+slices.Index(headings, e.Name)
	if role != "heading" && (role != "" || level == 0) {
		return 0
	}
	if own, _ := strconv.Atoi(strings.TrimSpace(e.Attribute("aria-level"))); own > 0 {
		return own
	}
	return cmp.Or(level, 2) // WAI-ARIA 1.2, heading
}
