package page

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain"
	"platen/domain/csstoken"
)

// units are what relative units of length refer to: the default paper, and the font size of the root element.
type units struct {
	paper domain.Size
	font  domain.Length
}

// mediumFont is the font size of a root element that declares none.
const mediumFont = 16 * domain.Pixel

// lengthOf returns the length of a value: a length, a percentage of the whole, or calc(), min(), max() or clamp() of those. It is
// false if the value is none of these, or infinite.
func lengthOf(value string, whole domain.Length, u units) (domain.Length, bool) {
	if length, err := domain.ParseLength(value); err == nil { // 0 is the one length without a unit
		return length, true
	}
	m := mathReader{rest: csstoken.Read(value), whole: whole, units: u}
	m.next()
	result := m.value()
	if m.invalid || !result.isLength || m.text != "" || math.IsNaN(result.number) {
		return 0, false
	}
	return domain.Length(result.number), !math.IsInf(result.number, 0)
}

// quantity is a number, or a length in points.
type quantity struct {
	number   float64
	isLength bool
}

// mathReader reads a value by recursive descent. csstoken.MaxItem bounds its length, and so the depth.
type mathReader struct {
	rest  []csstoken.Token // after the current one
	kind  css.TokenType
	text  string // of the current one; empty at the end
	whole domain.Length
	units units
	// invalid: the value is none, as far as it was read.
	invalid bool
}

// next goes on to the next token that is not blank.
func (m *mathReader) next() {
	m.kind, m.text = css.ErrorToken, ""
	if m.rest = csstoken.Trim(m.rest); len(m.rest) > 0 {
		m.kind, m.text, m.rest = m.rest[0].Kind, strings.ToLower(m.rest[0].Text), m.rest[1:]
	}
}

// sum reads products with + and - between.
func (m *mathReader) sum() quantity {
	total := m.product()
	for m.text == "+" || m.text == "-" {
		sign := 1.0
		if m.text == "-" {
			sign = -1
		}
		m.next()
		more := m.product()
		m.invalid = m.invalid || more.isLength != total.isLength
		total.number += sign * more.number
	}
	return total
}

// product reads values with * and / between.
func (m *mathReader) product() quantity {
	total := m.value()
	for m.text == "*" || m.text == "/" {
		divide := m.text == "/"
		m.next()
		more := m.value()
		m.invalid = m.invalid || more.isLength && (divide || total.isLength)
		if divide {
			more.number = 1 / more.number
		}
		total = quantity{total.number * more.number, total.isLength || more.isLength}
	}
	return total
}

// value reads a number, a length, a function, or a sum in brackets.
func (m *mathReader) value() quantity {
	kind, text := m.kind, m.text
	m.next()
	switch kind {
	case css.NumberToken:
		number, err := strconv.ParseFloat(text, 64)
		m.invalid = m.invalid || err != nil
		return quantity{number: number}
	case css.IdentToken:
		number, known := map[string]float64{"infinity": math.Inf(1), "-infinity": math.Inf(-1)}[text]
		m.invalid = m.invalid || !known
		return quantity{number: number}
	case css.DimensionToken, css.PercentageToken:
		return m.dimension(text)
	case css.FunctionToken, css.LeftParenthesisToken:
		return m.function(text)
	}
	m.invalid = true
	return quantity{}
}

// dimension returns the length of a number with a unit.
func (m *mathReader) dimension(text string) quantity {
	if length, err := domain.ParseLength(text); err == nil {
		return quantity{float64(length), true}
	}
	number, name, ok := domain.SplitUnit(text)
	unit, known := map[string]domain.Length{
		"%": m.whole / 100, "em": m.units.font, "rem": m.units.font, "ex": m.units.font / 2, "ch": m.units.font / 2,
		"vw": m.units.paper.Width / 100, "vh": m.units.paper.Height / 100,
	}[name]
	m.invalid = m.invalid || !ok || !known
	return quantity{number * float64(unit), true}
}

// function reads the arguments of a function, and returns its value.
func (m *mathReader) function(name string) (result quantity) {
	var numbers []float64
	for more := true; more; {
		argument := m.sum()
		m.invalid = m.invalid || len(numbers) > 0 && argument.isLength != result.isLength
		result.isLength = argument.isLength
		numbers = append(numbers, argument.number)
		if more = m.kind == css.CommaToken; more {
			m.next()
		}
	}
	m.invalid = m.invalid || m.kind != css.RightParenthesisToken
	m.next()
	switch {
	case (name == "calc(" || name == "(") && len(numbers) == 1:
		result.number = numbers[0]
	case name == "min(":
		result.number = slices.Min(numbers)
	case name == "max(":
		result.number = slices.Max(numbers)
	case name == "clamp(" && len(numbers) == 3:
		result.number = max(numbers[0], min(numbers[1], numbers[2]))
	default:
		m.invalid = true
	}
	return result
}
