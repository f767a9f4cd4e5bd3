package object

import (
	"bytes"
	"encoding/hex"
	"strconv"
)

// The values that a PDF consists of (ISO 32000-1, 7.3): nil, bool, float64, Name, String, Array, Dict, Ref and Stream. Values that a File
// returns must not be changed: change a copy, and give that to File.Set.
type (
	// Name is a name without its slash and its escapes.
	Name string
	// String holds the bytes of a string, without its escapes.
	String string
	// Array is an array.
	Array []any
	// Dict is a dictionary. An entry whose value is null is not in it.
	Dict map[Name]any
	// Ref is a reference to the object of that number. The generations of objects are ignored.
	Ref int
	// Stream is a stream with its data as they are in the file, compressed or not. Its dictionary is without Length.
	Stream struct {
		Dict Dict
		Data []byte
	}
)

// keyword is a word that is not a value, such as "endobj".
type keyword string

// Number reads a number: digits with an optional sign and decimal point, and nothing else.
func Number(token []byte) (value float64, ok bool) {
	for _, c := range token {
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' {
			return 0, false
		}
	}
	value, err := strconv.ParseFloat(string(token), 64)
	return value, err == nil
}

// TokenName returns the name that a token is, without its slash; #xx is a character. ok is false for other tokens.
func TokenName(token []byte) (_ Name, ok bool) {
	if len(token) == 0 || token[0] != '/' {
		return "", false
	}
	raw := token[1:]
	if bytes.IndexByte(raw, '#') < 0 {
		return Name(raw), true
	}
	var b []byte
	for i := 0; i < len(raw); i++ {
		if raw[i] == '#' && i+2 < len(raw) {
			if c, err := strconv.ParseUint(string(raw[i+1:i+3]), 16, 8); err == nil {
				b = append(b, byte(c))
				i += 2
				continue
			}
		}
		b = append(b, raw[i])
	}
	return Name(b), true
}

// TokenString returns the bytes of the string that a token is; ok is false for other tokens.
func TokenString(token []byte) (_ String, ok bool) {
	if len(token) < 2 {
		return "", false
	}
	switch token[0] {
	case '(':
		return literal(token[1 : len(token)-1]), true
	case '<':
		return hexadecimal(token[1 : len(token)-1])
	}
	return "", false
}

// escapes are the characters that follow a backslash in a literal string.
var escapes = map[byte]byte{'n': '\n', 'r': '\r', 't': '\t', 'b': '\b', 'f': '\f'}

func literal(raw []byte) String {
	b := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' || i+1 == len(raw) {
			b = append(b, raw[i])
			continue
		}
		i++
		switch c := raw[i]; {
		case c >= '0' && c <= '7':
			value, end := 0, min(i+3, len(raw))
			for ; i < end && raw[i] >= '0' && raw[i] <= '7'; i++ {
				value = value*8 + int(raw[i]-'0')
			}
			i--
			b = append(b, byte(value)) // high digits are dropped (7.3.4.2)
		case c == '\r' && i+1 < len(raw) && raw[i+1] == '\n':
			i++
		case c == '\n', c == '\r':
		case escapes[c] != 0:
			b = append(b, escapes[c])
		default:
			b = append(b, c)
		}
	}
	return String(b)
}

func hexadecimal(raw []byte) (_ String, ok bool) {
	digits := make([]byte, 0, len(raw)+1)
	for _, c := range raw {
		if !IsBlank(c) {
			digits = append(digits, c)
		}
	}
	if len(digits)%2 == 1 {
		digits = append(digits, '0')
	}
	n, err := hex.Decode(digits, digits)
	return String(digits[:n]), err == nil
}
