package chrome

import (
	"bytes"
	"strings"

	"platen/adapters/internal/pdftoken"
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
		pdf = pdf[at+bytes.IndexByte(scriptLink, '('):]
		length := pdftoken.Length(pdf)
		if length == 0 {
			return
		}
		copy(pdf, "()"+strings.Repeat(" ", length-len("()")))
		pdf = pdf[length:]
	}
}
