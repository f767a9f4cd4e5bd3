package pdfreader

import (
	"errors"
	"math"
	"strings"

	"github.com/ledongthuc/pdf"

	"platen/domain"
)

const (
	// maxOperators bounds the work for one page.
	maxOperators = 10_000_000
	// maxForms is deeper than producers nest form XObjects.
	maxForms = 16
	// wordGap is the displacement in a TJ array, in thousandths of the font size, from which on there is a blank.
	wordGap = -180
)

// matrix is [a b c d e f] of ISO 32000-1, 8.3.3.
type matrix [6]float64

var identity = matrix{1, 0, 0, 1, 0, 0}

// times is the matrix that applies m and then n.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

// graphics is the part of the graphics state that text depends on.
type graphics struct {
	ctm  matrix
	font *pdf.Font
	textState
}

// content interprets the operators that show text.
type content struct {
	view  view
	fonts map[string]*pdf.Font // by the library's name of the object
	spans []domain.TextSpan
	left  int

	state graphics
	saved []graphics
	place textPlace
}

// interpret interprets a content stream, and the forms in it.
func (c *content) interpret(stream, resources pdf.Value, depth int) {
	if stream.IsNull() || depth > maxForms {
		return
	}
	if err := checkStrings(stream); err != nil {
		panic(err) // becomes an error, as the library's own panics
	}
	pdf.Interpret(stream, func(stack *pdf.Stack, operator string) {
		if c.left--; c.left < 0 {
			panic(errors.New("the page has too many operators"))
		}
		operands := make([]pdf.Value, stack.Len())
		for i := range operands {
			operands[len(operands)-1-i] = stack.Pop()
		}
		switch operator {
		case "Do":
			if len(operands) == 1 {
				c.form(resources.Key("XObject").Key(operands[0].Name()), resources, depth)
			}
		case "Tf":
			if len(operands) == 2 {
				c.state.font, c.state.size = c.font(resources, operands[0].Name()), operands[1].Float64()
			}
		default:
			c.graphics(operator, operands)
		}
	})
}

// form interprets a form XObject with the graphics state where it is painted.
func (c *content) form(object, resources pdf.Value, depth int) {
	if object.Key("Subtype").Name() != "Form" {
		return
	}
	outer, saved := c.state, c.saved
	if m, ok := matrixOf(elements(object.Key("Matrix"))); ok {
		c.state.ctm = m.times(c.state.ctm)
	}
	if own := object.Key("Resources"); !own.IsNull() {
		resources = own
	}
	c.interpret(object, resources, depth+1)
	c.state, c.saved = outer, saved
}

func (c *content) font(resources pdf.Value, name string) *pdf.Font {
	value := resources.Key("Font").Key(name)
	key := name + value.String()
	if c.fonts[key] == nil {
		if err := checkStrings(value.Key("ToUnicode")); err != nil {
			panic(err)
		}
		c.fonts[key] = &pdf.Font{V: value}
	}
	return c.fonts[key]
}

// graphics interprets the operators of the graphics and the text state.
func (c *content) graphics(operator string, operands []pdf.Value) {
	switch operator {
	case "q":
		c.saved = append(c.saved, c.state)
	case "Q":
		if n := len(c.saved); n > 0 {
			c.state, c.saved = c.saved[n-1], c.saved[:n-1]
		}
	case "cm":
		if m, ok := matrixOf(operands); ok {
			c.state.ctm = m.times(c.state.ctm)
		}
	default:
		v := make([]float64, max(6, len(operands)))
		for i, operand := range operands {
			v[i] = operand.Float64()
		}
		c.place.apply(&c.state.textState, operator, v)
		if showsText(operator) {
			c.show(operands)
		}
	}
}

// show paints the last operand; see showsText.
func (c *content) show(operands []pdf.Value) {
	if len(operands) == 0 || c.state.font == nil || c.state.mode == invisible {
		return
	}
	var text strings.Builder
	shift := 0.0
	last := operands[len(operands)-1]
	pieces := []pdf.Value{last}
	if last.Kind() == pdf.Array {
		pieces = elements(last)
	}
	for _, piece := range pieces {
		if piece.Kind() != pdf.String {
			if piece.Float64() < wordGap {
				text.WriteByte(' ')
			}
			shift -= piece.Float64() / 1000
			continue
		}
		text.WriteString(c.state.font.Encoder().Decode(piece.RawString()))
	}
	painted := text.String()
	if painted == "" {
		return
	}
	m := matrix{1, 0, 0, 1, 0, c.state.rise}.times(c.place.text).times(c.state.ctm)
	at := c.view.rect(box{m[4], m[5], m[4], m[5]})
	c.spans = append(c.spans, domain.TextSpan{
		Text: painted, Left: at.Left, Baseline: at.Bottom,
		Size: domain.Length(c.state.size*math.Hypot(m[2], m[3])) * domain.Point,
	})
	// Half an em a letter is exact enough to keep the pieces of a line in order.
	letters := float64(len([]rune(painted)))
	c.place.advance((letters*(0.5*c.state.size+c.state.charSpace) + shift*c.state.size) * c.state.stretch)
}

func elements(array pdf.Value) []pdf.Value {
	values := make([]pdf.Value, array.Len())
	for i := range values {
		values[i] = array.Index(i)
	}
	return values
}

func matrixOf(operands []pdf.Value) (m matrix, ok bool) {
	if len(operands) != len(m) {
		return m, false
	}
	for i := range m {
		m[i] = operands[i].Float64()
	}
	return m, true
}
