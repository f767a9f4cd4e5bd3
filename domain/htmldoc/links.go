package htmldoc

import (
	"net/url"
	"slices"
	"strings"

	"platen/domain/stylesheet"
)

// readStyle notes a style element, unless its type is not CSS.
func (s *scanner) readStyle(e *Element) {
	kind, selfClosed := strings.ToLower(e.Attribute("type")), e.End == e.After
	if kind != "" && kind != "text/css" || selfClosed {
		return
	}
	s.styles = append(s.styles, e)
	if text := e.textIn(s.document); s.preferred(e.Attribute("title")) && text != "" {
		s.stylesheets = append(s.stylesheets, stylesheet.Sheet{Text: text, Media: e.Attribute("media"), URL: s.base})
	}
}

// readLink notes a link element that brings styles.
func (s *scanner) readLink(e *Element) {
	relations := strings.Fields(strings.ToLower(e.Attribute("rel")))
	if !slices.Contains(relations, "stylesheet") {
		return
	}
	s.styles = append(s.styles, e)
	if _, disabled := Attribute(e.Attr, "disabled"); disabled || slices.Contains(relations, "alternate") ||
		!isCSSType(e.Attribute("type")) || !s.preferred(e.Attribute("title")) {
		return
	}
	if address := stylesheet.Resolve(s.base, e.Attribute("href")); address != "" {
		s.stylesheets = append(s.stylesheets, stylesheet.Sheet{External: true, Media: e.Attribute("media"), URL: address})
	}
}

// isCSSType reports whether the type attribute of a link element is that of style sheets, or empty.
func isCSSType(value string) bool {
	mediaType, _, _ := strings.Cut(value, ";")
	mediaType = strings.Trim(mediaType, blanks)
	return mediaType == "" || strings.EqualFold(mediaType, "text/css")
}

// preferred reports whether a style sheet with that title applies: the first title that a document has is that of its
// preferred style sheets, and those with another title are alternatives (CSSOM, section 6.2).
func (s *scanner) preferred(title string) bool {
	if s.title == "" {
		s.title = title
	}
	return title == "" || title == s.title
}

// readBase notes the base of addresses. The first base element with an address counts.
func (s *scanner) readBase(e *Element) {
	if s.base != "" {
		return
	}
	if base, err := url.Parse(strings.TrimSpace(e.Attribute("href"))); err == nil {
		s.base = base.String()
	}
}
