package pdfreader

// textState are the parameters of the text state (ISO 32000-1, 9.3.1) without the font.
type textState struct {
	size, leading, rise  float64
	stretch              float64 // horizontal scaling, where 1 is 100 %
	charSpace, wordSpace float64
	mode                 int
}

// invisible is the text rendering mode that paints nothing.
const invisible = 3

// textPlace is where the next glyph is painted (9.4.1): the text matrix, and that of the beginning of the line.
type textPlace struct{ text, line matrix }

// apply follows an operator that sets the state or moves to another place. v are its operands, with zeros up to the
// sixth.
func (p *textPlace) apply(s *textState, operator string, v []float64) {
	switch operator {
	case "BT":
		p.text, p.line = identity, identity
	case "TL":
		s.leading = v[0]
	case "Ts":
		s.rise = v[0]
	case "Tz":
		s.stretch = v[0] / 100
	case "Tc":
		s.charSpace = v[0]
	case "Tw":
		s.wordSpace = v[0]
	case "Tr":
		s.mode = int(v[0])
	case "Tm":
		p.text, p.line = matrix(v[:6]), matrix(v[:6])
	case "Td":
		p.nextLine(v[0], v[1])
	case "TD":
		s.leading = -v[1]
		p.nextLine(v[0], v[1])
	case `"`:
		s.wordSpace, s.charSpace = v[0], v[1]
		p.nextLine(0, -s.leading)
	case "T*", "'":
		p.nextLine(0, -s.leading)
	}
}

// nextLine begins a line at a distance from the beginning of the last.
func (p *textPlace) nextLine(x, y float64) {
	p.line = matrix{1, 0, 0, 1, x, y}.times(p.line)
	p.text = p.line
}

// advance moves along the line.
func (p *textPlace) advance(x float64) { p.text = matrix{1, 0, 0, 1, x, 0}.times(p.text) }

// showsText reports whether the last operand of the operator is painted: a string, or an array of strings and
// displacements.
func showsText(operator string) bool {
	switch operator {
	case "Tj", "TJ", "'", `"`:
		return true
	}
	return false
}
