package content

import (
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"

	"platen/adapters/pdf/object"
)

// Text returns what a string says: by the font's ToUnicode (ISO 32000-1, 9.10), or else, for fonts with codes of one byte, by
// WinAnsiEncoding. Other codes are U+FFFD.
func (f *Font) Text(s object.String) (string, error) {
	if f.letters == nil {
		if err := f.readLetters(); err != nil {
			return "", err
		}
	}
	var text strings.Builder
	f.codes(s, func(code int) {
		if letters, ok := f.letters[code]; ok {
			text.WriteString(letters)
		} else {
			text.WriteRune('\ufffd')
		}
	})
	return text.String(), nil
}

func (f *Font) readLetters() error {
	f.letters = map[int]string{}
	for code := range 256 {
		if !f.composite {
			f.letters[code] = string(charmap.Windows1252.DecodeByte(byte(code)))
		}
	}
	o, err := f.file.Get(f.dict["ToUnicode"])
	s, ok := o.(object.Stream)
	if err != nil || !ok {
		return err
	}
	content, err := f.file.Decode(s)
	if err != nil {
		return err
	}
	return f.readToUnicode(content)
}

// readToUnicode reads a CMap from codes to UTF-16 (9.10.3).
func (f *Font) readToUnicode(content []byte) error {
	s := NewScanner(content)
	for o, ok := s.Next(); ok; o, ok = s.Next() {
		switch operands := o.Operands; o.Operator {
		case "endbfchar":
			if err := f.count(len(operands)); err != nil {
				return err
			}
			for ; len(operands) >= 2; operands = operands[2:] {
				f.letters[codeOf(operands[0])] = lettersOf(operands[1], 0)
			}
		case "endbfrange":
			for len(operands) >= 3 {
				before := len(f.letters)
				operands = f.readRange(operands)
				if err := f.count(len(f.letters) - before); err != nil {
					return err
				}
			}
		}
	}
	return s.Err()
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
