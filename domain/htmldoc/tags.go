package htmldoc

import (
	"io"
	"iter"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// offsets returns those of every occurrence of a character.
func offsets(text string, of byte) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := 0; ; at++ {
			next := strings.IndexByte(text[at:], of)
			if next < 0 {
				return
			}
			at += next
			if !yield(at) {
				return
			}
		}
	}
}

// TagStarts returns the offset of every "<" of a text: of all that could begin a tag.
func TagStarts(text string) iter.Seq[int] { return offsets(text, '<') }

// TagReader reads start tags of a text. It is not safe for concurrent use.
type TagReader struct {
	text string
	left int // bytes that may still be read
	// Tokenizer reads all tags from rest, with one buffer; nil at first and after a tag that never ends.
	*html.Tokenizer
	rest tagPieces
}

// NewTagReader returns a reader of the start tags of a text.
func NewTagReader(text string) *TagReader { return &TagReader{text: text, left: 2*len(text) + 1<<16} }

// IsExhausted reports whether the tags that were read are longer together than the text is, twice over. Tags overlap in hostile text only.
func (r *TagReader) IsExhausted() bool { return r.left < 0 }

// StartTag reads the start tag at an offset, where the text has "<" and a letter, as a browser does, and returns its length. Of one that
// never ends, which is none, the length is that of the rest of the text.
func (r *TagReader) StartTag(at int) (length int, ends bool) {
	r.rest.text = r.text[at:]
	if r.Tokenizer == nil {
		r.Tokenizer = html.NewTokenizer(&r.rest)
	}
	ends = r.Next() != html.ErrorToken
	length = len(r.Raw())
	r.left -= length
	r.NextIsNotRawText()
	if !ends {
		r.Tokenizer = nil
	}
	return length, ends
}

// tagPieces reads a text only as far as a tag may end, so that nothing after the tag is left in the tokenizer's buffer.
type tagPieces struct{ text string }

func (t *tagPieces) Read(p []byte) (int, error) {
	next := t.text[:min(len(t.text), len(p))]
	if next == "" {
		return 0, io.EOF
	}
	if end := strings.IndexByte(next, '>'); end >= 0 {
		next = next[:end+1]
	}
	t.text = t.text[len(next):]
	return copy(p, next), nil
}

// StartTag is a start tag, as a browser reads it from its "<".
type StartTag struct {
	// Name is in lower case. It is empty if there may be more tags: all of the rest may be in a tag.
	Name       string
	Begin, End int
	// Tokenizer is at the tag until the next one is read; nil if the tag never ends, or has no name.
	*html.Tokenizer
}

// StartTags returns the start tags of the elements, which are named in lower case. It finds them wherever they stand: in comments, raw
// text and attributes too. Whether a browser takes those for tags depends on the whole tree that it builds, but every tag that it can see
// begins with a "<" of the document, and a browser reads it from there as it is read here. So StartTags returns a tag that a browser does
// not see rather than miss one. The last tag has no name if tags are in each other's attributes too often to be read.
func StartTags(document string, elements ...string) iter.Seq[StartTag] {
	return func(yield func(StartTag) bool) {
		tags := NewTagReader(document)
		for at := range TagStarts(document) {
			name := tagPrefix(document[at+1:], elements...)
			if name == "" {
				continue
			}
			length, _ := tags.StartTag(at)
			if tags.IsExhausted() {
				yield(StartTag{Begin: at, End: len(document)})
				return
			}
			if !yield(StartTag{name, at, at + length, tags.Tokenizer}) {
				return
			}
		}
	}
}

// Attribute returns the value of an attribute of no namespace, and whether there is one.
func Attribute(of []html.Attribute, name string) (value string, found bool) {
	i := slices.IndexFunc(of, func(a html.Attribute) bool { return a.Key == name && a.Namespace == "" })
	if i < 0 {
		return "", false
	}
	return of[i].Val, true
}

// Attributes writes attributes as HTML, each after a blank. It leaves out those whose names need not be names again, and those of a
// namespace.
func Attributes(all []html.Attribute) string {
	var b strings.Builder
	for _, a := range all {
		if a.Namespace == "" && !strings.ContainsAny(a.Key, blanks+"\"'<>/=\x00") {
			b.WriteString(" " + a.Key + `="` + html.EscapeString(a.Val) + `"`)
		}
	}
	return b.String()
}

// tagPrefix returns the name, one of names in lower case, that a browser reads as the tag's name if rest follows "<"; "" if it
// is none of them.
func tagPrefix(rest string, names ...string) string {
	for _, name := range names {
		if hasPrefixFold(rest, name) && len(rest) > len(name) && strings.IndexByte(blanks+"/>", rest[len(name)]) >= 0 {
			return name
		}
	}
	return ""
}

// hasPrefixFold is strings.HasPrefix for a prefix in lower-case ASCII.
func hasPrefixFold(text, prefix string) bool {
	const lower = 'a' - 'A' // most texts differ in the first letter
	return len(text) >= len(prefix) && text[0]|lower == prefix[0]|lower && strings.EqualFold(text[:len(prefix)], prefix)
}

// blanks are what HTML calls white space.
const blanks = " \t\n\f\r"
