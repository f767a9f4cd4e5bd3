package pdftext

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// meter is a file whose reads fail after a number of bytes, since the library follows circular references.
type meter struct {
	content *bytes.Reader
	left    int64
}

var _ io.ReaderAt = (*meter)(nil)

// ReadAt reads as io.ReaderAt does, until the limit is reached.
func (m *meter) ReadAt(p []byte, offset int64) (int, error) {
	if m.left -= int64(len(p)); m.left < 0 {
		return 0, errors.New("the PDF's objects refer to each other without end")
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
