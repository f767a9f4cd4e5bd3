package domain

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// checkJSON says what keeps text from being one JSON value in UTF-8. The error is an InvalidRequest that names the
// subject and the byte offset, counted from 0.
func checkJSON(subject string, text []byte) error {
	switch {
	case len(bytes.Trim(text, " \n\r\t")) == 0:
		return Invalidf("%s is empty: it must be one JSON object", subject)
	case bytes.HasPrefix(text, []byte("\uFEFF")):
		return Invalidf("%s begins with a byte order mark, at byte offset 0: leave it out", subject)
	case !utf8.Valid(text):
		// encoding/json would put U+FFFD in its place and say nothing.
		return Invalidf("%s is not valid UTF-8, at byte offset %d", subject, invalidUTF8(text))
	case json.Valid(text):
		return nil
	}
	err := json.Unmarshal(text, &struct{}{})
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return &Error{Code: InvalidRequest, Message: subject + " is not valid JSON", Err: err}
	}
	// The offset of encoding/json is that after the byte at fault, and the length where the text is too short.
	offset, reason := syntax.Offset, syntax.Error()
	if !strings.HasPrefix(reason, "unexpected end") {
		offset--
	}
	if strings.HasSuffix(reason, "exceeded max depth") {
		reason = "it is nested more than 10,000 levels deep"
	}
	return Invalidf("%s is not valid JSON: %s, at byte offset %d", subject, reason, offset)
}

// invalidUTF8 gives the offset of the first byte that is not UTF-8.
func invalidUTF8(text []byte) int {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(text)
}

// kindOf names the kind of the JSON value that text holds, for messages; no text is null.
func kindOf(text []byte) string {
	i := skipBlanks(text, 0)
	if i == len(text) {
		return "null"
	}
	switch text[i] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	default:
		return "a number"
	}
}

// What follows walks JSON text that encoding/json has found valid. Decoding it into Go values instead would lose
// how numbers are spelt and in what order members stand, and copy a document of megabytes several times.

// jsonText is JSON as it came in, or as it is kept.
type jsonText interface{ ~string | ~[]byte }

// skipBlanks gives the offset of the first byte at or after i that is not white space.
func skipBlanks[T jsonText](s T, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\n' || s[i] == '\r' || s[i] == '\t') {
		i++
	}
	return i
}

// stringEnd gives the offset after the string that opens at i.
func stringEnd[T jsonText](s T, i int) int {
	for i++; s[i] != '"'; i++ {
		if s[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// valueEnd gives the offset after the value that begins at i. It reads all of the value.
func valueEnd[T jsonText](s T, i int) int {
	for depth := 0; ; {
		switch s[i] {
		case '"':
			i = stringEnd(s, i)
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
			i = literalEnd(s, i)
		}
		if depth == 0 {
			return i
		}
	}
}

// literalEnd gives the offset after the number, true, false or null that begins at i.
func literalEnd[T jsonText](s T, i int) int {
	for i < len(s) {
		switch s[i] {
		case ',', '}', ']', ' ', '\n', '\r', '\t':
			return i
		}
		i++
	}
	return i
}

// children visits each value in the object or array that opens at i, in order: name is what stands before it, a
// string with its quotes in an object and empty in an array, and at is where it begins. The visitor gives the
// offset after the value.
func children[T jsonText](s T, i int, visit func(name T, at int) (end int)) {
	object := s[i] == '{'
	for i = skipBlanks(s, i+1); s[i] != '}' && s[i] != ']'; {
		var name T
		if object {
			end := stringEnd(s, i)
			name = s[i:end]
			i = skipBlanks(s, skipBlanks(s, end)+len(":"))
		}
		i = skipBlanks(s, visit(name, i))
		if s[i] == ',' {
			i = skipBlanks(s, i+1)
		}
	}
}

// unquote gives what a JSON string, quotes included, stands for. Half a surrogate pair becomes U+FFFD, as in
// encoding/json.
func unquote[T jsonText](quoted T) string {
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

// unquotedSize bounds the size of what the inside of a JSON string stands for. It is the inside's own size where
// nothing in it is escaped, and only there.
func unquotedSize[T jsonText](s T) int {
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

// unescape reads the escape that s begins with, and gives its length.
func unescape[T jsonText](s T) (r rune, size int) {
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
func hexRune[T jsonText](s T) (r rune) {
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
