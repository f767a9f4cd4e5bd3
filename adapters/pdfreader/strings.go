package pdfreader

import (
	"bytes"
	"errors"
	"io"

	"github.com/ledongthuc/pdf"
)

// maxStream bounds one decoded content stream, in bytes.
const maxStream = 256 << 20

// checkStrings refuses streams with a string without an end, for which the library would search for ever. An array of streams is
// read as one.
func checkStrings(stream pdf.Value) error {
	parts := []pdf.Value{stream}
	if stream.Kind() == pdf.Array {
		parts = elements(stream)
	}
	var content bytes.Buffer
	for _, part := range parts {
		if part.Kind() != pdf.Stream {
			continue
		}
		if _, err := content.ReadFrom(io.LimitReader(part.Reader(), maxStream)); err != nil {
			return err
		}
	}
	if !stringsEnd(content.Bytes()) {
		return errors.New("a string in its content has no end")
	}
	return nil
}

// stringsEnd tells whether each string ends (ISO 32000-1, 7.3.4). Comments and dictionary brackets are skipped.
func stringsEnd(content []byte) bool {
	for i := 0; i < len(content); i++ {
		switch content[i] {
		case '%':
			end := bytes.IndexAny(content[i:], "\r\n")
			if end < 0 {
				return true
			}
			i += end
		case '<':
			if i+1 < len(content) && content[i+1] == '<' {
				i++
				continue
			}
			end := bytes.IndexByte(content[i:], '>')
			if end < 0 {
				return false
			}
			i += end
		case '(':
			end := literalEnd(content[i:])
			if end < 0 {
				return false
			}
			i += end
		}
	}
	return true
}

// literalEnd gives the place of the bracket that ends a string in brackets; -1: there is none.
func literalEnd(content []byte) int {
	depth := 0
	for i := 0; i < len(content); i++ {
		switch content[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
