package pdftext

import (
	"bytes"
	"errors"
	"io"

	"github.com/ledongthuc/pdf"

	"platen/adapters/internal/pdftoken"
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

// stringsEnd reports whether each string ends (ISO 32000-1, 7.3.4).
func stringsEnd(content []byte) bool {
	for rest := pdftoken.SkipBlanks(content); len(rest) > 0; rest = pdftoken.SkipBlanks(rest) {
		length := pdftoken.Length(rest)
		if length == 0 && (rest[0] == '(' || rest[0] == '<') {
			return false
		}
		rest = rest[max(1, length):] // past a delimiter that begins no token, which the library ignores
	}
	return true
}
