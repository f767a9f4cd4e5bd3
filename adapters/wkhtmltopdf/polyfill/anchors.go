package polyfill

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"platen/domain/htmldoc"
)

// targets are the ids that a document links to within itself, and those of job.Destinations. Qt writes links to addresses only. So each
// target gets an anchor, a link to htmldoc.PlaceURI outside the flow, whose rectangle in the PDF shows the target's place.
type targets map[string]bool

// maxTargets bounds the targets of a document. Links to further targets lead nowhere.
const maxTargets = 10_000

// add adds a fragment as a link writes it after "#".
func (t targets) add(fragment string) {
	if len(t) < maxTargets {
		t[htmldoc.FragmentID(fragment)] = true
	}
}

// addLinked adds what a document links to within itself.
func (t targets) addLinked(root *htmldoc.Element) {
	for e := range root.All() {
		if e.Name != "a" {
			continue
		}
		if fragment, isFragment := strings.CutPrefix(strings.TrimSpace(e.Attribute("href")), "#"); isFragment {
			t.add(fragment)
		}
	}
}

// anchors finds the anchors of each target.
//
// An anchor is an element, which must not be counted by the author's selectors: ":first-child", "h2 + p" and the like mean
// the author's elements. So it stands in the target's first pieces of text that are the only content of their element,
// and has no siblings. A target without such text, or with a picture before it, gets an anchor where it begins.
func (t targets) anchors(root *htmldoc.Element, document string) []edit {
	s := anchorSearch{document: document, waiting: maps.Clone(t)}
	s.children(root, -1)
	return s.edits
}

const anchor = `<a href="%s%s" style="all:initial;position:absolute;width:8px;height:8px"></a>`

// anchorSearch is the state of a walk through a document's elements.
type anchorSearch struct {
	document string
	waiting  targets // that are not found yet
	edits    []edit
}

// children looks for targets in an element. link is where the link around them begins; -1: there is none.
func (s *anchorSearch) children(of *htmldoc.Element, link int) {
	for _, e := range of.Children {
		around := link
		if e.Name == "a" && link < 0 {
			around = e.Begin
		}
		fragments := []string{e.Attribute("id")}
		if e.Name == "a" {
			fragments = append(fragments, e.Attribute("name"))
		}
		for _, fragment := range fragments {
			if s.waiting[fragment] {
				delete(s.waiting, fragment)
				for _, at := range s.placesIn(e, around) {
					s.edits = append(s.edits, edit{at, at, fmt.Sprintf(anchor, htmldoc.PlaceURI, url.PathEscape(fragment))})
				}
			}
		}
		if len(s.waiting) > 0 && !slices.Contains(inert, e.Name) {
			s.children(e, around)
		}
	}
}

// placesIn returns the places of the anchors of an element.
func (s *anchorSearch) placesIn(e *htmldoc.Element, link int) []int {
	position := positionIn(e.Name)
	t := textSearch{document: s.document, left: maxSearched}
	if link < 0 && position != nowhere {
		t.in(e)
	}
	switch {
	case t.places != nil || position == nowhere:
		return t.places
	case link >= 0:
		return []int{link} // a link in a link would end it
	case position == before:
		return []int{e.Begin}
	case position == inside:
		return []int{e.End}
	}
	return t.cell
}

const (
	// maxSearched bounds the elements of a target in which text is looked for.
	maxSearched = 1000
	// anchorsPerTarget is the number of anchors of a target: the first piece of its text may be hidden.
	anchorsPerTarget = 2
)

// textSearch looks for the pieces of text in which anchors may stand.
type textSearch struct {
	document string
	left     int // elements that may still be looked at
	places   []int
	cell     []int // the place in the first cell, if there is one
}

// in looks into an element, and reports whether to go on after it.
func (t *textSearch) in(e *htmldoc.Element) (goOn bool) {
	if t.left--; t.left < 0 {
		return false
	}
	if slices.Contains(replaced, e.Name) {
		return len(t.places) > 0
	}
	if isCell := e.Name == "td" || e.Name == "th"; isCell && t.cell == nil {
		t.cell = []int{e.End}
	}
	if hasOnlyText := len(e.Children) == 1 && e.Children[0].IsText(); hasOnlyText && holdsText(e.Name) {
		t.places = append(t.places, afterNewline(t.document, e))
	}
	if slices.Contains(inert, e.Name) || e.Name == "a" {
		return true
	}
	for _, kid := range e.Children {
		if !kid.IsText() && !t.in(kid) {
			return false
		}
	}
	return len(t.places) < anchorsPerTarget
}

// inert are elements in which tags are not HTML, not shown, or ignored.
var inert = []string{"svg", "math", "template", "select"}

// afterNewline is the place after a start tag, and after the line's end that a parser takes off the beginning of preformatted text.
func afterNewline(document string, e *htmldoc.Element) int {
	if e.Name != "pre" && e.Name != "listing" {
		return e.End
	}
	rest := strings.TrimPrefix(document[e.End:], "\r")
	return len(document) - len(strings.TrimPrefix(rest, "\n"))
}

type position int

const (
	inside position = iota
	before
	inCell
	nowhere
)

// positionIn returns where an anchor may stand at an element's beginning without the parser moving the anchor or what follows.
func positionIn(name string) position {
	switch name {
	case "tr", "tbody", "thead", "tfoot":
		return inCell
	case "a", "table", "br", "wbr", "pre", "listing", "xmp", "plaintext", "map":
		return before
	case "html", "head", "title", "meta", "link", "style", "script", "base", "noscript", "template", "col", "colgroup",
		"option", "optgroup", "area", "param", "source", "track", "frame", "frameset", "caption":
		return nowhere
	}
	if slices.Contains(replaced, name) {
		return before
	}
	return inside
}

// replaced are elements that are painted, but not with text that an anchor could stand in.
var replaced = []string{
	"img", "hr", "input", "textarea", "select", "svg", "math", "iframe", "object", "embed", "video", "audio", "canvas", "progress", "meter",
}

// holdsText reports whether an element may hold text with an anchor.
func holdsText(name string) bool {
	return name == "pre" || name == "listing" || name == "caption" || positionIn(name) == inside
}
