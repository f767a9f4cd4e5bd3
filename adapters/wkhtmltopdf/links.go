package wkhtmltopdf

import (
	"bytes"
	"strconv"
	"strings"
)

// link leads the PDF's links within the document to their targets, and takes from others what must not be or
// leads nowhere: scripts, files, and addresses in the engine's folder. It overwrites them in place, with blanks where
// there was more, so that nothing else of the PDF changes.
func (t targets) link(pdf []byte, folder string) {
	var inner []action
	places := map[string]string{}
	for _, a := range actionsOf(pdf) {
		switch {
		case strings.HasPrefix(a.uri, mark):
			// Of a target's marks the first that was painted counts.
			if number := a.uri[len(mark):]; places[number] == "" {
				places[number] = a.place()
			}
			a.overwrite(pdf, "")
		case strings.HasPrefix(a.uri, blank+"#"):
			inner = append(inner, a)
		case a.uri == "" || a.uri == blank || isForbidden(a.uri) || strings.Contains(a.uri, folder):
			a.overwrite(pdf, "")
		}
	}
	for _, a := range inner {
		fragment := unescape(a.uri[len(blank)+len("#"):])
		a.overwrite(pdf, places[strconv.Itoa(t[fragment])])
	}
}

// isForbidden tells the addresses to which no PDF leads: scripts, and files.
func isForbidden(uri string) bool {
	scheme, _, _ := strings.Cut(uri, ":")
	scheme = strings.TrimSpace(scheme)
	return strings.EqualFold(scheme, "javascript") || strings.EqualFold(scheme, "file")
}

// action is what a link of a PDF does.
type action struct {
	start, end int    // of its entry in the annotation
	uri        string // the address it leads to
	top        string // of the annotation, in the page's points
	page       string // the number of the page's object
}

// How Qt writes it, and the page that comes after its annotations.
var (
	actionHead = []byte("/A <<\n/Type /Action\n/S /URI\n/URI (")
	actionTail = []byte(")\n>>")
	pageHead   = []byte("\n/Type /Page\n")
)

// actionsOf finds the links of a PDF of Qt's.
func actionsOf(pdf []byte) (actions []action) {
	page, pageAt := "", -1
	for at := 0; ; {
		found := bytes.Index(pdf[at:], actionHead)
		if found < 0 {
			return actions
		}
		start := at + found
		uri := literal(pdf[start+len(actionHead):])
		at = start + len(actionHead) + len(uri)
		if !bytes.HasPrefix(pdf[at:], actionTail) {
			continue
		}
		at += len(actionTail)
		if pageAt < at {
			next := bytes.Index(pdf[at:], pageHead)
			if next < 0 {
				return actions
			}
			pageAt = at + next
			page = objectNumber(pdf[:pageAt])
		}
		actions = append(actions, action{start: start, end: at, uri: unescapeLiteral(uri), top: topOf(pdf[:start]), page: page})
	}
}

// literal is the part of a literal string before its closing bracket.
func literal(rest []byte) []byte {
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case ')':
			return rest[:i]
		}
	}
	return rest
}

func unescapeLiteral(text []byte) string {
	return strings.NewReplacer(`\\`, `\`, `\(`, `(`, `\)`, `)`).Replace(string(text))
}

// objectNumber is the number of the object whose dictionary begins at the end of what is given.
func objectNumber(before []byte) string {
	const head = " 0 obj\n<<"
	before, _ = bytes.CutSuffix(before, []byte(head))
	return string(before[bytes.LastIndexByte(before, '\n')+1:])
}

// topOf is the upper edge of the rectangle that stands shortly before an action; null where there is none.
func topOf(before []byte) string {
	const reach = 200
	before = before[max(0, len(before)-reach):]
	rect := before[bytes.LastIndex(before, []byte("/Rect ["))+1:]
	rect = rect[:max(0, bytes.IndexByte(rect, ']'))]
	if edges := bytes.Fields(rect); len(edges) > 0 {
		return string(edges[len(edges)-1])
	}
	return "null"
}

// place is the action's place as a link's destination; the reader keeps column and magnification.
func (a action) place() string { return "/Dest [" + a.page + " 0 R /XYZ null " + a.top + " null]" }

// overwrite puts an entry in the action's place; a longer one leaves the link without any.
func (a action) overwrite(pdf []byte, entry string) {
	room := pdf[a.start:a.end]
	if len(entry) > len(room) {
		entry = ""
	}
	for i := copy(room, entry); i < len(room); i++ {
		room[i] = ' '
	}
}
