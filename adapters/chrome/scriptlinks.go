package chrome

import (
	"bytes"
	"strings"
)

// scriptLink is how Chrome writes a link to a script, however the document spells it. Compressed data never contains
// this text.
var scriptLink = []byte("/S /URI\n/URI (javascript:")

// removeScriptLinks empties the addresses of links to scripts, which a PDF reader might run. It overwrites them in
// place with blanks, so that no offset in the PDF changes.
func removeScriptLinks(pdf []byte) {
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

// endOfString is the offset of the parenthesis that ends a PDF string; -1 without one. Chrome escapes those within it.
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
