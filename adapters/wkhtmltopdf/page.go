package wkhtmltopdf

import (
	"cmp"
	"io"
	"os"
	"slices"
	"strings"
)

// byteOrderMark says UTF-8 louder than any meta element.
const byteOrderMark = "\ufeff"

// page is a document as the engine is to read it: the author's, with a few edits for what the engine lacks.
type page struct {
	document string
	edits    []edit
	title    string
	targets  targets
}

// edit puts text in the place of a part of the document.
type edit struct {
	start, end int
	text       string
}

// newPage reads a document for the engine's needs. Most documents need one edit, their base.
func newPage(document string) page {
	// Two marks would be one mark and a character.
	p := page{document: strings.TrimPrefix(document, byteOrderMark)}
	p.title = titleOf(p.document)
	if needsBase(p.document) {
		at := afterDoctype(p.document)
		p.edits = append(p.edits, edit{at, at, blankBase})
		p.targets = targetsOf(p.document)
		p.edits = append(p.edits, p.targets.marks(p.document)...)
	}
	p.edits = append(p.edits, framesToImages(p.document)...)
	slices.SortStableFunc(p.edits, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
	return p
}

// write writes the page to a new file, in pieces of the original.
func (p page) write(name string) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.WriteString(file, byteOrderMark)
	done := 0
	for _, e := range p.edits {
		if err == nil {
			_, err = io.WriteString(file, p.document[done:e.start]+e.text)
		}
		done = e.end
	}
	if err == nil {
		_, err = io.WriteString(file, p.document[done:])
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
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
