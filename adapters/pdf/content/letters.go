package content

import (
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"

	"platen/adapters/pdf/object"
)

// Text returns what a string says: by the font's ToUnicode (ISO 32000-1, 9.10), or else, for fonts with codes of one byte, by
// WinAnsiEncoding. Other codes are U+FFFD.
func (f *Font) Text(s object.String) string {
	if f.letters == nil {
		f.readLetters()
	}
	var text strings.Builder
	f.codes(s, func(code int) {
		if letters, ok := f.letters[code]; ok {
			text.WriteString(letters)
		} else {
			text.WriteRune('\ufffd')
		}
	})
	return text.String()
}

// readLetters reads a CMap from codes to UTF-16 (9.10.3).
func (f *Font) readLetters() {
	f.letters = map[int]string{}
	for code := range 256 {
		if !f.composite {
			f.letters[code] = string(charmap.Windows1252.DecodeByte(byte(code)))
		}
	}
	s, _ := f.file.Get(f.dict["ToUnicode"]).(object.Stream)
	cmap := NewScanner(f.file.Decode(s))
	for o, ok := cmap.Next(); ok; o, ok = cmap.Next() {
		operands := o.Operands
		for o.Operator == "endbfchar" && len(operands) >= 2 && f.count(1) {
			f.letters[codeOf(operands[0])] = lettersOf(operands[1], 0)
			operands = operands[2:]
		}
		for o.Operator == "endbfrange" && len(operands) >= 3 && f.count(1) {
			operands = f.readRange(operands)
		}
	}
	if err := cmap.Err(); err != nil {
		f.file.Fail(err)
	}
}

// readRange reads "first last letters", whose last letter increases with the code, or "first last [letters …]".
func (f *Font) readRange(operands [][]byte) (rest [][]byte) {
	first, last := codeOf(operands[0]), codeOf(operands[1])
	last = min(last, first+0xff) // a range differs in its last byte only
	if operands[2][0] != '[' {
		for code := first; code <= last; code++ {
			f.letters[code] = lettersOf(operands[2], code-first)
		}
		return operands[3:]
	}
	rest = operands[3:]
	for code := first; len(rest) > 0; code++ {
		letters := rest[0]
		rest = rest[1:]
		if letters[0] == ']' {
			break
		}
		f.letters[code] = lettersOf(letters, 0)
	}
	return rest
}

func codeOf(token []byte) (code int) {
	s, _ := object.TokenString(token)
	for i := range min(len(s), 2) {
		code = code<<8 | int(s[i])
	}
	return code
}

// lettersOf decodes UTF-16. The last letter is increased.
func lettersOf(token []byte, by int) string {
	s, _ := object.TokenString(token)
	units := make([]uint16, 0, len(s)/2)
	for i := 0; i+1 < len(s); i += 2 {
		units = append(units, uint16(s[i])<<8|uint16(s[i+1]))
	}
	if len(units) > 0 {
		units[len(units)-1] += uint16(by) //nolint:gosec // less than 256
	}
	return string(utf16.Decode(units))
}
