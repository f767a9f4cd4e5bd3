package htmldoc

import (
	"net/url"
	"slices"
	"strings"

	"platen/domain/stylesheet"
)

// attributes reads the attributes of the current tag. Of those with the same name the first counts.
func (s *scanner) attributes() map[string]string {
	all := map[string]string{}
	for {
		key, value, more := s.z.TagAttr()
		if _, seen := all[string(key)]; !seen {
			all[string(key)] = string(value)
		}
		if !more {
			return all
		}
	}
}

// addRootAttributes notes the attributes of an html tag.
func (s *scanner) addRootAttributes() {
	for name, value := range s.attributes() {
		if _, has := s.rootAttributes[name]; !has {
			s.rootAttributes[name] = value
		}
	}
}

// link notes a link element that brings styles.
func (s *scanner) link() {
	attributes := s.attributes()
	relations := strings.Fields(strings.ToLower(attributes["rel"]))
	if !slices.Contains(relations, "stylesheet") {
		return
	}
	s.firstStyle = min(s.firstStyle, s.start)
	s.afterLast = s.end
	if _, disabled := attributes["disabled"]; disabled || slices.Contains(relations, "alternate") ||
		!isCSSType(attributes["type"]) || !s.preferred(attributes["title"]) {
		return
	}
	if address := stylesheet.Resolve(s.base, attributes["href"]); address != "" {
		s.stylesheets = append(s.stylesheets, stylesheet.Sheet{External: true, Media: attributes["media"], URL: address})
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

// setBase notes the base of addresses. The first base element with an address counts.
func (s *scanner) setBase() {
	if s.base != "" {
		return
	}
	if base, err := url.Parse(strings.TrimSpace(s.attributes()["href"])); err == nil {
		s.base = base.String()
	}
}
