package htmldoc

import (
	"net/url"
	"slices"
	"strings"

	"platen/domain/pagecss"
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

// link notes a link element that brings styles.
func (s *scanner) link() {
	attributes := s.attributes()
	relations := strings.Fields(strings.ToLower(attributes["rel"]))
	if !slices.Contains(relations, "stylesheet") {
		return
	}
	s.firstStyle = min(s.firstStyle, s.start)
	s.afterLast = s.end
	if slices.Contains(relations, "alternate") {
		return
	}
	if address, err := url.Parse(strings.TrimSpace(attributes["href"])); err == nil && attributes["href"] != "" {
		if address = s.base.ResolveReference(address); address.IsAbs() {
			s.stylesheets = append(s.stylesheets, pagecss.Stylesheet{External: true, Media: attributes["media"], URL: address.String()})
		}
	}
}

// setBase notes the base of addresses. The first base element with an address counts.
func (s *scanner) setBase() {
	href := s.attributes()["href"]
	if href == "" || s.base != (url.URL{}) {
		return
	}
	if base, err := url.Parse(strings.TrimSpace(href)); err == nil {
		s.base = *base
	}
}
