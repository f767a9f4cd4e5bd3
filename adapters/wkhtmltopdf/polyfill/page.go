package polyfill

import (
	"bufio"
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"platen/domain"
	"platen/domain/htmldoc"
)

// byteOrderMark says UTF-8, and overrides every meta element.
const byteOrderMark = "\ufeff"

// Page is a document prepared for the engine.
type Page struct {
	document string
	edits    []edit
	style    string // the user's style sheet
	// Unreported are the resources that the engine will not load, and of which it will report nothing.
	Unreported []domain.FailedResource
}

// Prepare reads a document. The engine is to load it from the given absolute path. A document with more text than the
// limit, tags and styles not counted, is not kerned, nor is one in Chinese, Japanese or Korean. The error is that of ctx.
func Prepare(ctx context.Context, job domain.PrintJob, path string, kerned domain.ByteSize) (Page, error) {
	// The engine would show a second one as a character.
	document := strings.TrimPrefix(job.HTML, byteOrderMark)
	root, err := htmldoc.Tree(ctx, document)
	if err != nil {
		return Page{}, err
	}
	style := userStyle
	var edits []edit
	switch {
	case has(document, rightToLeftScripts):
		// Kerned text would be drawn in the wrong place in spite of the cuts.
		edits = cutRuns(ctx, document, root)
	case has(document, eastAsianScripts):
		style += unkerned
	case !textExceeds(root, kerned):
		style += kerning
	}
	r := rewriter{ctx: ctx, address: "file://" + path, viewport: viewport(cmp.Or(job.Viewport, job.FirstContent()))}
	r.rewrite(document, root)
	style += withoutEmptyPages(document, root, r.bodyBorder) + firstTop(job.FirstTop) + screenWidth(job)
	// Without a base, relative addresses would be files beside the document's file: the engine would load them, and show them in the PDF
	// as file:///… with the server's folders.
	base, at := htmldoc.Base(ctx, document)
	edits = append(edits, edit{at, at, htmldoc.BaseElement(base)})
	targets := targets{}
	for _, fragment := range job.Destinations {
		targets.add(fragment)
	}
	if base == htmldoc.RelativeBase {
		targets.addLinked(root)
	}
	edits = append(edits, targets.anchors(root, document)...)
	edits = append(edits, r.edits...)
	return Page{document, sortEdits(edits), style, unreported(document, r.loaded)}, ctx.Err()
}

// mentionsAny reports whether a document has one of the words, in lower or in upper case. It spares most documents a closer reading.
func mentionsAny(document string, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		return strings.Contains(document, word) || strings.Contains(document, strings.ToUpper(word))
	})
}

// textExceeds reports whether a document has more text than the limit, tags, styles and scripts not counted.
func textExceeds(root *htmldoc.Element, limit domain.ByteSize) bool {
	left := int(limit)
	for e := range root.All() {
		if e.IsText() && !e.IsStylesheet() && e.Parent.Name != "script" {
			left -= e.End - e.Begin
		}
	}
	return left < 0
}

// StyleURL is the address of the style sheet that the engine is to use as the user's, in the only form of data: URL that Qt WebKit reads.
func (p Page) StyleURL() string {
	return "data:text/css;charset=utf-8;base64," + base64.StdEncoding.EncodeToString([]byte(p.style))
}

// WriteFile writes the page to a new file.
func (p Page) WriteFile(name string) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(file, 64<<10)
	_, _ = w.WriteString(byteOrderMark)
	writeEdited(w, p.document, p.edits)
	return errors.Join(w.Flush(), file.Close())
}

// edit replaces a part of the document by a text.
type edit struct {
	start, end int
	text       string
}

// sortEdits sorts edits by their places, and drops those within a part that another one replaces.
func sortEdits(edits []edit) []edit {
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

// writeEdited writes the document with the edits, which are sorted.
func writeEdited(w io.StringWriter, document string, edits []edit) {
	done := 0
	for _, e := range edits { // a bufio.Writer keeps its first error, which Flush returns
		_, _ = w.WriteString(document[done:e.start])
		_, _ = w.WriteString(e.text)
		done = e.end
	}
	_, _ = w.WriteString(document[done:])
}
