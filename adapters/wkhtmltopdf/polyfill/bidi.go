package polyfill

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/rangetable"

	"platen/domain/htmldoc"
)

// separator divides a text node into two, and shows nothing.
const separator = "<!---->"

// cutRuns divides text from right to left into words. Qt WebKit draws one text node in several steps, and all but the first in the wrong
// place: what comes after a line's end, a number, or a word in Latin letters lies upon other text or beside the page. It draws a node for
// each word correctly.
func cutRuns(ctx context.Context, document string, root *htmldoc.Element) (cuts []edit) {
	for e := range root.All() {
		if e.IsText() && !holdsRaw(e.Parent.Name) {
			cuts = appendCuts(ctx, cuts, document[:e.End], e.Begin)
		}
	}
	return cuts
}

// holdsRaw reports whether markup in an element is text.
func holdsRaw(element string) bool {
	switch element {
	case "script", "style", "title", "textarea", "xmp", "iframe", "noframes", "plaintext":
		return true
	}
	return false
}

// appendCuts adds cuts in the text from an offset on, between pieces of different kinds and around each piece that is neither a word nor a
// number. Words of other scripts stay together.
func appendCuts(ctx context.Context, cuts []edit, text string, begin int) []edit {
	before := otherWord
	for at := begin; at < len(text) && ctx.Err() == nil; {
		kind, size := pieceOf(text[at:])
		if at > begin && (kind != before || kind != otherWord) {
			cuts = append(cuts, edit{at, at, separator})
		}
		before = kind
		at += size
	}
	return cuts
}

// kind is the role of a character in the order of writing.
type kind int

const (
	neutral kind = iota
	blanks
	number
	rightToLeft
	otherWord
	joined // belongs to the character before it
)

// pieceOf returns the beginning of a text that the engine draws in one step.
func pieceOf(text string) (first kind, size int) {
	first, size = kindOf(text)
	for size < len(text) {
		next, more := kindOf(text[size:])
		joins := next == joined || next == first && first != neutral
		switch {
		case first == number && strings.IndexByte(".,:/-", text[size]) >= 0:
			after, _ := kindOf(text[size+more:])
			joins = after == number
		case first == otherWord && next == blanks:
			after, _ := kindOf(text[size+more:])
			joins = after == otherWord
		}
		if !joins {
			return first, size
		}
		size += more
	}
	return first, size
}

// kindOf returns the kind and size of a text's first character. A character reference counts as one character, and so does
// a run of blanks, so that looking behind a run is one step.
func kindOf(text string) (kind, int) {
	if text == "" {
		return neutral, 0
	}
	if text[0] == '&' {
		if end := strings.IndexAny(text[1:min(len(text), 40)], "; <&\n"); end > 0 && text[1+end] == ';' {
			return neutral, end + 2
		}
	}
	if run := len(text) - len(strings.TrimLeft(text, " \t\r\n\f")); run > 0 {
		return blanks, run
	}
	r, size := utf8.DecodeRuneInString(text)
	properties, _ := bidi.LookupRune(r)
	switch properties.Class() {
	case bidi.R, bidi.AL:
		return rightToLeft, size
	case bidi.EN, bidi.AN:
		return number, size
	case bidi.L:
		return otherWord, size
	case bidi.NSM, bidi.BN:
		return joined, size
	}
	return neutral, size
}

// Scripts that need a treatment of their own. None of them is used for European languages.
var (
	rightToLeftScripts = rangetable.Merge(unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko)
	eastAsianScripts   = rangetable.Merge(unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo)
)

// has reports whether a document has a character of these scripts.
func has(document string, scripts *unicode.RangeTable) bool {
	return strings.ContainsFunc(document, func(r rune) bool { return r >= firstCharacter && unicode.Is(scripts, r) })
}

// firstCharacter is before those of all these scripts.
const firstCharacter = 0x580
