package domain

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"
)

// blanks are what JSON calls white space.
const blanks = " \n\r\t"

// checkJSON returns an error if text is not one JSON value in UTF-8. The error is an InvalidRequest that names the
// subject and the byte offset, counted from 0.
func checkJSON(subject string, text []byte) error {
	switch {
	case len(bytes.Trim(text, blanks)) == 0:
		return Invalidf("%s is empty: it must be one JSON object", subject)
	case bytes.HasPrefix(text, []byte("\uFEFF")):
		return Invalidf("%s begins with a byte order mark, at byte offset 0: leave it out", subject)
	case !utf8.Valid(text):
		// encoding/json would replace it with U+FFFD without an error.
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
	if at, ok := strings.CutPrefix(reason, "invalid character "); ok && offset < int64(len(text)) && text[offset] >= utf8.RuneSelf {
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
	case strings.HasSuffix(reason, "in string literal") && c < ' ':
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

// members returns the names and the values of the members of a valid JSON object, in their order.
func members(object []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		depth, begin, value := 0, 0, 0 // the offsets of a member and of its value; 0: not there yet
		for at := 0; at < len(object); at++ {
			switch c := object[at]; {
			case c == '"':
				at += StringLength(object[at:]) - 1
			case c == ':' && depth == 1:
				value = at + 1
			case c == '{', c == '[':
				if depth++; depth == 1 {
					begin = at + 1
				}
			case c == ',', c == '}', c == ']':
				if depth == 1 && value > 0 {
					name := unquoted(bytes.Trim(object[begin:value-1], blanks))
					if !yield(name, bytes.Trim(object[value:at], blanks)) {
						return
					}
					begin, value = at+1, 0
				}
				if c != ',' {
					depth--
				}
			}
		}
	}
}

// StringLength returns the length of the string that valid JSON begins with.
func StringLength[T string | []byte](text T) int {
	end := 1
	for ; text[end] != '"'; end++ {
		if text[end] == '\\' {
			end++
		}
	}
	return end + 1
}

// unquoted returns the value of a valid JSON string.
func unquoted(quoted []byte) (text string) {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return string(quoted[1 : len(quoted)-1])
	}
	_ = json.Unmarshal(quoted, &text)
	return text
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
