package object

import (
	"errors"
	"strconv"
)

var errSyntax = errors.New("the PDF's syntax is malformed")

// maxNesting bounds the nesting of arrays and dictionaries.
const maxNesting = 64

// parser reads objects from bytes.
type parser struct {
	content []byte
	at      int
	from    int // where it began: what it has read counts
}

// skip goes to the next token, past blanks and comments.
func (p *parser) skip() {
	p.at = len(p.content) - len(SkipBlanks(p.content[min(p.at, len(p.content)):]))
}

// token reads the next token; it is empty at the end and before what is no token.
func (p *parser) token() []byte {
	p.skip()
	rest := p.content[p.at:]
	if len(rest) == 0 {
		return nil
	}
	length := TokenLength(rest)
	p.at += length
	return rest[:length]
}

// object reads the next object, or a keyword.
func (p *parser) object(nesting int) (any, error) {
	token := p.token()
	if len(token) == 0 || nesting > maxNesting {
		return nil, errSyntax
	}
	switch c := token[0]; {
	case c == '/':
		name, _ := TokenName(token)
		return name, nil
	case c == '[':
		return p.array(nesting)
	case c == '<' && len(token) == 2 && token[1] == '<':
		return p.dict(nesting)
	case c == '(' || c == '<':
		if text, ok := TokenString(token); ok {
			return text, nil
		}
		return nil, errSyntax
	case classes[c] == delimiter:
		return nil, errSyntax
	}
	return p.word(token), nil
}

// word returns a number, a reference, or what a word says.
func (p *parser) word(token []byte) any {
	if ref, ok := p.reference(token); ok {
		return ref
	}
	if number, ok := Number(token); ok {
		return number
	}
	switch word := string(token); word {
	case "true", "false":
		return word == "true"
	case "null":
		return nil
	default:
		return keyword(word)
	}
}

// reference reads "0 R" after a number.
func (p *parser) reference(number []byte) (Ref, bool) {
	if number[0] < '0' || number[0] > '9' {
		return 0, false
	}
	rest := parser{content: p.content, at: p.at}
	generation := rest.token()
	if len(generation) == 0 || generation[0] < '0' || generation[0] > '9' || string(rest.token()) != "R" {
		return 0, false
	}
	n, err := strconv.Atoi(string(number))
	_, errGeneration := strconv.ParseUint(string(generation), 10, 16)
	if err != nil || errGeneration != nil || n > maxObjects {
		return 0, false
	}
	p.at = rest.at
	return Ref(n), true
}

func (p *parser) array(nesting int) (any, error) {
	all := make(Array, 0, 4)
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
	all := Dict{}
	for {
		token := p.token()
		if string(token) == ">>" {
			return all, nil
		}
		key, isName := TokenName(token)
		if !isName {
			return nil, errSyntax
		}
		value, err := p.object(nesting + 1)
		if _, isKeyword := value.(keyword); err != nil || isKeyword {
			return nil, errSyntax
		}
		if value != nil {
			all[key] = value
		} else {
			delete(all, key)
		}
	}
}
