// Package cssescape reads and writes the escapes of CSS, in the texts of tokens (CSS Syntax 3, section 4.3.7).
package cssescape

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxHex is the most hexadecimal digits of an escape.
const maxHex = 6

// Unescape replaces the escapes of a text by what they stand for. An escaped line break stands for nothing.
func Unescape(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, `\`)
		b.WriteString(before)
		if !found || after == "" {
			return b.String()
		}
		var stands string
		stands, text = escape(after)
		b.WriteString(stands)
	}
}

// escape reads what follows a backslash.
func escape(text string) (stands, rest string) {
	digits := 0
	for digits < min(maxHex, len(text)) && isHex(text[digits]) {
		digits++
	}
	if digits == 0 {
		if rest, isBreak := cutLineBreak(text); isBreak {
			return "", rest
		}
		_, size := utf8.DecodeRuneInString(text)
		return text[:size], text[size:]
	}
	code, _ := strconv.ParseInt(text[:digits], 16, 32) // six digits at most
	if code == 0 || !utf8.ValidRune(rune(code)) {
		code = utf8.RuneError
	}
	rest = text[digits:]
	if after, isBreak := cutLineBreak(rest); isBreak {
		rest = after
	} else if rest != "" && (rest[0] == ' ' || rest[0] == '\t') {
		rest = rest[1:]
	}
	return string(rune(code)), rest
}

func cutLineBreak(text string) (rest string, found bool) {
	for _, lineBreak := range []string{"\r\n", "\r", "\n", "\f"} {
		if rest, found = strings.CutPrefix(text, lineBreak); found {
			return rest, true
		}
	}
	return text, false
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }

// String returns the text that a string token stands for. At the end of a style sheet it may lack the second quote.
func String(token string) string {
	if token == "" || token[0] != '"' && token[0] != '\'' {
		return Unescape(token)
	}
	quote := token[:1]
	text := token[1:]
	if strings.HasSuffix(text, quote) && !endsEscaped(text[:len(text)-1]) {
		text = text[:len(text)-1]
	}
	return Unescape(text)
}

// URL returns the address of a url() token, with or without quotes.
func URL(token string) string {
	_, text, _ := strings.Cut(token, "(")
	if strings.HasSuffix(text, ")") && !endsEscaped(text[:len(text)-1]) {
		text = text[:len(text)-1]
	}
	return String(strings.Trim(text, " \t\n\f\r"))
}

// endsEscaped reports whether a backslash at the end of a text escapes what follows.
func endsEscaped(text string) bool {
	return (len(text)-len(strings.TrimRight(text, `\`)))%2 == 1
}

// Identifier writes a name so that CSS reads it as an identifier, or as the rest of one after its first characters.
func Identifier(name string) string {
	var b strings.Builder
	for i, c := range name {
		switch {
		case c == '_', c >= 0x80, 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z',
			c == '-' && (i > 0 || len(name) > 1), '0' <= c && c <= '9' && i > 0 && (i > 1 || name[0] != '-'):
			b.WriteRune(c)
		case c < ' ', c == 0x7f, '0' <= c && c <= '9':
			fmt.Fprintf(&b, `\%x `, c)
		default:
			b.WriteString(`\` + string(c))
		}
	}
	return b.String()
}
