package polyfill

import (
	"context"
	"iter"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"platen/domain"
	"platen/domain/htmldoc"
)

// token is a piece of a document, as the engine's parser divides it.
type token struct {
	kind       html.TokenType
	name       string // of a tag, in lower case
	start, end int    // its place in the document
	raw        string // of text that cannot hold markup: the element around it, as in "style"
	inert      bool   // it is in an element whose content is not HTML of the document

	z *html.Tokenizer
}

// tokens returns the pieces of a document in order and without a gap. It ends early when ctx does.
func tokens(ctx context.Context, document string) iter.Seq[token] {
	return func(yield func(token) bool) {
		z := html.NewTokenizer(htmldoc.NewReader(ctx, document))
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

// begins reports whether it is a start tag.
func (t token) begins() bool {
	return t.kind == html.StartTagToken || t.kind == html.SelfClosingTagToken
}

// attributes returns the attributes of a tag. Of several with one name the first counts. Call it once, before the next
// token.
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

// attribute finds a tag's attributes one after the other, each with its value.
var attribute = regexp.MustCompile(`([^\s"'>/=]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)`)

// span is a part of a text.
type span struct{ start, end int }

// attributeValues returns the names of a tag's attributes, in lower case, with the places of their values in the tag,
// without quotation marks. Character references are not resolved.
func attributeValues(tag string) iter.Seq2[string, span] {
	return func(yield func(string, span) bool) {
		for _, m := range attribute.FindAllStringSubmatchIndex(tag, -1) {
			value := span{m[4], m[5]}
			if quote := tag[value.start]; quote == '"' || quote == '\'' {
				value = span{value.start + 1, value.end - 1}
			}
			if !yield(strings.ToLower(tag[m[2]:m[3]]), value) {
				return
			}
		}
	}
}

// isMarkup reports whether a browser reads an element's content as text, but an engine without scripts and plug-ins reads
// it as markup.
func isMarkup(element string) bool { return element == "noscript" || element == "noembed" }

// holdsRaw reports whether markup in an element is text.
func holdsRaw(element string) bool {
	switch element {
	case "script", "style", "title", "textarea", "xmp", "iframe", "noframes", "plaintext":
		return true
	}
	return false
}

// holdsInert reports whether the tags in an element are not HTML, not shown, or ignored.
func holdsInert(element string) bool {
	switch element {
	case "svg", "math", "template", "select":
		return true
	}
	return false
}

// mentionsAny reports whether a document has one of the words, in lower or in upper case. It spares most documents a closer reading.
func mentionsAny(document string, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		return strings.Contains(document, word) || strings.Contains(document, strings.ToUpper(word))
	})
}

// mentions reports whether a document has a tag that begins so. It spares most documents a closer reading. The prefix is
// in lower case and begins with "<".
func mentions(document, prefix string) bool {
	for at := range htmldoc.TagStarts(document) {
		if end := at + len(prefix); end <= len(document) && strings.EqualFold(document[at:end], prefix) {
			return true
		}
	}
	return false
}

// textExceeds reports whether a document has more text than the limit, tags, styles and scripts not counted.
func textExceeds(ctx context.Context, document string, limit domain.ByteSize) bool {
	if len(document) <= int(limit) {
		return false
	}
	left := int(limit)
	for t := range tokens(ctx, document) {
		if t.kind != html.TextToken || t.raw == "style" || t.raw == "script" {
			continue
		}
		if left -= t.end - t.start; left < 0 {
			return true
		}
	}
	return false
}
