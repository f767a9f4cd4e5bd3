package pdfreader

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/ledongthuc/pdf"
)

// The helpers of TextReader around github.com/ledongthuc/pdf.

// smallestObject is the size of "1 0 obj 1 endobj" and its entry, rounded down: no file has more objects than its size divided by
// this.
const smallestObject = 16

// boxOf reads an array of two opposite corners, whichever they are.
func boxOf(v pdf.Value) (box, bool) {
	var c [4]float64
	for i := range c {
		c[i] = v.Index(i).Float64()
	}
	b := box{math.Min(c[0], c[2]), math.Min(c[1], c[3]), math.Max(c[0], c[2]), math.Max(c[1], c[3])}
	return b, v.Len() == len(c) && b.right > b.left && b.top > b.bottom
}

// meter is a file whose reads fail after a number of bytes, since the library follows circular references.
type meter struct {
	content *bytes.Reader
	left    int64
}

var _ io.ReaderAt = (*meter)(nil)

// ReadAt reads as io.ReaderAt does, until the limit is reached.
func (m *meter) ReadAt(p []byte, offset int64) (int, error) {
	if m.left -= int64(len(p)); m.left < 0 {
		return 0, errEndless
	}
	return m.content.ReadAt(p, offset)
}

// recovered turns the library's panics, with which it reports malformed files, into errors.
func recovered(operation string, err *error) {
	switch r := recover().(type) {
	case nil:
	case error:
		*err = fmt.Errorf("%s: %w", operation, r)
	default:
		*err = fmt.Errorf("%s: %w", operation, errors.New(fmt.Sprint(r)))
	}
}
