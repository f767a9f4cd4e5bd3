package page

import (
	"math"
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
	m := mathReader{rest: csstoken.Read(value), whole: whole, units: u}
	m.next()
	result, ok := m.value()
	if ok && result.number == 0 && m.plain {
		result.isLength = true // 0 is the one length without a unit
	}
	if !ok || !result.isLength || m.text != "" || math.IsNaN(result.number) {
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
	plain bool   // the value is a number alone
	whole domain.Length
	units units
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
		minus := m.text == "-"
		m.next()
		more, is := m.product()
		if minus {
			more.number = -more.number
		}
		total.number += more.number
		ok = is && more.isLength == total.isLength
	}
	return total, ok
}

// product reads values with * and / between.
func (m *mathReader) product() (quantity, bool) {
	total, ok := m.value()
	for ok && (m.text == "*" || m.text == "/") {
		divide := m.text == "/"
		m.next()
		more, is := m.value()
		if divide {
			ok = is && !more.isLength
			total.number /= more.number
			continue
		}
		ok = is && (!more.isLength || !total.isLength)
		total = quantity{total.number * more.number, total.isLength || more.isLength}
	}
	return total, ok
}

// value reads a number, a length, a function, or a sum in brackets.
func (m *mathReader) value() (quantity, bool) {
	kind, text := m.kind, m.text
	m.next()
	switch kind {
	case css.NumberToken:
		number, err := strconv.ParseFloat(text, 64)
		m.plain = m.text == ""
		return quantity{number: number}, err == nil
	case css.IdentToken:
		number, known := map[string]float64{"infinity": math.Inf(1), "-infinity": math.Inf(-1)}[text]
		return quantity{number: number}, known
	case css.DimensionToken, css.PercentageToken:
		return m.dimension(text)
	case css.FunctionToken, css.LeftParenthesisToken:
		return m.function(text)
	}
	return quantity{}, false
}

// dimension returns the length of a number with a unit.
func (m *mathReader) dimension(text string) (quantity, bool) {
	if length, err := domain.ParseLength(text); err == nil {
		return quantity{float64(length), true}, true
	}
	end := strings.LastIndexAny(text, "0123456789.") + 1
	number, err := strconv.ParseFloat(text[:end], 64)
	unit, known := map[string]domain.Length{
		"%": m.whole / 100, "em": m.units.font, "rem": m.units.font, "ex": m.units.font / 2, "ch": m.units.font / 2,
		"vw": m.units.paper.Width / 100, "vh": m.units.paper.Height / 100,
	}[text[end:]]
	return quantity{number * float64(unit), true}, err == nil && known
}

// function reads the arguments of a function, and returns its value.
func (m *mathReader) function(name string) (result quantity, ok bool) {
	var arguments []quantity
	for {
		argument, ok := m.sum()
		if !ok || len(arguments) > 0 && argument.isLength != arguments[0].isLength {
			return quantity{}, false
		}
		arguments = append(arguments, argument)
		if m.kind != css.CommaToken {
			break
		}
		m.next()
	}
	if m.kind != css.RightParenthesisToken {
		return quantity{}, false
	}
	m.next()
	result = arguments[0]
	switch {
	case (name == "calc(" || name == "(") && len(arguments) == 1:
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
