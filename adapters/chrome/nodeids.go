package chrome

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
)

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
