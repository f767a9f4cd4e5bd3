package page

import (
	"math"
	"strconv"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain"
	"platen/domain/csstoken"
)

// mediumFont is the font size of a root element that declares none.
const mediumFont = 16 * domain.Pixel

// lengthOf returns the length of a value: a length, a percentage of the whole, or calc() of those. font is the font size of the root
// element. It is false if the value is none of these, or infinite.
func lengthOf(value string, whole, font domain.Length) (domain.Length, bool) {
	m := mathReader{rest: csstoken.Read(value), whole: whole, font: font}
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
	font  domain.Length
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

// value reads a number, a length, or a sum in calc() or in brackets.
func (m *mathReader) value() (quantity, bool) {
	kind, text := m.kind, m.text
	m.next()
	switch kind {
	case css.NumberToken:
		number, err := strconv.ParseFloat(text, 64)
		m.plain = m.text == ""
		return quantity{number: number}, err == nil
	case css.DimensionToken, css.PercentageToken:
		return m.dimension(text)
	case css.FunctionToken, css.LeftParenthesisToken:
		sum, ok := m.sum()
		ok = ok && (text == "calc(" || text == "(") && m.kind == css.RightParenthesisToken
		m.next()
		return sum, ok
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
	unit, known := map[string]domain.Length{"%": m.whole / 100, "em": m.font, "rem": m.font}[text[end:]]
	return quantity{number * float64(unit), true}, err == nil && known
}
