package wkhtmltopdf

import (
	"fmt"
	"maps"
	"net/url"
	"strings"

	"golang.org/x/net/html"
)

// targets are the fragments that a document links to within itself, each with a number. Qt knows links to
// addresses only. So each target gets a mark, a link of its own out of the flow, whose rectangle tells where
// it came to lie; the PDF's links are led there afterwards (see link).
type targets map[string]int

// mark is the address of a target's mark. A document may contain such a link itself: it then leads astray.
const mark = blank + "#="

// maxTargets bounds what a document can make of its marks. Links to further targets lead nowhere.
const maxTargets = 10_000

// targetsOf finds what a document links to within itself.
func targetsOf(document string) targets {
	if !strings.Contains(document, `="#`) && !strings.Contains(document, `='#`) && !strings.Contains(document, `=#`) {
		return nil
	}
	found := targets{}
	for t := range tokens(document) {
		if t.name != "a" || !t.begins() {
			continue
		}
		fragment, isFragment := strings.CutPrefix(strings.TrimSpace(t.attributes()["href"]), "#")
		if fragment = unescape(fragment); isFragment && found[fragment] == 0 && len(found) < maxTargets {
			found[fragment] = len(found) + 1
		}
	}
	return found
}

func unescape(fragment string) string {
	if plain, err := url.PathUnescape(fragment); err == nil {
		return plain
	}
	return fragment
}

// marks places a mark at the first element that bears each target's name.
func (t targets) marks(document string) (edits []edit) {
	if len(t) == 0 {
		return nil
	}
	s := marker{waiting: maps.Clone(t), link: -1}
	for tag := range tokens(document) {
		if len(s.waiting)+len(s.rows) == 0 {
			break
		}
		switch {
		case tag.inert:
		case tag.begins():
			s.begin(tag)
		case tag.kind == html.EndTagToken && tag.name == "a":
			s.link = -1
		}
	}
	return s.edits
}

// marker is the state of a pass over a document's tags.
type marker struct {
	waiting targets // those that were not met yet
	rows    []int   // marks that wait for a cell
	link    int     // where the open link began; -1 outside
	edits   []edit
}

// begin places the marks for which an element's beginning is the place.
func (s *marker) begin(tag token) {
	if tag.name == "td" || tag.name == "th" {
		for _, number := range s.rows {
			s.put(tag.end, number)
		}
		s.rows = nil
	}
	attributes := tag.attributes()
	bears := []string{attributes["id"]}
	if tag.name == "a" {
		bears = append(bears, attributes["name"])
	}
	for _, fragment := range bears {
		number, wanted := s.waiting[fragment]
		if !wanted {
			continue
		}
		delete(s.waiting, fragment)
		switch placeOf(tag.name) {
		case inside:
			s.put(tag.end, number)
		case before:
			s.put(tag.start, number)
		case inCell:
			s.rows = append(s.rows, number)
		}
	}
	if tag.name == "a" {
		s.link = tag.start
	}
}

// put places a mark, but never into a link, which another would end.
func (s *marker) put(at, number int) {
	if s.link >= 0 {
		at = s.link
	}
	s.edits = append(s.edits, edit{at, at, fmt.Sprintf(
		`<a href="%s%d" style="all:initial;position:absolute;width:8px;height:8px"></a>`, mark, number)})
}

type place int

const (
	inside place = iota
	before
	inCell
	nowhere
)

// placeOf tells where the mark of an element may stand without a parser moving it, or anything else for it.
func placeOf(name string) place {
	switch name {
	case "tr", "tbody", "thead", "tfoot":
		return inCell
	case "a", "table", "img", "br", "hr", "input", "wbr", "pre", "listing", "textarea", "select", "svg", "math",
		"iframe", "object", "embed", "video", "audio", "canvas", "progress", "meter", "xmp", "plaintext", "map":
		return before
	case "html", "head", "title", "meta", "link", "style", "script", "base", "noscript", "template", "col", "colgroup",
		"option", "optgroup", "area", "param", "source", "track", "frame", "frameset", "caption":
		return nowhere
	}
	return inside
}
