package object

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
)

// Text decodes a text string (ISO 32000-1, 7.9.2.2): UTF-16 or UTF-8 with a byte order mark, otherwise PDFDocEncoding, which
// is read as Latin-1.
func (s String) Text() string {
	if wide, is := strings.CutPrefix(string(s), "\xfe\xff"); is {
		units := make([]uint16, len(wide)/2)
		for i := range units {
			units[i] = binary.BigEndian.Uint16([]byte(wide[2*i:]))
		}
		return string(utf16.Decode(units))
	}
	if utf8, is := strings.CutPrefix(string(s), "\xef\xbb\xbf"); is {
		return strings.ToValidUTF8(utf8, "\ufffd")
	}
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return string(runes)
}

// TextString encodes a text: as it is, if it is ASCII, otherwise in UTF-16.
func TextString(text string) String {
	if !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
		return String(text)
	}
	b := []byte("\xfe\xff")
	for _, unit := range utf16.Encode([]rune(text)) {
		b = binary.BigEndian.AppendUint16(b, unit)
	}
	return String(b)
}
