package polyfill

import (
	"context"
	"slices"
	"strings"

	"platen/domain"
	"platen/domain/htmldoc"
)

// testPath is the path under which documents are loaded in tests.
const testPath = "/folder/1.html"

// Edited returns a document as it is written for the engine, without the byte order mark, and the texts of its edits.
func Edited(document string) (edited string, texts []string) {
	return EditedOn(domain.PrintJob{HTML: document})
}

// EditedOn is Edited for a document on its paper.
func EditedOn(job domain.PrintJob) (edited string, texts []string) {
	p, _ := Prepare(context.Background(), job, testPath, 0)
	for _, e := range p.edits {
		texts = append(texts, e.text)
	}
	var b strings.Builder
	writeEdited(&b, p.document, p.edits)
	return b.String(), texts
}

// Replaces reports whether an edit replaces a part of a document.
func Replaces(document string) bool {
	p, _ := Prepare(context.Background(), domain.PrintJob{HTML: document}, testPath, 0)
	return slices.ContainsFunc(p.edits, func(e edit) bool { return e.start < e.end })
}

// WithoutEmptyPages is for the tables of beginnings and endings.
func WithoutEmptyPages(document string) string {
	root, _ := htmldoc.Tree(context.Background(), document)
	r := rewriter{ctx: context.Background()}
	r.rewrite(document, root)
	return withoutEmptyPages(document, root, r.bodyBorder)
}
