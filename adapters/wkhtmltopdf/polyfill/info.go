package polyfill

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
)

// titleOf is the text of a document's title as a browser shows it; "" if there is none.
func titleOf(ctx context.Context, document string) string {
	if !mentions(document, "<title") {
		return ""
	}
	for t := range tokens(ctx, document) {
		// SVG has titles of its own.
		if t.raw == "title" && !t.inert {
			return strings.Join(strings.Fields(t.text()), " ")
		}
	}
	return ""
}

// setTitle sets the title of a PDF that Qt wrote. Debian's wkhtmltopdf writes an empty one in the first object, whatever
// its options say. A PDF of another form is returned unchanged.
func setTitle(pdf []byte, title string) []byte {
	if title == "" {
		return pdf
	}
	return splice(pdf, "/Title ()", "/Title <"+hexUTF16(title)+">")
}

// hexUTF16 writes a PDF text string as hexadecimal digits, which need no escapes.
func hexUTF16(text string) string {
	b := []byte{0xfe, 0xff}
	for _, unit := range utf16.Encode([]rune(text)) {
		b = binary.BigEndian.AppendUint16(b, unit)
	}
	return hex.EncodeToString(b)
}

// splice replaces a text among the first objects of a PDF that Qt wrote: the document's information and its catalog. What
// comes after the text moves, and so does the cross-reference table at the end. A PDF of another form is returned unchanged.
func splice(pdf []byte, old, text string) []byte {
	at := bytes.Index(pdf[:min(len(pdf), 1024)], []byte(old))
	table := bytes.LastIndex(pdf, []byte("\nxref\n")) + 1
	if at < 0 || table < at {
		return pdf
	}
	moved := len(text) - len(old)
	tail, err := moveTable(pdf[table:], at, table, moved)
	if err != nil {
		return pdf
	}
	spliced := make([]byte, 0, len(pdf)+moved+16)
	spliced = append(spliced, pdf[:at]...)
	spliced = append(spliced, text...)
	spliced = append(spliced, pdf[at+len(old):table]...)
	return append(spliced, tail...)
}

// moveTable rewrites a cross-reference table, its trailer and the offset of the table for a PDF in which everything after
// an offset has moved (PDF 1.7, 7.5.4). Entries have 20 bytes each.
func moveTable(tail []byte, after, table, moved int) ([]byte, error) {
	const entry = 20
	var count int
	if _, err := fmt.Sscanf(string(tail[:min(len(tail), 40)]), "xref\n0 %d\n", &count); err != nil {
		return nil, err
	}
	head := len(fmt.Sprintf("xref\n0 %d\n", count))
	trailer := head + entry*count
	last := bytes.LastIndex(tail, []byte("startxref\n"))
	if count < 0 || trailer > len(tail) || last < trailer {
		return nil, fmt.Errorf("a table of %d entries does not fit", count)
	}
	out := append(make([]byte, 0, len(tail)+16), tail[:last]...)
	for at := head; at < trailer; at += entry {
		offset, err := strconv.Atoi(string(out[at : at+10]))
		if err != nil {
			return nil, err
		}
		if offset > after {
			copy(out[at:], fmt.Sprintf("%010d", offset+moved))
		}
	}
	return fmt.Appendf(out, "startxref\n%d\n%%%%EOF\n", table+moved), nil
}
