package pdfgraphics

// Invisible is the text rendering mode that paints nothing.
const Invisible = 3

// TextState is the text state (ISO 32000-1, 9.3.1) without the font, which readers know in different ways.
type TextState struct {
	Size, Leading, Rise  float64
	Stretch              float64 // horizontal scaling, where 1 is 100 %
	CharSpace, WordSpace float64
	Mode                 int
}

// NewTextState is the text state at the beginning of a page.
func NewTextState() TextState { return TextState{Stretch: 1} }

// TextPosition is where the next glyph is painted (9.4.1): the text matrix, and the text line matrix.
type TextPosition struct{ Text, Line Matrix }

// Apply follows an operator that sets the state or moves to another position, and no other. v are its operands, with zeros up to
// the sixth.
func (p *TextPosition) Apply(s *TextState, operator string, v []float64) {
	switch operator {
	case "BT":
		p.Text, p.Line = Identity, Identity
	case "TL":
		s.Leading = v[0]
	case "Ts":
		s.Rise = v[0]
	case "Tz":
		s.Stretch = v[0] / 100
	case "Tc":
		s.CharSpace = v[0]
	case "Tw":
		s.WordSpace = v[0]
	case "Tr":
		s.Mode = int(v[0])
	case "Tm":
		p.Text, p.Line = Matrix(v[:6]), Matrix(v[:6])
	case "Td":
		p.nextLine(v[0], v[1])
	case "TD":
		s.Leading = -v[1]
		p.nextLine(v[0], v[1])
	case `"`:
		s.WordSpace, s.CharSpace = v[0], v[1]
		p.nextLine(0, -s.Leading)
	case "T*", "'":
		p.nextLine(0, -s.Leading)
	}
}

// nextLine begins a line at a distance from the beginning of the last.
func (p *TextPosition) nextLine(x, y float64) {
	p.Line = Matrix{1, 0, 0, 1, x, y}.Times(p.Line)
	p.Text = p.Line
}

// Advance moves along the line.
func (p *TextPosition) Advance(x float64) { p.Text = Matrix{1, 0, 0, 1, x, 0}.Times(p.Text) }

// ShowsText reports whether an operator paints its last operand: a string, or an array of strings and displacements.
func ShowsText(operator string) bool {
	switch operator {
	case "Tj", "TJ", "'", `"`:
		return true
	}
	return false
}
