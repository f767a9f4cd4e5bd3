package wkhtmltopdf

import (
	"iter"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// token is a piece of a document as the engine's parser takes it apart.
type token struct {
	kind       html.TokenType
	name       string // of a tag, in lower case
	start, end int    // where it stands in the document
	raw        string // of text that cannot hold markup: the element around it, as in "style"
	inert      bool   // it stands in an element whose content is no HTML of the document

	z *html.Tokenizer
}

// tokens takes a document apart, in order and without a gap, in time proportional to its size.
func tokens(document string) iter.Seq[token] {
	return func(yield func(token) bool) {
		z := html.NewTokenizer(strings.NewReader(document))
		end, raw, inert := 0, "", 0
		for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
			t := token{kind: kind, start: end, end: end + len(z.Raw()), z: z}
			end = t.end
			if kind == html.TextToken {
				t.raw = raw
			}
			raw = ""
			if t.isTag() {
				name, _ := z.TagName()
				t.name = atom.String(name)
			}
			if kind == html.EndTagToken && holdsInert(t.name) {
				inert = max(0, inert-1)
			}
			t.inert = inert > 0
			switch {
			case !t.begins():
			case isMarkup(t.name), kind == html.SelfClosingTagToken && t.inert:
				z.NextIsNotRawText()
			case holdsRaw(t.name):
				raw = t.name
			case kind == html.StartTagToken && holdsInert(t.name):
				inert++
			}
			if !yield(t) {
				return
			}
		}
	}
}

func (t token) isTag() bool { return t.begins() || t.kind == html.EndTagToken }

// begins tells whether it is an element's beginning.
func (t token) begins() bool {
	return t.kind == html.StartTagToken || t.kind == html.SelfClosingTagToken
}

// attributes gives the attributes of a tag. Of several with one name the first counts. They can be asked for
// once, before the next token.
func (t token) attributes() map[string]string {
	attributes := map[string]string{}
	for more := true; more; {
		var key, value []byte
		key, value, more = t.z.TagAttr()
		if _, has := attributes[string(key)]; !has && len(key) > 0 {
			attributes[string(key)] = string(value)
		}
	}
	return attributes
}

// text gives what a text says, without its character references. It can be asked for once, before the next token.
func (t token) text() string { return string(t.z.Text()) }

// isMarkup tells the elements that a browser reads as text, but an engine without scripts and plugins as markup.
func isMarkup(element string) bool { return element == "noscript" || element == "noembed" }

// holdsRaw tells the elements in which markup is text.
func holdsRaw(element string) bool {
	switch element {
	case "script", "style", "title", "textarea", "xmp", "iframe", "noframes", "plaintext":
		return true
	}
	return false
}

// holdsInert tells the elements in which tags are not HTML's, not shown, or passed over.
func holdsInert(element string) bool {
	switch element {
	case "svg", "math", "template", "select":
		return true
	}
	return false
}
