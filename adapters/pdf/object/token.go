package object

import "bytes"

const (
	blanks     = "\x00\t\n\f\r "
	delimiters = "()<>[]{}/%"
)

// class is the class of a character (ISO 32000-1, 7.2.2).
type class byte

const (
	regular class = iota
	blank
	delimiter
)

var classes = func() (all [256]class) {
	for _, c := range []byte(blanks) {
		all[c] = blank
	}
	for _, c := range []byte(delimiters) {
		all[c] = delimiter
	}
	return all
}()

// IsBlank reports whether a character is white space.
func IsBlank(c byte) bool { return classes[c] == blank }

// SkipBlanks returns b without the white space and the comments before its first token.
func SkipBlanks(b []byte) []byte {
	for i := 0; i < len(b); i++ {
		switch {
		case b[i] == '%':
			end := bytes.IndexAny(b[i:], "\r\n")
			if end < 0 {
				return nil
			}
			i += end
		case !IsBlank(b[i]):
			return b[i:]
		}
	}
	return nil
}

// TokenLength returns the length of the token that b begins with; b is neither empty nor begins with white space or a comment. A
// dictionary or an array is several tokens. 0: the token is a string without an end, or a delimiter that begins no token.
func TokenLength(b []byte) int {
	switch b[0] {
	case '(':
		return literalLength(b)
	case '<':
		if bytes.HasPrefix(b, []byte("<<")) {
			return 2
		}
		return bytes.IndexByte(b, '>') + 1
	case '>':
		if bytes.HasPrefix(b, []byte(">>")) {
			return 2
		}
		return 0
	case '[', ']':
		return 1
	case '/':
		return 1 + regularLength(b[1:])
	}
	return regularLength(b)
}

// regularLength returns the number of characters before the first blank or delimiter.
func regularLength(b []byte) int {
	for i, c := range b {
		if classes[c] != regular {
			return i
		}
	}
	return len(b)
}

// literalLength returns the length of a literal string, whose parentheses are balanced or escaped (7.3.4.2).
func literalLength(b []byte) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}
