package pdftext

import (
	"errors"
	"math"
	"strings"

	"github.com/ledongthuc/pdf"

	"platen/adapters/internal/pdfgraphics"
	"platen/domain"
)

const (
	// maxOperators bounds the work for one page.
	maxOperators = 10_000_000
	// wordGap is the displacement in a TJ array, in thousandths of the font size, from which on there is a blank.
	wordGap = -180
)

// graphics is the part of the graphics state that text depends on.
type graphics struct {
	ctm  pdfgraphics.Matrix
	font *pdf.Font
	pdfgraphics.TextState
}

// content interprets the operators that show text.
type content struct {
	view  pdfgraphics.View
	fonts map[string]*pdf.Font // by the library's name of the object
	spans []domain.TextSpan
	left  int // how many more operators the page may have

	state graphics
	saved []graphics
	text  pdfgraphics.TextPosition
}

func newContent(view pdfgraphics.View) *content {
	return &content{
		view: view, fonts: map[string]*pdf.Font{}, left: maxOperators,
		state: graphics{ctm: pdfgraphics.Identity, TextState: pdfgraphics.NewTextState()},
	}
}

// interpret interprets a content stream, and the forms in it.
func (c *content) interpret(stream, resources pdf.Value, depth int) {
	if stream.IsNull() || depth > pdfgraphics.MaxForms {
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
				c.state.font, c.state.Size = c.font(resources, operands[0].Name()), operands[1].Float64()
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
		c.state.ctm = m.Times(c.state.ctm)
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
			c.state.ctm = m.Times(c.state.ctm)
		}
	default:
		v := make([]float64, max(6, len(operands)))
		for i, operand := range operands {
			v[i] = operand.Float64()
		}
		c.text.Apply(&c.state.TextState, operator, v)
		if pdfgraphics.ShowsText(operator) {
			c.show(operands)
		}
	}
}

// show paints the last operand; see pdfgraphics.ShowsText.
func (c *content) show(operands []pdf.Value) {
	if len(operands) == 0 || c.state.font == nil || c.state.Mode == pdfgraphics.Invisible {
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
	m := pdfgraphics.Matrix{1, 0, 0, 1, 0, c.state.Rise}.Times(c.text.Text).Times(c.state.ctm)
	at := c.view.Rect(pdfgraphics.Box{Left: m[4], Bottom: m[5], Right: m[4], Top: m[5]})
	c.spans = append(c.spans, domain.TextSpan{
		Text: painted, Left: at.Left, Baseline: at.Bottom,
		Size: domain.Length(c.state.Size*math.Hypot(m[2], m[3])) * domain.Point,
	})
	// Half an em a letter is exact enough to keep the pieces of a line in order.
	letters := float64(len([]rune(painted)))
	c.text.Advance((letters*(0.5*c.state.Size+c.state.CharSpace) + shift*c.state.Size) * c.state.Stretch)
}

func elements(array pdf.Value) []pdf.Value {
	values := make([]pdf.Value, array.Len())
	for i := range values {
		values[i] = array.Index(i)
	}
	return values
}

func matrixOf(operands []pdf.Value) (m pdfgraphics.Matrix, ok bool) {
	if len(operands) != len(m) {
		return m, false
	}
	for i := range m {
		m[i] = operands[i].Float64()
	}
	return m, true
}
