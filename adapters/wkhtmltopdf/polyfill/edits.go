package polyfill

import (
	"bufio"
	"cmp"
	"slices"
)

// edit replaces a part of the document by a text.
type edit struct {
	start, end int
	text       string
}

// sortEdits sorts edits by their places, and drops those within a part that another one replaces.
func sortEdits(edits []edit) []edit {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
	done := 0
	return slices.DeleteFunc(edits, func(e edit) bool {
		if e.start < done {
			return true
		}
		done = e.end
		return false
	})
}

// writeEdited writes the document with the edits and with a separator at each cut. Both are sorted. There may be
// millions of cuts, so they are offsets only.
func writeEdited(w *bufio.Writer, document string, edits []edit, cuts []int32) {
	done := 0
	// A buffered writer keeps its first error, which Flush returns.
	writeUpTo := func(end int) {
		for len(cuts) > 0 && int(cuts[0]) < end {
			if at := int(cuts[0]); at >= done {
				_, _ = w.WriteString(document[done:at])
				_, _ = w.WriteString(separator)
				done = at
			}
			cuts = cuts[1:]
		}
		_, _ = w.WriteString(document[done:end])
	}
	for _, e := range edits {
		writeUpTo(e.start)
		_, _ = w.WriteString(e.text)
		done = e.end
	}
	writeUpTo(len(document))
}
