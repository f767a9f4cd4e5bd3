package pdfreader

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
)

const (
	// tail is how far from the end the library looks for startxref.
	tail = 100
	// entrySize is fixed by ISO 32000-1, 7.5.4.
	entrySize = 20
	// smallestObject is what "1 0 obj 1 endobj" and its entry take, rounded down: no file has more objects
	// than its size over this.
	smallestObject = 16
	maxTrailer     = 4096
)

var errNotWhole = errors.New("not a whole PDF")

// checkFrame sees that the file begins and ends as a PDF, and that its cross-reference section is one plain
// table which the library can read without surprises. It gives the number of the table's entries.
func checkFrame(content []byte) (objects int, err error) {
	if !bytes.HasPrefix(content, []byte("%PDF-")) {
		return 0, fmt.Errorf("%w: it does not begin with %%PDF-", errNotWhole)
	}
	end := bytes.TrimRight(content[max(0, len(content)-tail):], "\r\n\t ")
	if !bytes.HasSuffix(end, []byte("%%EOF")) {
		return 0, fmt.Errorf("%w: it does not end with %%%%EOF", errNotWhole)
	}
	offset, ok := startOf(end)
	if !ok || offset >= len(content) {
		return 0, fmt.Errorf("%w: no place of the cross-reference table", errNotWhole)
	}
	return checkTable(content[offset:], len(content)/smallestObject)
}

// startOf reads the table's offset from the lines "startxref", number, "%%EOF".
func startOf(end []byte) (offset int, ok bool) {
	i := bytes.LastIndex(end, []byte("startxref"))
	if i < 1 || !isEOL(end[i-1]) {
		return 0, false
	}
	rest := end[i+len("startxref") : len(end)-len("%%EOF")]
	if len(rest) == 0 || !isEOL(rest[0]) {
		return 0, false
	}
	offset, err := strconv.Atoi(string(bytes.TrimSpace(rest)))
	return offset, err == nil && offset > 0
}

func isEOL(b byte) bool { return b == '\n' || b == '\r' }

// checkTable reads a cross-reference table up to its trailer, strictly, and refuses what would lead the
// library to another one.
func checkTable(table []byte, limit int) (objects int, err error) {
	rest, ok := bytes.CutPrefix(table, []byte("xref"))
	if !ok {
		return 0, errors.New("the PDF has no plain cross-reference table")
	}
	for {
		rest = bytes.TrimLeft(rest, "\r\n ")
		if trailer, found := bytes.CutPrefix(rest, []byte("trailer")); found {
			return objects, checkTrailer(trailer)
		}
		var first, n int
		if first, rest, ok = number(rest); ok {
			n, rest, ok = number(rest)
		}
		if !ok || first > limit || n > limit || first+n > limit || len(rest) < n*entrySize {
			return 0, errors.New("the PDF's cross-reference table is malformed")
		}
		for i := range n {
			if !isEntry(rest[i*entrySize : (i+1)*entrySize]) {
				return 0, errors.New("the PDF's cross-reference table has a malformed entry")
			}
		}
		objects, rest = max(objects, first+n), rest[n*entrySize:]
	}
}

// number reads digits and the blanks and line end after them.
func number(b []byte) (value int, rest []byte, ok bool) {
	digits := 0
	for digits < len(b) && b[digits] >= '0' && b[digits] <= '9' {
		digits++
	}
	value, err := strconv.Atoi(string(b[:digits]))
	return value, bytes.TrimLeft(b[digits:], "\r\n "), err == nil && digits < len(b) && (b[digits] == ' ' || isEOL(b[digits]))
}

// isEntry matches "nnnnnnnnnn ggggg n" and two bytes of line end.
func isEntry(e []byte) bool {
	for i, c := range e[:16] {
		if blank := i == 10; blank != (c == ' ') || !blank && (c < '0' || c > '9') {
			return false
		}
	}
	return e[16] == ' ' && (e[17] == 'n' || e[17] == 'f') && (e[18] == ' ' || isEOL(e[18])) && isEOL(e[19])
}

func checkTrailer(trailer []byte) error {
	end := bytes.Index(trailer, []byte("startxref"))
	if end < 0 || end > maxTrailer {
		return errors.New("the PDF's trailer has no end")
	}
	// A # could spell any of the names in a way that this does not see.
	for _, refused := range []string{"/Prev", "/XRefStm", "/Encrypt", "#"} {
		if bytes.Contains(trailer[:end], []byte(refused)) {
			return fmt.Errorf("the PDF's trailer holds %s, which engines do not write", refused)
		}
	}
	return nil
}

// meter is a file that refuses to be read for ever: objects may refer to each other in circles.
type meter struct {
	content *bytes.Reader
	left    int64
}

const (
	// The library reads 4 KiB to look at an object of a hundred bytes.
	readsPerByte = 64
	readsAtLeast = 1 << 20
)

func newMeter(content []byte) *meter {
	return &meter{bytes.NewReader(content), readsAtLeast + readsPerByte*int64(len(content))}
}

// ReadAt reads as io.ReaderAt does, until the file was read too often.
func (m *meter) ReadAt(p []byte, offset int64) (int, error) {
	if m.left -= int64(len(p)); m.left < 0 {
		return 0, errors.New("the PDF's objects refer to each other without end")
	}
	return m.content.ReadAt(p, offset)
}

var _ io.ReaderAt = (*meter)(nil)
