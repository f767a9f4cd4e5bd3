// Package content interprets the content of pages (ISO 32000-1, 7.8.2 and 8 to 9): it divides content streams into operations, and follows
// them to find what a page paints, and where.
package content

import (
	"bytes"
	"errors"

	"platen/adapters/pdf/object"
)

// errMalformed is the error of a content stream that cannot be divided into operations.
var errMalformed = errors.New("the content of the PDF is malformed")

// maxOperands bounds the tokens before one operator. Long lines of text have some hundred.
const maxOperands = 1 << 16

// Operation is an operator with its operands.
type Operation struct {
	Operator string
	// Operands are tokens; see object.Number, object.TokenName and object.TokenString. An array or a dictionary is several tokens.
	Operands [][]byte
	// At is the offset of the operator in the content, End that after it, or after the inline image.
	At, End int
}

// Scanner divides content into operations. An inline image is one operation, BI.
type Scanner struct {
	content  []byte
	at       int
	operands [][]byte
	err      error
}

// NewScanner returns a Scanner of content, which must not change meanwhile.
func NewScanner(content []byte) *Scanner { return &Scanner{content: content} }

// Next returns the next operation; false at the end and after an error. The operands are valid until the next call.
func (s *Scanner) Next() (o Operation, ok bool) {
	s.operands = s.operands[:0]
	for s.err == nil {
		rest := object.SkipBlanks(s.content[s.at:])
		s.at = len(s.content) - len(rest)
		if len(rest) == 0 {
			if len(s.operands) > 0 {
				s.err = errMalformed
			}
			return Operation{}, false
		}
		length := object.TokenLength(rest)
		if length == 0 || len(s.operands) == maxOperands {
			s.err = errMalformed
			return Operation{}, false
		}
		s.at += length
		token := rest[:length]
		if isOperator(token) {
			o = Operation{Operator: string(token), Operands: s.operands, At: s.at - length}
			if o.Operator == "BI" {
				s.skipInlineImage()
			}
			o.End = s.at
			return o, s.err == nil
		}
		s.operands = append(s.operands, token)
	}
	return Operation{}, false
}

// Err returns the error that ended the scan.
func (s *Scanner) Err() error { return s.err }

// isOperator reports whether a token is an operator, not an operand or a part of one.
func isOperator(token []byte) bool {
	switch c := token[0]; {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '\'', c == '"':
		return string(token) != "true" && string(token) != "false" && string(token) != "null"
	}
	return false
}

// skipInlineImage goes past the image that BI begins.
func (s *Scanner) skipInlineImage() {
	for at := s.at; ; {
		end := bytes.Index(s.content[at:], []byte("EI"))
		if end < 0 {
			s.err = errMalformed
			return
		}
		at += end + len("EI")
		if object.IsBlank(s.content[at-len("EI")-1]) && (at == len(s.content) || object.IsBlank(s.content[at])) {
			s.at = at
			return
		}
	}
}

// Numbers returns the first operands that are numbers, with zeros up to the sixth and for other operands.
func (o Operation) Numbers() (values [6]float64) {
	for i := range min(len(values), len(o.Operands)) {
		values[i], _ = object.Number(o.Operands[i])
	}
	return values
}

// Name returns the operand at an index if it is a name, otherwise "".
func (o Operation) Name(i int) object.Name {
	if i >= len(o.Operands) {
		return ""
	}
	name, _ := object.TokenName(o.Operands[i])
	return name
}
