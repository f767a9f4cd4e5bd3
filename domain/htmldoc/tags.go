package htmldoc

import (
	"iter"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// TagStarts returns the offset of every "<" of a text: of all that could begin a tag.
func TagStarts(text string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := 0; ; at++ {
			next := strings.IndexByte(text[at:], '<')
			if next < 0 {
				return
			}
			at += next
			if !yield(at) {
				return
			}
		}
	}
}

// Attribute returns the value of an attribute of no namespace, and whether there is one.
func Attribute(of []html.Attribute, name string) (value string, found bool) {
	i := slices.IndexFunc(of, func(a html.Attribute) bool { return a.Key == name && a.Namespace == "" })
	if i < 0 {
		return "", false
	}
	return of[i].Val, true
}

// TagEnd returns the offset after the ">" of a start tag whose name ends at the offset, and the number of its
// attributes. A tag that never ends reaches to the end of the text.
func TagEnd(text string, nameEnd int) (end, attributes int) {
	state := beforeName
	for end = nameEnd; end < len(text) && state != 0; end++ {
		var begins bool
		if state, begins = state.step(text[end]); begins {
			attributes++
		}
	}
	return end, attributes
}

// tagPrefix returns the name, one of names in lower case, that a browser reads as the tag's name if rest follows "<"; "" if it
// is none of them.
func tagPrefix(rest string, names ...string) string {
	for _, name := range names {
		if hasPrefixFold(rest, name) && len(rest) > len(name) && endsTagName(rest[len(name)]) {
			return name
		}
	}
	return ""
}

func endsTagName(c byte) bool { return isBlank(c) || c == '/' || c == '>' }

func isBlank(c byte) bool { return strings.IndexByte(blanks, c) >= 0 }

// hasPrefixFold is strings.HasPrefix for a prefix in lower-case ASCII.
func hasPrefixFold(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}

// maxAttribute bounds how much of an attribute is read. No name or value that matters here is longer.
const maxAttribute = 64

// attributeAt reads the attribute that rest begins with: its name, and its value without quotes and without
// the blanks around it, both in lower case. Character references stay as they are.
func attributeAt(rest string) (name, value string) {
	end := strings.IndexAny(rest[:min(len(rest), maxAttribute)], " \t\n\f\r/>=")
	if end < 0 {
		return "", ""
	}
	name = strings.ToLower(rest[:end])
	rest = strings.TrimLeft(rest[end:], blanks)
	if !strings.HasPrefix(rest, "=") {
		return name, ""
	}
	rest = strings.TrimLeft(rest[1:], blanks)
	ends := blanks + ">"
	if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
		ends, rest = rest[:1], strings.TrimLeft(rest[1:], blanks)
	}
	value = rest[:min(len(rest), maxAttribute)]
	if end := strings.IndexAny(value, ends); end >= 0 {
		value = value[:end]
	}
	return name, strings.ToLower(strings.TrimRight(value, blanks))
}

// blanks are what HTML calls white space.
const blanks = " \t\n\f\r"

// tagStates is a set of states of a browser's tokenizer inside a tag (HTML, sections 13.2.5.32 to 40).
type tagStates uint8

const (
	beforeName tagStates = 1 << iota
	inName
	afterName
	beforeValue
	inDoubleQuotes
	inSingleQuotes
	inUnquoted
)

// step returns the states after c, and whether in one of them an attribute's name begins with c.
func (s tagStates) step(c byte) (next tagStates, nameBegins bool) {
	from := func(any, to tagStates) {
		if s&any != 0 {
			next |= to
		}
	}
	if c == '"' {
		from(inDoubleQuotes, beforeName)
	} else {
		from(inDoubleQuotes, inDoubleQuotes)
	}
	if c == '\'' {
		from(inSingleQuotes, beforeName)
	} else {
		from(inSingleQuotes, inSingleQuotes)
	}
	switch {
	case c == '>':
	case isBlank(c):
		from(beforeName|inUnquoted, beforeName)
		from(inName|afterName, afterName)
		from(beforeValue, beforeValue)
	case c == '/':
		from(beforeName|inName|afterName, beforeName)
		from(beforeValue|inUnquoted, inUnquoted)
	case c == '=':
		nameBegins = s&beforeName != 0
		from(beforeName, inName)
		from(inName|afterName, beforeValue)
		from(beforeValue|inUnquoted, inUnquoted)
	default:
		nameBegins = s&(beforeName|afterName) != 0
		from(beforeName|inName|afterName, inName)
		from(inUnquoted, inUnquoted)
		from(beforeValue, valueState(c))
	}
	return next, nameBegins
}

// valueState is the state after the first character of an attribute's value.
func valueState(c byte) tagStates {
	switch c {
	case '"':
		return inDoubleQuotes
	case '\'':
		return inSingleQuotes
	}
	return inUnquoted
}
