package wkhtmltopdf

import (
	"bufio"
	"cmp"
	"errors"
	"os"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"platen/domain"
)

// byteOrderMark says UTF-8 louder than any meta element.
const byteOrderMark = "\ufeff"

// page is a sheet as the engine is to read it: the author's document, with a few edits for what the engine lacks.
type page struct {
	sheet    domain.PrintJob
	name     string // of the file in which the engine reads it
	document string
	edits    []edit
	style    string // the user's
	title    string
	targets  targets
}

// edit puts text in the place of a part of the document.
type edit struct {
	start, end int
	text       string
}

// newPage reads a sheet for the engine's needs. The engine is to read it from a file of that name. Most documents need one edit, their base. Those with more text
// than so much are not kerned.
func newPage(sheet domain.PrintJob, name string, kerned domain.ByteSize) page {
	// Two marks would be one mark and a character.
	p := page{sheet: sheet, name: name, document: strings.TrimPrefix(sheet.HTML, byteOrderMark), style: userStyle}
	switch {
	case writesRightToLeft(p.document):
		// Kerned, even such words would be drawn in the wrong place.
		p.edits = cutRuns(p.document)
	case !textExceeds(p.document, kerned):
		p.style += kerning
	}
	p.style += withoutLastBreak(p.document)
	p.title = titleOf(p.document)
	base, at := baseOf(p.document), afterDoctype(p.document)
	p.edits = append(p.edits, edit{at, at, `<base href="` + html.EscapeString(base) + `">`})
	if base == blank {
		p.targets = targetsOf(p.document)
		p.edits = append(p.edits, p.targets.marks(p.document)...)
	}
	p.edits = append(p.edits, framesToImages(p.document)...)
	p.edits = append(p.edits, resolveSVGReferences(p.document, "file://"+documentFolder+name)...)
	p.edits = append(p.edits, viewportOf(sheet).answer(p.document)...)
	p.edits = inOrder(p.edits)
	return p
}

// inOrder sorts edits, and drops those of what another one replaces.
func inOrder(edits []edit) []edit {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
	done := 0
	return slices.DeleteFunc(edits, func(e edit) bool {
		if e.start < done {
			return true
		}
		done = e.end
		return false
	})
}

// textExceeds tells whether a document has more text than so many bytes, tags and styles not counted.
func textExceeds(document string, limit domain.ByteSize) bool {
	if len(document) <= int(limit) {
		return false
	}
	left := int(limit)
	for t := range tokens(document) {
		if t.kind != html.TextToken || t.raw == "style" || t.raw == "script" {
			continue
		}
		if left -= t.end - t.start; left < 0 {
			return true
		}
	}
	return false
}

// write writes the page to a new file, in pieces of the original.
func (p page) write(name string) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	// A buffered writer keeps its first error.
	w := bufio.NewWriter(file)
	_, _ = w.WriteString(byteOrderMark)
	done := 0
	for _, e := range p.edits {
		_, _ = w.WriteString(p.document[done:e.start])
		_, _ = w.WriteString(e.text)
		done = e.end
	}
	_, _ = w.WriteString(p.document[done:])
	return errors.Join(w.Flush(), file.Close())
}

// finish makes of the engine's PDF what a browser would have printed of the page: with its title, and with
// links that lead where they should.
func (p page) finish(pdf []byte, folder string) []byte {
	p.targets.link(pdf, folder)
	return setTitle(pdf, p.title)
}

// mentions tells whether a document has a tag that begins so; it spares most documents a closer reading.
// The prefix is in lower case and begins with "<".
func mentions(document, prefix string) bool {
	for rest := document; ; {
		at := strings.IndexByte(rest, '<')
		if at < 0 || len(rest)-at < len(prefix) {
			return false
		}
		if strings.EqualFold(rest[at:at+len(prefix)], prefix) {
			return true
		}
		rest = rest[at+1:]
	}
}
