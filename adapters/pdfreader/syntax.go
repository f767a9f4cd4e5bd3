package pdfreader

import (
	"bytes"
	"errors"
	"strconv"

	"platen/adapters/internal/pdftoken"
)

// A PDF object is one of: nil, bool, float64, name, text, array, dict, reference and stream (ISO 32000-1, 7.3).
type (
	name      string
	text      string
	array     []any
	dict      map[name]any
	reference int // the object's number; generations are ignored
	keyword   string
	stream    struct {
		dict dict
		at   int // the offset of its bytes
	}
)

var errSyntax = errors.New("the PDF's syntax is malformed")

// maxNesting bounds the nesting of arrays and dictionaries.
const maxNesting = 64

// parser reads objects from bytes.
type parser struct {
	content []byte
	at      int
}

// skip goes to the next token, past blanks and comments.
func (p *parser) skip() {
	p.at = len(p.content) - len(pdftoken.SkipBlanks(p.content[min(p.at, len(p.content)):]))
}

// object reads the next object, or a keyword.
func (p *parser) object(nesting int) (any, error) {
	p.skip()
	if p.at >= len(p.content) || nesting > maxNesting {
		return nil, errSyntax
	}
	switch c := p.content[p.at]; {
	case c == '/':
		p.at++
		return name(p.name()), nil
	case c == '(':
		return p.literal()
	case c == '[':
		p.at++
		return p.array(nesting)
	case bytes.HasPrefix(p.content[p.at:], []byte("<<")):
		p.at += 2
		return p.dict(nesting)
	case c == '<':
		return p.hexadecimal()
	case pdftoken.IsDelimiter(c):
		return nil, errSyntax
	}
	return p.word()
}

// regular reads the characters up to a blank or a delimiter.
func (p *parser) regular() string {
	start := p.at
	p.at += pdftoken.RegularLength(p.content[start:])
	return string(p.content[start:p.at])
}

// name reads a name without its slash; #xx is a character.
func (p *parser) name() string {
	raw := p.regular()
	var b []byte
	for i := 0; i < len(raw); i++ {
		if raw[i] == '#' && i+2 < len(raw) {
			if c, err := strconv.ParseUint(raw[i+1:i+3], 16, 8); err == nil {
				b = append(b, byte(c))
				i += 2
				continue
			}
		}
		b = append(b, raw[i])
	}
	return string(b)
}

// word reads a number, a reference or a keyword.
func (p *parser) word() (any, error) {
	word := p.regular()
	switch word {
	case "true", "false":
		return word == "true", nil
	case "null":
		return nil, nil
	}
	number, err := strconv.ParseFloat(word, 64)
	if err != nil || number != number { // NaN
		return keyword(word), nil //nolint:nilerr // a word that is no number
	}
	if object, ok := p.reference(word); ok {
		return object, nil
	}
	return number, nil
}

// reference reads "0 R" after a number.
func (p *parser) reference(word string) (reference, bool) {
	number, err := strconv.Atoi(word)
	if err != nil || number < 0 || number > maxObjects {
		return 0, false
	}
	rest := parser{p.content, p.at}
	rest.skip()
	generation := rest.regular()
	if _, err := strconv.ParseUint(generation, 10, 16); err != nil {
		return 0, false
	}
	rest.skip()
	if rest.regular() != "R" {
		return 0, false
	}
	p.at = rest.at
	return reference(number), true
}

func (p *parser) array(nesting int) (any, error) {
	all := array{}
	for {
		p.skip()
		if p.at < len(p.content) && p.content[p.at] == ']' {
			p.at++
			return all, nil
		}
		element, err := p.object(nesting + 1)
		if _, isKeyword := element.(keyword); err != nil || isKeyword {
			return nil, errSyntax
		}
		all = append(all, element)
	}
}

func (p *parser) dict(nesting int) (any, error) {
	all := dict{}
	for {
		p.skip()
		if bytes.HasPrefix(p.content[min(p.at, len(p.content)):], []byte(">>")) {
			p.at += 2
			return all, nil
		}
		key, err := p.object(nesting + 1)
		if err != nil {
			return nil, err
		}
		value, err := p.object(nesting + 1)
		_, isKeyword := value.(keyword)
		keyName, isName := key.(name)
		if err != nil || isKeyword || !isName {
			return nil, errSyntax
		}
		all[keyName] = value
	}
}

// escapes are the characters that follow a backslash in a literal string.
var escapes = map[byte]byte{'n': '\n', 'r': '\r', 't': '\t', 'b': '\b', 'f': '\f'}

func (p *parser) literal() (any, error) {
	length := pdftoken.Length(p.content[p.at:])
	if length == 0 {
		return nil, errSyntax
	}
	end := p.at + length - 1
	var b []byte
	for p.at++; p.at < end; p.at++ {
		if c := p.content[p.at]; c != '\\' {
			b = append(b, c)
			continue
		}
		b = p.escape(b)
	}
	p.at++
	return text(b), nil
}

// escape reads the characters after a backslash, and stops at the last one.
func (p *parser) escape(b []byte) []byte {
	if p.at++; p.at >= len(p.content) {
		return b
	}
	c := p.content[p.at]
	switch {
	case c >= '0' && c <= '7':
		value := 0
		for n := 0; n < 3 && p.at < len(p.content) && p.content[p.at] >= '0' && p.content[p.at] <= '7'; n++ {
			value = value*8 + int(p.content[p.at]-'0')
			p.at++
		}
		p.at--
		return append(b, byte(value)) //nolint:gosec // high digits are dropped (7.3.4.2)
	case c == '\n':
		return b
	case c == '\r':
		if p.at+1 < len(p.content) && p.content[p.at+1] == '\n' {
			p.at++
		}
		return b
	case escapes[c] != 0:
		return append(b, escapes[c])
	}
	return append(b, c)
}

func (p *parser) hexadecimal() (any, error) {
	end := bytes.IndexByte(p.content[p.at:], '>')
	if end < 0 {
		return nil, errSyntax
	}
	var digits []byte
	for _, c := range p.content[p.at+1 : p.at+end] {
		if !pdftoken.IsBlank(c) {
			digits = append(digits, c)
		}
	}
	p.at += end + 1
	if len(digits)%2 == 1 {
		digits = append(digits, '0')
	}
	b := make([]byte, 0, len(digits)/2)
	for i := 0; i < len(digits); i += 2 {
		c, err := strconv.ParseUint(string(digits[i:i+2]), 16, 8)
		if err != nil {
			return nil, errSyntax
		}
		b = append(b, byte(c))
	}
	return text(b), nil
}
