package polyfill

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"

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
func (t targets) addLinked(ctx context.Context, document string) {
	if !strings.Contains(document, `="#`) && !strings.Contains(document, `='#`) && !strings.Contains(document, `=#`) {
		return
	}
	for token := range tokens(ctx, document) {
		if token.name != "a" || !token.begins() {
			continue
		}
		if fragment, isFragment := strings.CutPrefix(strings.TrimSpace(token.attributes()["href"]), "#"); isFragment {
			t.add(fragment)
		}
	}
}

// maxPending bounds the targets that look for a place at once, and so the time for each tag.
const maxPending = 16

// anchorsPerTarget is the number of anchors of a target: the first piece of its text may be hidden.
const anchorsPerTarget = 2

// anchors finds the anchors of each target.
//
// An anchor is an element, which must not be counted by the author's selectors: ":first-child", "h2 + p" and the like mean
// the author's elements. So it stands in the target's first pieces of text that are the only content of their element,
// and has no siblings. A target without such text, or with a picture before it, gets an anchor where it begins.
func (t targets) anchors(ctx context.Context, document string) []edit {
	if len(t) == 0 {
		return nil
	}
	m := anchorSearch{document: document, waiting: maps.Clone(t), link: -1}
	for tag := range tokens(ctx, document) {
		if len(m.waiting)+len(m.pending) == 0 {
			break
		}
		switch {
		case tag.inert:
		case tag.begins():
			m.startTag(tag)
		case tag.kind == html.EndTagToken:
			m.endTag(tag)
		case tag.kind == html.TextToken && tag.raw == "":
			m.innermost.text = m.innermost.text || strings.Trim(document[tag.start:tag.end], " \t\r\n\f") != ""
		}
	}
	m.endTextElement()
	for len(m.pending) > 0 {
		m.endSearch(0)
	}
	return m.edits
}

// anchorSearch is the state of a pass over a document's tags.
type anchorSearch struct {
	document  string
	waiting   targets     // those that have not begun
	pending   []pending   // those that have begun and want anchors
	innermost textElement // the element that began last
	link      int         // where the open link began; -1 outside
	edits     []edit
}

// pending is a target that has begun and wants anchors.
type pending struct {
	target  string
	name    string // of its element
	depth   int    // of open elements of that name
	anchors int    // that it has
	begins  int    // where an anchor stands at its beginning; -1: in its first cell, which has not come
}

// textElement is an element that may turn out to hold text alone.
type textElement struct {
	name string // "" for none
	at   int    // where an anchor stands in it
	text bool   // it holds some
}

func (m *anchorSearch) startTag(tag token) {
	if impliesEnd(m.innermost.name, tag.name) {
		m.endTextElement()
	}
	m.innermost = textElement{}
	for i := range m.pending {
		p := &m.pending[i]
		if p.begins < 0 && (tag.name == "td" || tag.name == "th") {
			p.begins = tag.end
		}
		if p.name == tag.name {
			p.depth++
		}
	}
	if isReplaced(tag.name) {
		m.endUnanchored()
	}
	m.beginTargets(tag)
	if tag.name == "a" {
		m.link = tag.start
	}
	if m.link < 0 && holdsText(tag.name) {
		m.innermost = textElement{name: tag.name, at: afterNewline(m.document, tag)}
	}
}

// beginTargets makes the targets that an element's names are pending.
func (m *anchorSearch) beginTargets(tag token) {
	attributes := tag.attributes()
	names := []string{attributes["id"]}
	if tag.name == "a" {
		names = append(names, attributes["name"])
	}
	for _, fragment := range names {
		if !m.waiting[fragment] {
			continue
		}
		delete(m.waiting, fragment)
		p := pending{target: fragment, name: tag.name, depth: 1}
		switch placeOf(tag.name) {
		case inside:
			p.begins = tag.end
		case before:
			p.begins = tag.start
		case inCell:
			p.begins = -1
		case nowhere:
			continue
		}
		if m.link >= 0 {
			p.begins = m.link // a link in a link would end it
		}
		m.pending = append(m.pending, p)
		if tag.name == "a" || isReplaced(tag.name) {
			m.endSearch(len(m.pending) - 1)
		} else if len(m.pending) > maxPending {
			m.endSearch(0)
		}
	}
}

func (m *anchorSearch) endTag(tag token) {
	if m.innermost.name == tag.name || mayLackEnd(m.innermost.name) {
		m.endTextElement()
	}
	m.innermost = textElement{}
	if tag.name == "a" {
		m.link = -1
	}
	for i := len(m.pending) - 1; i >= 0; i-- {
		if p := &m.pending[i]; p.name == tag.name {
			if p.depth--; p.depth == 0 {
				m.endSearch(i)
			}
		}
	}
}

// endTextElement ends the element that began last, without another one inside it: it is a place for anchors if it holds text.
func (m *anchorSearch) endTextElement() {
	if !m.innermost.text {
		return
	}
	for i := range m.pending {
		m.put(m.innermost.at, m.pending[i].target)
		m.pending[i].anchors++
	}
	m.pending = slices.DeleteFunc(m.pending, func(p pending) bool { return p.anchors == anchorsPerTarget })
	m.innermost = textElement{}
}

// endUnanchored ends the search of those pending targets that have no anchor.
func (m *anchorSearch) endUnanchored() {
	for i := len(m.pending) - 1; i >= 0; i-- {
		if m.pending[i].anchors == 0 {
			m.endSearch(i)
		}
	}
}

// endSearch ends the search of a pending target. If it has no anchor, it gets one where it begins.
func (m *anchorSearch) endSearch(i int) {
	if p := m.pending[i]; p.anchors == 0 && p.begins >= 0 {
		m.put(p.begins, p.target)
	}
	m.pending = slices.Delete(m.pending, i, i+1)
}

func (m *anchorSearch) put(at int, target string) {
	m.edits = append(m.edits, edit{at, at, fmt.Sprintf(
		`<a href="%s%s" style="all:initial;position:absolute;width:8px;height:8px"></a>`, htmldoc.PlaceURI, url.PathEscape(target))})
}

// afterNewline is the place after a start tag, and after the line's end that a parser takes off the beginning of
// preformatted text.
func afterNewline(document string, tag token) int {
	if tag.name != "pre" && tag.name != "listing" {
		return tag.end
	}
	rest := strings.TrimPrefix(document[tag.end:], "\r")
	return len(document) - len(strings.TrimPrefix(rest, "\n"))
}

type place int

const (
	inside place = iota
	before
	inCell
	nowhere
)

// placeOf returns where an anchor may stand at an element's beginning without the parser moving the anchor or what follows.
func placeOf(name string) place {
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
	return name == "pre" || name == "listing" || name == "caption" || placeOf(name) == inside
}

// mayLackEnd reports whether the end of an element around it ends an element without an end tag of its own.
func mayLackEnd(name string) bool {
	switch name {
	case "p", "li", "dt", "dd", "td", "th":
		return true
	}
	return false
}

// impliesEnd reports whether a start tag ends an open element.
func impliesEnd(open, next string) bool {
	switch open {
	case "li":
		return next == "li"
	case "dt", "dd":
		return next == "dt" || next == "dd"
	case "td", "th":
		return next == "td" || next == "th" || placeOf(next) == inCell
	case "p":
		switch next {
		case "address", "article", "aside", "blockquote", "center", "details", "dir", "div", "dl", "fieldset", "figure", "footer",
			"form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "menu", "nav", "ol", "p", "pre", "section", "table", "ul":
			return true
		}
	}
	return false
}
