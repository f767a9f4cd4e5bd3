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

// anchorsPerTarget is the number of anchors of a target: the first piece of its text may be hidden.
const anchorsPerTarget = 2

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

// anchorSearch is the state of a walk through a document's elements.
type anchorSearch struct {
	document string
	waiting  targets   // those that have not begun
	pending  []pending // those that have begun and want anchors
	edits    []edit
}

// pending is a target that has begun and wants anchors.
type pending struct {
	target  string
	element *htmldoc.Element
	anchors int // that it has
	begins  int // where an anchor stands at its beginning; -1: in its first cell, which has not come
}

// children goes through the elements in an element. link is where the link around them begins; -1: there is none.
func (s *anchorSearch) children(of *htmldoc.Element, link int) {
	for _, e := range of.Children {
		if len(s.waiting)+len(s.pending) > 0 && !e.IsText() {
			s.element(e, link)
		}
	}
}

func (s *anchorSearch) element(e *htmldoc.Element, link int) {
	name := e.Name
	if name == "td" || name == "th" {
		s.beginInCell(e.End)
	}
	if isReplaced(name) {
		s.end(func(p pending) bool { return p.anchors == 0 })
	}
	if name == "a" && link < 0 {
		link = e.Begin
	}
	s.begin(e, link)
	if name == "a" || isReplaced(name) {
		s.endOf(e)
	}
	if link < 0 && holdsText(name) && hasOnlyText(e) {
		s.anchor(afterNewline(s.document, e))
	}
	if !holdsInert(name) {
		s.children(e, link)
	}
	s.endOf(e)
}

// begin makes the targets that an element's names are pending.
func (s *anchorSearch) begin(e *htmldoc.Element, link int) {
	name := e.Name
	fragments := []string{e.Attribute("id")}
	if name == "a" {
		fragments = append(fragments, e.Attribute("name"))
	}
	for _, fragment := range fragments {
		if !s.waiting[fragment] {
			continue
		}
		delete(s.waiting, fragment)
		p := pending{target: fragment, element: e}
		switch positionIn(name) {
		case inside:
			p.begins = e.End
		case before:
			p.begins = e.Begin
		case inCell:
			p.begins = -1
		case nowhere:
			continue
		}
		if link >= 0 {
			p.begins = link // a link in a link would end it
		}
		s.pending = append(s.pending, p)
	}
}

// beginInCell notes the place in a cell for the targets that wait for one.
func (s *anchorSearch) beginInCell(at int) {
	for i := range s.pending {
		if s.pending[i].begins < 0 {
			s.pending[i].begins = at
		}
	}
}

// anchor puts anchors of all pending targets into an element with text alone.
func (s *anchorSearch) anchor(at int) {
	for i := range s.pending {
		s.put(at, s.pending[i].target)
		s.pending[i].anchors++
	}
	s.end(func(p pending) bool { return p.anchors == anchorsPerTarget })
}

// endOf ends the search of the targets that an element is.
func (s *anchorSearch) endOf(e *htmldoc.Element) {
	s.end(func(p pending) bool { return p.element == e })
}

// end ends the search of pending targets. Those without an anchor get one where they begin.
func (s *anchorSearch) end(which func(pending) bool) {
	s.pending = slices.DeleteFunc(s.pending, func(p pending) bool {
		ends := which(p)
		if ends && p.anchors == 0 && p.begins >= 0 {
			s.put(p.begins, p.target)
		}
		return ends
	})
}

func (s *anchorSearch) put(at int, target string) {
	s.edits = append(s.edits, edit{at, at, fmt.Sprintf(
		`<a href="%s%s" style="all:initial;position:absolute;width:8px;height:8px"></a>`, htmldoc.PlaceURI, url.PathEscape(target))})
}

// holdsInert reports whether the tags in an element are not HTML, not shown, or ignored.
func holdsInert(element string) bool {
	switch element {
	case "svg", "math", "template", "select":
		return true
	}
	return false
}

// hasOnlyText reports whether an element has text and no elements.
func hasOnlyText(e *htmldoc.Element) bool {
	text := false
	for _, kid := range e.Children {
		if text = kid.IsText(); !text {
			return false
		}
	}
	return text
}

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
	if isReplaced(name) {
		return before
	}
	return inside
}

// isReplaced reports whether an element is painted, but not with text that an anchor could stand in.
func isReplaced(name string) bool {
	switch name {
	case "img", "hr", "input", "textarea", "select", "svg", "math", "iframe", "object", "embed", "video", "audio",
		"canvas", "progress", "meter":
		return true
	}
	return false
}

// holdsText reports whether an element may hold text with an anchor.
func holdsText(name string) bool {
	return name == "pre" || name == "listing" || name == "caption" || positionIn(name) == inside
}
