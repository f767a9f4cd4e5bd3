package wkhtmltopdf

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/text/unicode/bidi"
)

// cut parts two pieces of text for the engine, and for nobody else.
const cut = "<!---->"

// cutRuns parts text that is written from right to left into its words, wherever it stands. Qt WebKit puts
// all but the first of what it draws of one text node in the wrong place: what comes after a line's end, a
// number, or a word in Latin letters lies upon the rest or beside the page. A node for each word it draws well.
func cutRuns(document string) (edits []edit) {
	for t := range tokens(document) {
		if t.kind == html.TextToken && t.raw == "" {
			edits = appendCuts(edits, document[t.start:t.end], t.start)
		}
	}
	return edits
}

// appendCuts cuts a text, which begins at an offset: between pieces of unlike kinds, and around each of those
// that are neither words nor numbers, but for words in other scripts, which stay together.
func appendCuts(edits []edit, text string, offset int) []edit {
	before := otherWord
	for at := 0; at < len(text); {
		kind, size := pieceOf(text[at:])
		if at > 0 && (kind != before || kind != otherWord) {
			edits = append(edits, edit{offset + at, offset + at, cut})
		}
		before = kind
		at += size
	}
	return edits
}

// kind is what a character is to the order of writing.
type kind int

const (
	neutral kind = iota
	blanks
	number
	rightToLeft
	otherWord
	joined // belongs to the character before it
)

// pieceOf is the beginning of a text that the engine draws in one go.
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

// kindOf is the kind of a text's first character, and its size. A character reference is one character, and so is
// a run of blanks: whoever has to look behind one, does so in one step.
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

// writesRightToLeft tells whether a document has such text.
func writesRightToLeft(document string) bool {
	for i := 0; i < len(document); i++ {
		// All of it is written in two bytes from U+0590 on, or in three.
		if document[i] < 0xd6 {
			continue
		}
		r, size := utf8.DecodeRuneInString(document[i:])
		if unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko) {
			return true
		}
		i += size - 1
	}
	return false
}
