package pagecss

import (
	"strconv"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"

	"platen/domain"
)

// evaluate gives the length of a CSS value on that paper: a length, a percentage of the whole, or a sum of those in calc(),
// min(), max() or clamp(). It is false if the value is no length, or if only an engine can compute it.
func evaluate(value string, whole domain.Length, paper domain.Size) (domain.Length, bool) {
	if !isMath(value) {
		return lengthOf(value, whole, paper)
	}
	m := mathReader{lexer: css.NewLexer(parse.NewInputString(value)), whole: whole, paper: paper}
	m.next()
	result, ok := m.value()
	return domain.Length(result.number), ok && result.isLength && m.kind == css.ErrorToken
}

// quantity is a number, or a length in points.
type quantity struct {
	number   float64
	isLength bool
}

// mathReader reads a sum by recursive descent. maxItem bounds the length of the value, and so the depth.
type mathReader struct {
	lexer *css.Lexer
	kind  css.TokenType
	text  string
	whole domain.Length
	paper domain.Size
}

// next goes on to the next token that is not blank.
func (m *mathReader) next() {
	for {
		kind, text := m.lexer.Next()
		m.kind, m.text = kind, strings.ToLower(string(text))
		if kind != css.WhitespaceToken && kind != css.CommentToken {
			return
		}
	}
}

// sum reads products with + and - between.
func (m *mathReader) sum() (quantity, bool) {
	total, ok := m.product()
	for ok && (m.text == "+" || m.text == "-") {
		sign := 1.0
		if m.text == "-" {
			sign = -1
		}
		m.next()
		var more quantity
		if more, ok = m.product(); more.isLength != total.isLength {
			return total, false
		}
		total.number += sign * more.number
	}
	return total, ok
}

// product reads values with * and / between, of which one at most may be a length.
func (m *mathReader) product() (quantity, bool) {
	total, ok := m.value()
	for ok && (m.text == "*" || m.text == "/") {
		divide := m.text == "/"
		m.next()
		var more quantity
		more, ok = m.value()
		switch {
		case divide && (more.isLength || more.number == 0), more.isLength && total.isLength:
			return total, false
		case divide:
			total.number /= more.number
		default:
			total = quantity{total.number * more.number, total.isLength || more.isLength}
		}
	}
	return total, ok
}

// value reads a number, a length, or a sum in brackets.
func (m *mathReader) value() (quantity, bool) {
	switch kind, text := m.kind, m.text; kind {
	case css.NumberToken:
		m.next()
		number, err := strconv.ParseFloat(text, 64)
		return quantity{number: number}, err == nil
	case css.DimensionToken, css.PercentageToken:
		m.next()
		length, ok := lengthOf(text, m.whole, m.paper)
		return quantity{float64(length), true}, ok
	case css.LeftParenthesisToken:
		return m.function("calc(")
	case css.FunctionToken:
		return m.function(text)
	}
	return quantity{}, false
}

// function reads the arguments of a function, and gives its value.
func (m *mathReader) function(name string) (quantity, bool) {
	var arguments []quantity
	for {
		m.next()
		argument, ok := m.sum()
		if !ok || len(arguments) > 0 && arguments[0].isLength != argument.isLength {
			return quantity{}, false
		}
		arguments = append(arguments, argument)
		if m.kind != css.CommaToken {
			break
		}
	}
	if m.kind != css.RightParenthesisToken {
		return quantity{}, false
	}
	m.next()
	result := arguments[0]
	switch {
	case name == "calc(" && len(arguments) == 1:
	case name == "min(":
		for _, a := range arguments {
			result.number = min(result.number, a.number)
		}
	case name == "max(":
		for _, a := range arguments {
			result.number = max(result.number, a.number)
		}
	case name == "clamp(" && len(arguments) == 3:
		result.number = max(arguments[0].number, min(arguments[1].number, arguments[2].number))
	default:
		return quantity{}, false
	}
	return result, true
}
