package polyfill

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	"platen/domain/htmldoc"
)

// targets are the fragments that a document links to within itself, each with a number. Qt writes links to addresses
// only. So each target gets an anchor, a link outside the flow, whose rectangle in the PDF shows the target's place. Then
// the PDF's links are changed to lead there (see link).
type targets map[string]int

// anchorURI is the address of a target's anchor, without its number. A document that contains such a link itself gets wrong
// links.
const anchorURI = htmldoc.RelativeBase + "#="

// maxTargets bounds the targets of a document. Links to further targets lead nowhere.
const maxTargets = 10_000

// targetsOf returns fragments as targets.
func targetsOf(fragments []string) targets {
	t := targets{}
	for _, fragment := range fragments {
		t.add(fragment)
	}
	return t
}

// add adds a fragment as a link writes it after "#".
func (t targets) add(fragment string) {
	if fragment = htmldoc.FragmentID(fragment); t[fragment] == 0 && len(t) < maxTargets {
		t[fragment] = len(t) + 1
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

// link makes the PDF's links within the document lead to their targets, and removes links to scripts, files, addresses in
// the engine's folder and nowhere. It overwrites them in place and fills up with blanks, so that nothing else of the PDF
// changes. It returns the places of the targets.
func (t targets) link(ctx context.Context, pdf []byte, folder string) (found places) {
	var inner []action
	found = places{}
	byNumber := map[string]string{}
	for fragment, number := range t {
		byNumber[strconv.Itoa(number)] = fragment
	}
	for _, a := range actionsOf(ctx, pdf) {
		switch {
		case strings.HasPrefix(a.uri, anchorURI):
			// Of a target's anchors the first that was painted counts.
			if fragment := byNumber[a.uri[len(anchorURI):]]; found[fragment] == "" {
				found[fragment] = a.place()
			}
			a.overwrite(pdf, "")
		case strings.HasPrefix(a.uri, htmldoc.RelativeBase+"#"):
			inner = append(inner, a)
		case a.uri == "" || strings.HasPrefix(a.uri, htmldoc.RelativeBase) || isForbidden(a.uri) || strings.Contains(a.uri, folder):
			a.overwrite(pdf, "")
		}
	}
	for _, a := range inner {
		fragment := htmldoc.FragmentID(a.uri[len(htmldoc.RelativeBase)+len("#"):])
		entry := ""
		if place := found[fragment]; place != "" {
			entry = "/Dest " + place
		}
		a.overwrite(pdf, entry)
	}
	return found
}

// places are where targets came to lie, by their fragments without escapes, as destinations.
type places map[string]string

// isForbidden reports whether a PDF must not link to an address: a script or a file.
func isForbidden(uri string) bool {
	scheme, _, _ := strings.Cut(uri, ":")
	scheme = strings.TrimSpace(scheme)
	return strings.EqualFold(scheme, "javascript") || strings.EqualFold(scheme, "file")
}

// action is the action of a link annotation in a PDF.
type action struct {
	start, end int    // of its entry in the annotation
	uri        string // the address
	top        string // of the annotation, in the page's points
	page       string // the number of the page's object
}

// How Qt writes an action, and a page, which comes after its annotations.
var (
	actionHead = []byte("/A <<\n/Type /Action\n/S /URI\n/URI (")
	actionTail = []byte(")\n>>")
	pageHead   = []byte("\n/Type /Page\n")
)

// actionsOf finds the links of a PDF that Qt wrote.
func actionsOf(ctx context.Context, pdf []byte) (actions []action) {
	deadline := deadline{ctx: ctx}
	page, pageAt := "", -1
	for at := 0; ; {
		if deadline.passed() {
			return nil
		}
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
		actions = append(actions, action{start: start, end: at, uri: literalEscapes.Replace(string(uri)), top: topOf(pdf[:start]), page: page})
	}
}

// literal returns a literal string up to its closing parenthesis.
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

var literalEscapes = strings.NewReplacer(`\\`, `\`, `\(`, `(`, `\)`, `)`)

// objectNumber returns the number of the object whose dictionary begins where the given part ends.
func objectNumber(before []byte) string {
	const head = " 0 obj\n<<"
	before, _ = bytes.CutSuffix(before, []byte(head))
	return string(before[bytes.LastIndexByte(before, '\n')+1:])
}

// topOf returns the upper edge of the rectangle shortly before an action; null if there is none.
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

// place returns the action's place as a destination. Readers keep their magnification. Some of them (Apple's) look at the
// upper edge only if there is a left one.
func (a action) place() string { return "[" + a.page + " 0 R /XYZ 0 " + a.top + " null]" }

// overwrite replaces the action by an entry, or by nothing if the entry is longer.
func (a action) overwrite(pdf []byte, entry string) {
	room := pdf[a.start:a.end]
	if len(entry) > len(room) {
		entry = ""
	}
	for i := copy(room, entry); i < len(room); i++ {
		room[i] = ' '
	}
}

// nameDestinations gives a PDF that Qt wrote named destinations of fragments, where they have a place. The names are the
// fragments without escapes.
func nameDestinations(pdf []byte, fragments []string, places places) []byte {
	var dests strings.Builder
	for _, fragment := range fragments {
		fragment = htmldoc.FragmentID(fragment)
		if place := places[fragment]; place != "" {
			dests.WriteString(nameObject(fragment) + " " + place + "\n")
			delete(places, fragment) // it is named once
		}
	}
	if dests.Len() == 0 {
		return pdf
	}
	const catalog = "/Type /Catalog\n"
	return splice(pdf, catalog, catalog+"/Dests <<\n"+dests.String()+">>\n")
}

// nameObject writes a name (PDF 1.7, 7.3.5).
func nameObject(name string) string {
	var b strings.Builder
	b.WriteByte('/')
	for _, c := range []byte(name) {
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "#%02X", c)
		}
	}
	return b.String()
}
