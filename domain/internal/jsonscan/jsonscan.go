// Package jsonscan walks JSON text that encoding/json has found valid. Decoding the text into Go values would lose how
// numbers are written and in which order members stand, and would copy a document of megabytes several times.
package jsonscan

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Text is JSON text.
type Text interface{ ~string | ~[]byte }

// SkipBlanks returns the offset of the first byte at or after i that is not white space.
func SkipBlanks[T Text](s T, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\n' || s[i] == '\r' || s[i] == '\t') {
		i++
	}
	return i
}

// StringEnd returns the offset after the string that opens at i.
func StringEnd[T Text](s T, i int) int {
	for i++; s[i] != '"'; i++ {
		if s[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// ValueEnd returns the offset after the value that begins at i. It reads all of the value.
func ValueEnd[T Text](s T, i int) int {
	for depth := 0; ; {
		switch s[i] {
		case '"':
			i = StringEnd(s, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			depth--
			i++
		case ',', ':', ' ', '\n', '\r', '\t':
			i++
			continue
		default:
			i = LiteralEnd(s, i)
		}
		if depth == 0 {
			return i
		}
	}
}

// LiteralEnd returns the offset after the number, true, false or null that begins at i.
func LiteralEnd[T Text](s T, i int) int {
	for i < len(s) {
		switch s[i] {
		case ',', '}', ']', ' ', '\n', '\r', '\t':
			return i
		}
		i++
	}
	return i
}

// Children visits each value in the object or array that opens at i, in order. The name is a string with its quotes
// in an object, and empty in an array; at is the offset of the value. The visitor returns the offset after the value.
func Children[T Text](s T, i int, visit func(name T, at int) (end int)) {
	object := s[i] == '{'
	for i = SkipBlanks(s, i+1); s[i] != '}' && s[i] != ']'; {
		var name T
		if object {
			end := StringEnd(s, i)
			name = s[i:end]
			i = SkipBlanks(s, SkipBlanks(s, end)+len(":"))
		}
		i = SkipBlanks(s, visit(name, i))
		if s[i] == ',' {
			i = SkipBlanks(s, i+1)
		}
	}
}

// Unquote returns the value of a JSON string, quotes included. Half a surrogate pair becomes U+FFFD, as in
// encoding/json.
func Unquote[T Text](quoted T) string {
	s := quoted[1 : len(quoted)-1]
	size := unquotedSize(s)
	if size == len(s) {
		return string(s)
	}
	var b strings.Builder
	b.Grow(size)
	plain := 0 // where what is not escaped begins
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			i++
			continue
		}
		b.Write([]byte(s[plain:i]))
		r, size := unescape(s[i:])
		b.WriteRune(r)
		i += size
		plain = i
	}
	b.Write([]byte(s[plain:]))
	return b.String()
}

// unquotedSize bounds the size of the value of a JSON string that is given without its quotes. It equals the size of s if,
// and only if, nothing in s is escaped.
func unquotedSize[T Text](s T) int {
	size := 0
	for i := 0; i < len(s); {
		switch {
		case s[i] != '\\':
			size, i = size+1, i+1
		case s[i+1] == 'u':
			size, i = size+3, i+6
		default:
			size, i = size+1, i+2
		}
	}
	return size
}

// unescape reads the escape that s begins with, and returns its length.
func unescape[T Text](s T) (r rune, size int) {
	switch s[1] {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		r = hexRune(s[2:])
		if !utf16.IsSurrogate(r) {
			return r, 6
		}
		if len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
			if pair := utf16.DecodeRune(r, hexRune(s[8:])); pair != utf8.RuneError {
				return pair, 12
			}
		}
		return utf8.RuneError, 6
	default: // a quote, a slash or a backslash
		return rune(s[1]), 2
	}
}

// hexRune reads the four hexadecimal digits that s begins with.
func hexRune[T Text](s T) (r rune) {
	for i := range 4 {
		digit := rune(s[i])
		switch {
		case digit >= 'a':
			digit -= 'a' - 10
		case digit >= 'A':
			digit -= 'A' - 10
		default:
			digit -= '0'
		}
		r = r<<4 | digit
	}
	return r
}
