package chrome

import (
	"bytes"
	"strings"

	"platen/adapters/pdf/object"
	"platen/domain/htmldoc"
)

// removedLinks is how Chrome writes links that lead nowhere: to scripts, however the document spells them, which a PDF reader might run,
// and to relative addresses. Chrome writes the line breaks of strings as escapes and compresses content, so no text of the document
// contains this.
var removedLinks = [][]byte{[]byte(linkStart + "javascript:"), []byte(linkStart + htmldoc.RelativeBase)}

const linkStart = "/S /URI\n/URI ("

// removeLinks overwrites the addresses of such links with blanks. No offset in the PDF changes.
func removeLinks(pdf []byte) {
	for _, link := range removedLinks {
		for rest := pdf; ; {
			at := bytes.Index(rest, link)
			if at < 0 {
				break
			}
			rest = rest[at+len(linkStart)-len("("):]
			length := object.TokenLength(rest)
			if length == 0 {
				break
			}
			copy(rest, "()"+strings.Repeat(" ", length-len("()")))
			rest = rest[length:]
		}
	}
}
