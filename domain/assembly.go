package domain

import "strings"

// Assembly is a filled template, read once: where its styles end and what its page rules say. It makes
// sheets of the same document with different margins without reading it again. Safe for concurrent use.
type Assembly struct {
	document string
	css      string
	begin    int
	insert   int
	rules    []PageRule
}

// NewAssembly reads a document whose placeholders are filled, and the css that goes in after its own styles.
func NewAssembly(html, css string) *Assembly {
	// In a file a byte order mark would be decoding; in a string it is text, which ends the doctype's place.
	html = strings.TrimPrefix(html, "\ufeff")
	survey := surveyOf(html)
	return &Assembly{
		document: html,
		css:      css,
		begin:    survey.begin,
		insert:   survey.insert,
		rules:    pageRulesOf(append(survey.styles, css)),
	}
}

// Rules are the document's @page rules in document order, those of css last. Rules of other media are left out, and
// so are those of external stylesheets, which nobody has read.
func (a *Assembly) Rules() []PageRule { return a.rules }

// PrintJob puts the document together: css as a style block of its own after the author's styles, so that it wins
// where the cascade is a tie. A refresh meta loses its effect. Paper and margins are the defaults; the sheet's
// own are what the page rules make of them.
//
// Overrides are page rules whose declarations are all important. They stand both before and after all other
// styles: by CSS the last important rule wins among equals, in Chrome that of the first style sheet does.
//
// The document is joined of pieces of the original, never written anew by a serialiser.
func (a *Assembly) PrintJob(paper Size, margins Margins, overrides ...string) PrintJob {
	document := neutralizeRefresh(a.join(taming(a.rules) + strings.Join(overrides, "")))
	paper, margins = EffectivePage(a.rules, paper, margins)
	return PrintJob{HTML: document, Paper: paper, Margins: margins}
}

// join puts the style blocks into the document.
func (a *Assembly) join(overrides string) string {
	var b strings.Builder
	b.Grow(len(a.document) + len(a.css) + 2*len(overrides) + 3*len("<style></style>"))
	b.WriteString(a.document[:a.begin])
	writeStyle(&b, overrides)
	b.WriteString(a.document[a.begin:a.insert])
	writeStyle(&b, a.css)
	writeStyle(&b, overrides)
	b.WriteString(a.document[a.insert:])
	return b.String()
}

// writeStyle writes a style block, or nothing for empty css.
func writeStyle(b *strings.Builder, css string) {
	if css == "" {
		return
	}
	b.WriteString("<style>")
	writeContained(b, css)
	b.WriteString("</style>")
}

// writeContained writes css so that HTML cannot take any of it for a tag: neither for the end of the block,
// nor, where a document's broken markup makes the block's content markup, for a meta element. The backslash
// escapes mean the same character to CSS wherever the tag could have had a meaning: in strings and in url().
func writeContained(b *strings.Builder, css string) {
	done := 0
	for at := range tagStarts(css) {
		rest := css[at+1:]
		switch {
		case hasPrefixFold(rest, "/style"):
			b.WriteString(css[done:at] + `<\/`)
			done = at + len("</")
		case hasPrefixFold(rest, "meta"):
			b.WriteString(css[done:at] + `<\6d `)
			done = at + len("<m")
		}
	}
	b.WriteString(css[done:])
}
