package polyfill

import (
	"slices"
	"strings"

	"platen/domain"
	"platen/domain/htmldoc"
)

// holdsRaw reports whether markup in an element is text.
func holdsRaw(element string) bool {
	switch element {
	case "script", "style", "title", "textarea", "xmp", "iframe", "noframes", "plaintext":
		return true
	}
	return false
}

// mentionsAny reports whether a document has one of the words, in lower or in upper case. It spares most documents a closer reading.
func mentionsAny(document string, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		return strings.Contains(document, word) || strings.Contains(document, strings.ToUpper(word))
	})
}

// hasElement reports whether a document has an element of one of the names.
func hasElement(root *htmldoc.Element, names ...string) bool {
	for e := range root.All() {
		if slices.Contains(names, e.Name) {
			return true
		}
	}
	return false
}

// textExceeds reports whether a document has more text than the limit, tags, styles and scripts not counted.
func textExceeds(root *htmldoc.Element, limit domain.ByteSize) bool {
	left := int(limit)
	for e := range root.All() {
		if e.IsText() && !e.IsStylesheet() && e.Parent.Name != "script" {
			left -= e.End - e.Begin
		}
	}
	return left < 0
}
