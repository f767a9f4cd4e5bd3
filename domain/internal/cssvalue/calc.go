package cssvalue

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain"
	"platen/domain/csstoken"
	"platen/domain/internal/kleene"
)

// Length returns the length of a CSS value: a length, a percentage of the whole, or a function of those. It
// is false if the value is no length, or if only an engine can compute it.
func Length(value string, whole domain.Length, u Units) (domain.Length, bool) {
	length, known := Compute(value, whole, u)
	return length, known == kleene.True
}

// Compute is evaluate that tells what is no length, isFalse, from what only an engine can compute, unknown.
func Compute(value string, whole domain.Length, u Units) (domain.Length, kleene.Truth) {
	m := mathReader{rest: csstoken.Read(value), whole: whole, units: u}
	m.next()
	result, ok := m.value()
	switch {
	case m.unknown:
		return 0, kleene.Unknown
	case !ok || result.length != 1 || result.angle != 0 || m.kind != css.ErrorToken || m.bare:
		return 0, kleene.False
	}
	if math.IsNaN(result.number) {
		return 0, kleene.True // CSS Values 4, section 10.9.1
	}
	return domain.Length(result.number), kleene.True
}

// quantity is a number with the exponents of its units: length is 1 for points, angle is 1 for radians.
type quantity struct {
	number        float64
	length, angle int
}

func (q quantity) sameType(o quantity) bool { return q.length == o.length && q.angle == o.angle }

// mathReader reads a sum by recursive descent. maxItem bounds the length of the value, and so the depth.
type mathReader struct {
	rest    []csstoken.Token // after the current one
	kind    css.TokenType
	text    string
	whole   domain.Length
	units   Units
	depth   int  // of functions
	bare    bool // there is a sum outside of a function
	unknown bool // there is what only an engine can compute
}

// next goes on to the next token that is not blank.
func (m *mathReader) next() {
	m.kind, m.text = css.ErrorToken, ""
	if m.rest = csstoken.Trim(m.rest); len(m.rest) > 0 {
		m.kind, m.text, m.rest = m.rest[0].Kind, strings.ToLower(m.rest[0].Text), m.rest[1:]
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
		if more, ok = m.product(); !more.sameType(total) {
			return total, false
		}
		total.number += sign * more.number
	}
	return total, ok
}

// product reads values with * and / between.
func (m *mathReader) product() (quantity, bool) {
	total, ok := m.value()
	for ok && (m.text == "*" || m.text == "/") {
		divide := m.text == "/"
		m.next()
		var more quantity
		more, ok = m.value()
		if divide {
			total = quantity{total.number / more.number, total.length - more.length, total.angle - more.angle}
		} else {
			total = quantity{total.number * more.number, total.length + more.length, total.angle + more.angle}
		}
	}
	return total, ok
}

// value reads a number, a length, an angle, a constant, a function, or a sum in brackets.
func (m *mathReader) value() (quantity, bool) {
	switch kind, text := m.kind, m.text; kind {
	case css.NumberToken:
		m.next()
		number, err := strconv.ParseFloat(text, 64)
		result := quantity{number: number}
		if m.depth == 0 && number == 0 {
			result.length = 1 // the one length without a unit
		}
		return result, err == nil
	case css.IdentToken:
		m.next()
		constant, known := constants[text]
		return quantity{number: constant}, known
	case css.DimensionToken, css.PercentageToken:
		m.next()
		return m.dimension(text)
	case css.CustomPropertyNameToken:
		m.next()
		m.unknown = m.unknown || m.kind == css.LeftParenthesisToken // an author's function
	case css.LeftParenthesisToken:
		m.bare = m.bare || m.depth == 0
		return m.function("calc(")
	case css.FunctionToken:
		return m.function(text)
	}
	return quantity{}, false
}

// constants are the numbers with a name (CSS Values 4, section 10.7).
var constants = map[string]float64{
	"pi": math.Pi, "e": math.E, "infinity": math.Inf(1), "-infinity": math.Inf(-1), "nan": math.NaN(),
}

func (m *mathReader) dimension(text string) (quantity, bool) {
	if length, ok := lengthOf(text, m.whole, m.units); ok {
		return quantity{number: float64(length), length: 1}, true
	}
	number, unit, ok := splitDimension(text)
	if radians, known := angles[unit]; ok && known {
		return quantity{number: number * radians, angle: 1}, true
	}
	m.unknown = m.unknown || ok && slices.Contains(engineUnits, unit)
	return quantity{}, false
}

// angles are the units of angles, in radians.
var angles = map[string]float64{"deg": math.Pi / 180, "grad": math.Pi / 200, "rad": 1, "turn": 2 * math.Pi}

// function reads the arguments of a function, and gives its value.
func (m *mathReader) function(name string) (quantity, bool) {
	compute, known := functions[name]
	if !known {
		m.unknown = m.unknown || slices.Contains(engineFunctions, name)
		return quantity{}, false
	}
	if name == "round(" {
		compute = m.strategy(compute)
	}
	m.depth++
	var arguments []quantity
	for {
		m.next()
		argument, ok := m.sum()
		if !ok {
			return quantity{}, false
		}
		arguments = append(arguments, argument)
		if m.kind != css.CommaToken {
			break
		}
	}
	m.depth--
	if m.kind != css.RightParenthesisToken {
		return quantity{}, false
	}
	m.next()
	return compute(arguments)
}

// strategy takes the strategy that the arguments of round() begin with, if they do.
func (m *mathReader) strategy(nearest func([]quantity) (quantity, bool)) func([]quantity) (quantity, bool) {
	rest := csstoken.Trim(m.rest)
	if len(rest) < 2 || rest[1].Kind != css.CommaToken {
		return nearest
	}
	name := strings.ToLower(rest[0].Text)
	if strategy, known := functions[name+","]; known {
		m.rest = rest[2:]
		return strategy
	}
	if name == "nearest" {
		m.rest = rest[2:]
	}
	return nearest
}
