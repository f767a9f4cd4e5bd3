package wkhtmltopdf

import (
	"strings"

	"platen/domain"
)

// Quote is for the property test of lines.
var Quote = quote

// Edited gives a document as it is written for the engine, without the byte order mark, and its edits' texts.
func Edited(document string) (edited string, texts []string) {
	return EditedOn(domain.PrintJob{HTML: document})
}

// EditedOn is Edited for a document on its paper.
func EditedOn(sheet domain.PrintJob) (edited string, texts []string) {
	p := newPage(sheet, "1.html", 0)
	var b strings.Builder
	done := 0
	for _, e := range p.edits {
		b.WriteString(p.document[done:e.start] + e.text)
		texts = append(texts, e.text)
		done = e.end
	}
	return b.String() + p.document[done:], texts
}

// TitleOf is for the table of titles.
var TitleOf = titleOf

// Finish is what happens to the engine's PDF.
func Finish(document string, pdf []byte, folder string) []byte {
	p := newPage(domain.PrintJob{HTML: document}, "1.html", 0)
	return p.finish(pdf, folder)
}

// WithoutLastBreak is for the table of endings.
var WithoutLastBreak = withoutLastBreak
