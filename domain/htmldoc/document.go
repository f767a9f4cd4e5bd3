// Package htmldoc edits the author's HTML without parsing it into a tree and writing it again: the result is joined from
// pieces of the original.
//
// [Parse] scans a document for its style sheets. [Document.HTML] puts the css of the request and further styles into
// it, and disables what would navigate away from it. [Tree] has the elements of a document, for those who look for what they contain.
package htmldoc

import (
	"context"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"platen/domain/stylesheet"
)

// Document is a document whose placeholders are filled. Safe for concurrent use.
type Document struct {
	source string
	css    string
	scan   documentScan
}

// Parse scans a document, and takes the css that goes in after the document's own styles.
// When ctx ends, Parse returns its error soon.
func Parse(ctx context.Context, html, css string) (*Document, error) {
	// In a file a byte order mark would be decoded; in a string it is text, and a doctype or a first selector after it has no effect.
	html, css = strings.TrimPrefix(html, "\ufeff"), strings.TrimPrefix(css, "\ufeff")
	return &Document{source: html, css: css, scan: scan(ctx, html)}, ctx.Err()
}

// RootAttributes returns the attributes of the root element.
func (d *Document) RootAttributes() map[string]string { return d.scan.rootAttributes }

// Stylesheets returns the style sheets of the document in document order, css last. stylesheet.WithExternal adds the text of
// external ones.
func (d *Document) Stylesheets() []stylesheet.Sheet {
	sheets := d.scan.stylesheets
	if d.css == "" {
		return sheets
	}
	return append(sheets[:len(sheets):len(sheets)], stylesheet.Sheet{Text: d.css, URL: d.scan.base})
}

// HTML returns the document with css in a style element of its own after the author's styles, so that css wins ties in
// the cascade. A refresh meta element has no effect in it.
//
// Overrides are page rules with important declarations. They are put both before and after all other styles: in CSS
// the last important declaration wins among equals, in Blink the one of the first style sheet does.
func (d *Document) HTML(overrides string) string {
	var b strings.Builder
	b.Grow(len(d.source) + len(d.css) + 2*len(overrides) + 3*len("<style></style>"))
	b.WriteString(d.source[:d.scan.firstStyles])
	writeStyle(&b, overrides)
	b.WriteString(d.source[d.scan.firstStyles:d.scan.lastStyles])
	if d.css != "" || overrides != "" {
		b.WriteString(d.scan.unclosed)
	}
	writeStyle(&b, d.css)
	writeStyle(&b, overrides)
	b.WriteString(d.source[d.scan.lastStyles:])
	return NeutralizeRefresh(b.String())
}

// WithBody returns a document of the same root element and style sheets, which css precedes, with another body.
func (d *Document) WithBody(css, body string) string {
	var b strings.Builder
	b.WriteString("<!doctype html><html")
	for _, name := range slices.Sorted(maps.Keys(d.scan.rootAttributes)) {
		fmt.Fprintf(&b, ` %s="%s"`, name, html.EscapeString(d.scan.rootAttributes[name]))
	}
	b.WriteString("><head>")
	if d.scan.base != "" {
		fmt.Fprintf(&b, `<base href="%s">`, html.EscapeString(d.scan.base))
	}
	writeStyle(&b, css)
	for _, sheet := range d.Stylesheets() {
		media := html.EscapeString(sheet.Media)
		if sheet.External {
			fmt.Fprintf(&b, `<link rel=stylesheet media="%s" href="%s">`, media, html.EscapeString(sheet.URL))
		} else {
			fmt.Fprintf(&b, `<style media="%s">%s</style>`, media, EscapeStyle(sheet.Text))
		}
	}
	b.WriteString("</head>" + body)
	return b.String()
}

// writeStyle writes a style element, or nothing for empty css.
func writeStyle(b *strings.Builder, css string) {
	if css != "" {
		b.WriteString("<style>" + EscapeStyle(css) + "</style>")
	}
}

// EscapeStyle escapes css so that HTML finds no tag in it: neither the end of its style element nor, if broken markup
// around it makes its text markup, a meta element. In CSS the escapes mean the same characters in all places where the
// tag could have had a meaning: in strings and in url().
func EscapeStyle(css string) string {
	return styleTags.ReplaceAllStringFunc(css, func(tag string) string {
		if tag[1] == '/' {
			return `<\` + tag[len("<"):]
		}
		return `<\6d ` + tag[len("<m"):]
	})
}

// styleTags matches the tags that styles must not contain.
var styleTags = regexp.MustCompile(`<(?i:/style|meta)`)

// NeutralizeRefresh disables every meta element that would load another page (http-equiv=refresh), wherever a browser may see its tag. The
// h of the attribute's name becomes a character reference: in a tag that is another name, in text and in values it is the same letter.
func NeutralizeRefresh(document string) string {
	var b strings.Builder
	done := 0
	for tag := range StartTags(document, "meta") {
		begin := max(tag.Begin, done)
		for dash := range offsets(document[begin:max(begin, tag.End)], '-') {
			if at := begin + dash - len("http"); at > done && isRefresh(document, at) {
				b.WriteString(document[done:at])
				b.WriteString("&#104;")
				done = at + len("h")
			}
		}
	}
	if done == 0 {
		return document
	}
	b.WriteString(document[done:])
	return b.String()
}

// isRefresh reports whether an attribute http-equiv that may have the value "refresh" begins at an offset. References in the value may be
// its letters.
func isRefresh(document string, at int) bool {
	const name = "http-equiv"
	if strings.IndexByte(blanks+`/"'`, document[at-1]) < 0 || !hasPrefixFold(document[at:], name) {
		return false
	}
	value, is := strings.CutPrefix(strings.TrimLeft(document[at+len(name):], blanks), "=")
	value = strings.TrimLeft(value, blanks+`"'`)
	return is && (refresh.MatchString(value) || strings.Contains(value[:min(len(value), len("&")+6)], "&"))
}

var refresh = regexp.MustCompile(`(?i)^refresh\b`)

// NewReader returns a reader of the text for a tokenizer or parser of HTML. It fails with the error of ctx when ctx ends,
// and with it what reads from it.
func NewReader(ctx context.Context, text string) io.Reader {
	return &contextReader{ctx: ctx, text: strings.NewReader(text)}
}

type contextReader struct {
	ctx  context.Context
	text *strings.Reader
}

// readAtOnce is how much is read between two looks at the context: the least that the tokenizer asks for.
const readAtOnce = 4096

func (r *contextReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.text.Read(p[:min(len(p), readAtOnce)])
}
