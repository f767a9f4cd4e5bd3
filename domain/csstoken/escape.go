package csstoken

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tdewolff/parse/v2/css"
)

// escapes matches those of CSS (CSS Syntax 3, section 4.3.7), also one that the end of the text leaves open.
var escapes = regexp.MustCompile(`(?s)\\(?:[0-9a-fA-F]{1,6}(?:\r\n|[ \t\r\n\f])?|\r\n|.|$)`)

// Unescape replaces the escapes of a text by what they stand for. An escaped line break stands for nothing.
func Unescape(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	return escapes.ReplaceAllStringFunc(text, func(escape string) string {
		escape = escape[len(`\`):]
		code, err := strconv.ParseInt(strings.TrimSpace(escape), 16, 32)
		switch {
		case strings.Trim(escape, "\r\n\f") == "":
			return ""
		case err != nil:
			return escape
		case code == 0:
			return string(utf8.RuneError)
		}
		return string(rune(code)) // U+FFFD for what is no character
	})
}

// Value returns what a token stands for: the text of a string, the address of a url() with or without quotes, the name after a "#". At the
// end of a style sheet a string or url() may lack its end.
func (t Token) Value() string {
	text := t.Text
	switch t.Kind {
	case css.HashToken:
		text = text[len("#"):]
	case css.URLToken:
		_, text, _ = strings.Cut(text, "(")
		text = strings.Trim(withoutEnd(text, ")"), " \t\n\f\r")
	}
	if text != "" && (text[0] == '"' || text[0] == '\'') {
		text = withoutEnd(text[1:], text[:1])
	}
	return Unescape(text)
}

// withoutEnd removes the end of a text, unless a backslash escapes it.
func withoutEnd(text, end string) string {
	before := strings.TrimSuffix(text, end)
	if backslashes := len(before) - len(strings.TrimRight(before, `\`)); backslashes%2 == 1 {
		return text
	}
	return before
}

// Identifier writes a name so that CSS reads it as an identifier, or as the rest of one after its first characters.
func Identifier(name string) string {
	var b strings.Builder
	for i, c := range name {
		switch {
		case c == '_', c >= 0x80, 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z',
			c == '-' && len(name) > 1, '0' <= c && c <= '9' && i > 0 && (i > 1 || name[0] != '-'):
			b.WriteRune(c)
		case c < ' ', c == 0x7f, '0' <= c && c <= '9':
			fmt.Fprintf(&b, `\%x `, c)
		default:
			b.WriteString(`\` + string(c))
		}
	}
	return b.String()
}
