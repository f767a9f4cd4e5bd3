package wkhtmltopdf

import (
	"fmt"
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
	z := html.NewTokenizer(strings.NewReader(document))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return found
		case html.StartTagToken:
			if name, _ := z.TagName(); string(name) != "a" {
				continue
			}
			fragment, isFragment := strings.CutPrefix(strings.TrimSpace(attributesOf(z)["href"]), "#")
			if fragment = unescape(fragment); isFragment && found[fragment] == 0 && len(found) < maxTargets {
				found[fragment] = len(found) + 1
			}
		}
	}
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
	s := marker{z: html.NewTokenizer(strings.NewReader(document)), waiting: map[string]int{}, link: -1}
	for fragment, number := range t {
		s.waiting[fragment] = number
	}
	for len(s.waiting)+len(s.rows) > 0 && s.next() {
		edits = append(edits, s.edits...)
		s.edits = nil
	}
	return edits
}

// marker is the state of a pass over a document's tags.
type marker struct {
	z          *html.Tokenizer
	start, end int            // of the current token
	waiting    map[string]int // targets that were not met yet
	rows       []int          // marks that wait for a cell
	link       int            // where the open link began; -1 outside
	inert      int            // open elements whose content is not HTML that is shown
	edits      []edit
}

func (s *marker) next() bool {
	kind := s.z.Next()
	s.start, s.end = s.end, s.end+len(s.z.Raw())
	tag, _ := s.z.TagName()
	name := string(tag)
	switch kind {
	case html.ErrorToken:
		return false
	case html.EndTagToken:
		switch name {
		case "svg", "math", "template":
			s.inert = max(0, s.inert-1)
		case "a":
			s.link = -1
		}
	case html.StartTagToken, html.SelfClosingTagToken:
		s.startTag(name)
		switch {
		case kind == html.SelfClosingTagToken:
		case name == "svg", name == "math", name == "template":
			s.inert++
		case name == "a" && s.inert == 0:
			s.link = s.start
		}
	}
	return true
}

func (s *marker) startTag(name string) {
	if s.inert > 0 {
		return
	}
	if name == "td" || name == "th" {
		for _, number := range s.rows {
			s.put(s.end, number)
		}
		s.rows = nil
	}
	attributes := attributesOf(s.z)
	bears := []string{attributes["id"]}
	if name == "a" {
		bears = append(bears, attributes["name"])
	}
	for _, fragment := range bears {
		number, wanted := s.waiting[fragment]
		if !wanted {
			continue
		}
		delete(s.waiting, fragment)
		switch placeOf(name) {
		case inside:
			s.put(s.end, number)
		case before:
			s.put(s.start, number)
		case inCell:
			s.rows = append(s.rows, number)
		}
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
