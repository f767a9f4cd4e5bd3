package domain

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// blanks are what JSON calls white space.
const blanks = " \n\r\t"

// EncodeJSON encodes a value with a line feed at its end, indented by levels unless indent is empty. It leaves out the escapes of encoding/json
// for what is inside a script element: they make "\u003c" of "<" for people, and HTML half as long again.
func EncodeJSON(value any, indent string) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	err := encoder.Encode(value)
	return text.Bytes(), err
}

// parseObject returns the members of a JSON object in UTF-8: of those with the same name, the last. The error is an InvalidRequest that
// names the subject and the byte offset, counted from 0.
func parseObject(subject string, text []byte) (members map[string]json.RawMessage, err error) {
	begin := len(text) - len(bytes.TrimLeft(text, blanks))
	switch {
	case begin == len(text):
		return nil, Invalidf("%s is empty: it must be one JSON object, at byte offset %d", subject, begin)
	case bytes.HasPrefix(text, []byte("\uFEFF")):
		return nil, Invalidf("%s begins with a byte order mark, at byte offset 0: leave it out", subject)
	case !utf8.Valid(text):
		// encoding/json would replace it with U+FFFD without an error.
		return nil, Invalidf("%s is not valid UTF-8, at byte offset %d", subject, invalidUTF8(text))
	}
	var syntax *json.SyntaxError
	if errors.As(json.Unmarshal(text, &members), &syntax) {
		return nil, syntaxError(subject, text, syntax)
	}
	if kind := kindOf(text); kind != "an object" {
		return nil, Invalidf("%s must be one JSON object, not %s, at byte offset %d", subject, kind, begin)
	}
	return members, nil
}

// syntaxError says in which line and column a text is not valid JSON.
func syntaxError(subject string, text []byte, syntax *json.SyntaxError) error {
	// The offset of encoding/json is that after the byte at fault, and the length where the text is too short.
	offset, reason := syntax.Offset, syntax.Error()
	if !strings.HasPrefix(reason, "unexpected end") {
		offset--
	}
	if at, ok := strings.CutPrefix(reason, "invalid character "); ok && text[offset] >= utf8.RuneSelf {
		// encoding/json takes a byte for a character.
		_, where, _ := strings.Cut(at, "' ")
		r, _ := utf8.DecodeRune(text[offset:])
		reason = fmt.Sprintf("invalid character %q %s", r, where)
	}
	if strings.HasSuffix(reason, "exceeded max depth") {
		reason = "it is nested more than 10,000 levels deep"
	}
	if offset < int64(len(text)) {
		reason = inWords(text, int(offset), reason)
	}
	before := text[:offset]
	row, begin := 1+bytes.Count(before, []byte("\n")), 1+bytes.LastIndexByte(before, '\n')
	return Invalidf("%s is not valid JSON: %s, at byte offset %d (line %d, column %d)",
		subject, reason, offset, row, 1+utf8.RuneCount(before[begin:]))
}

// inWords replaces the reasons of the commonest mistakes of texts that people write.
func inWords(text []byte, offset int, reason string) string {
	before := bytes.TrimRight(text[:offset], blanks)
	switch c := text[offset]; {
	case (c == '}' || c == ']') && bytes.HasSuffix(before, []byte(",")):
		return fmt.Sprintf("a comma stands before the closing %c: leave it out", c)
	case strings.HasSuffix(reason, "in string literal"):
		quoted, _ := json.Marshal(string(c)) // a character always encodes
		return fmt.Sprintf("a control character stands in a string: write it as %s", bytes.Trim(quoted, `"`))
	}
	return reason
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8.
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
	text = bytes.TrimLeft(text, blanks)
	if len(text) == 0 {
		return "null"
	}
	switch text[0] {
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
