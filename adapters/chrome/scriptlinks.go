package chrome

import (
	"bytes"
	"strings"

	"platen/adapters/internal/pdftoken"
)

// scriptLink is how Chrome writes a link to a script, however the document spells it. Chrome writes the line breaks of strings as
// escapes and compresses content, so no text of the document contains this.
var scriptLink = []byte("/S /URI\n/URI (javascript:")

// removeScriptLinks overwrites the addresses of links to scripts, which a PDF reader might run, with blanks. No offset in the PDF
// changes.
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
