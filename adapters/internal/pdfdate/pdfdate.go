// Package pdfdate replaces the time of a print in its PDF, for engines whose equal jobs must give equal bytes.
package pdfdate

import (
	"bytes"
	"regexp"
)

// dates matches the dates of an information dictionary (ISO 32000-1, 14.3.3) up to the seconds. An engine writes texts of
// the document there with their parentheses escaped, or in hexadecimal, so none of them matches.
var dates = regexp.MustCompile(`/(?:CreationDate|ModDate) ?\(D:(\d{14})`)

// epoch replaces all dates. It has the same length, so no offset in the file changes.
const epoch = "19700101000000"

// Fix overwrites the dates of the information dictionary in place. The dictionary must be the first object of the file and plain
// text, as engines write it; other objects are not changed.
func Fix(pdf []byte) {
	first, _, found := bytes.Cut(pdf, []byte("endobj"))
	if !found {
		return
	}
	for _, at := range dates.FindAllSubmatchIndex(first, -1) {
		copy(first[at[2]:at[3]], epoch)
	}
}
