package object

import (
	"strings"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Text decodes a text string (ISO 32000-1, 7.9.2.2): UTF-16 or UTF-8 with a byte order mark, otherwise PDFDocEncoding, which
// is read as Latin-1.
func (s String) Text() string {
	text, _, _ := transform.String(unicode.BOMOverride(charmap.ISO8859_1.NewDecoder()), string(s)) // what is no text becomes U+FFFD
	return strings.ToValidUTF8(text, "\ufffd")
}

// maxText bounds, in bytes, a text that becomes a text string: PDF/A-2 allows no longer strings than 32767 (ISO 19005-2, 6.1.13), and each
// character takes up to four bytes.
const maxText = 8000

// TextString encodes a text, of at most maxText: as it is, if it is ASCII, otherwise in UTF-16. What is no UTF-8 is left out.
func TextString(text string) String {
	text = strings.ToValidUTF8(text[:min(len(text), maxText)], "")
	if !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
		return String(text)
	}
	encoded, _ := unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder().String(text)
	return String(encoded)
}
