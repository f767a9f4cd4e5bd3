package chrome

import (
	"bytes"
	"strings"
)

// scriptLink is how Chrome writes a link to a script, however the document spells it. Nothing that it compresses
// looks like this.
var scriptLink = []byte("/S /URI\n/URI (javascript:")

// disarm takes from a PDF the links to scripts, which a reader might run. It overwrites the addresses in place,
// with blanks behind what is left, so that nothing else of the PDF changes.
func disarm(pdf []byte) {
	for {
		at := bytes.Index(pdf, scriptLink)
		if at < 0 {
			return
		}
		pdf = pdf[at+bytes.IndexByte(scriptLink, '(')+1:]
		end := endOfString(pdf)
		if end < 0 {
			return
		}
		copy(pdf, ")"+strings.Repeat(" ", end))
		pdf = pdf[end+1:]
	}
}

// endOfString is the offset of the bracket that ends a PDF's string; -1 without one. Chrome escapes every bracket within it.
func endOfString(text []byte) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case ')':
			return i
		}
	}
	return -1
}
