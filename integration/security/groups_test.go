package security_test

import (
	"iter"
	"slices"
	"strings"
)

// groupSize is the number of rows in one document, of whose failed resources the log names 20.
const groupSize = 10

// parcel is a row whose document may be a part of another one.
type parcel interface {
	row
	// alone reports whether the row needs a document of its own.
	alone() bool
}

// groups returns the rows that share a document.
func groups[R parcel](rows []R) iter.Seq[[]R] {
	return func(yield func([]R) bool) {
		var sharing []R
		for _, r := range rows {
			if !r.alone() {
				sharing = append(sharing, r)
			} else if !yield([]R{r}) {
				return
			}
		}
		for group := range slices.Chunk(sharing, groupSize) {
			if !yield(group) {
				return
			}
		}
	}
}

// alone reports whether the document has what a document can have only once.
func (d document) alone() bool {
	return slices.ContainsFunc([]string{"<!doctype", "<html", "<body", "<base"}, func(tag string) bool {
		return strings.Contains(d.HTML+d.Header+d.Footer, tag)
	})
}

// together makes one document of those of the rows.
func together[R any](rows []R, of func(R) document) (whole document) {
	for _, r := range rows {
		d := of(r)
		whole.HTML += d.HTML + "\n"
		whole.CSS += d.CSS + "\n"
		whole.Header += d.Header
		whole.Footer += d.Footer
	}
	return whole
}
