package chrome

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
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

// nodeID is how Chrome names an element of a tagged PDF: by the number of its node. A renderer process counts the nodes of all its
// documents.
var nodeID = regexp.MustCompile(`\(node(\d{8})\)`)

// renumberNodes replaces the numbers of a tagged PDF's elements by numbers that depend on this document only. Their order stays, since
// the elements' name tree is sorted by them. Their length stays, and so does every offset.
func renumberNodes(pdf []byte) {
	var found [][]byte // the digits, in place
	for _, at := range nodeID.FindAllSubmatchIndex(pdf, -1) {
		if isReference(pdf[:at[0]]) {
			found = append(found, pdf[at[2]:at[3]])
		}
	}
	numbers := make([]string, len(found))
	for i, digits := range found {
		numbers[i] = string(digits)
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	for _, digits := range found {
		rank, _ := slices.BinarySearch(numbers, string(digits))
		copy(digits, fmt.Sprintf("%08d", rank+1))
	}
}

// isReference reports whether a string names an element, by what precedes it: the key ID, or another element of an array. The value of
// another key, such as Alt, is text of the document.
func isReference(before []byte) bool {
	before = bytes.TrimRight(before, " \r\n")
	key := before[bytes.LastIndexAny(before, " \r\n[]<>()")+1:]
	return !bytes.HasPrefix(key, []byte("/")) || string(key) == "/ID"
}
