package polyfill

import (
	"context"
	"encoding/binary"
	"encoding/hex"
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
