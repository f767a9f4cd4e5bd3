package stamper

import (
	"math"

	"platen/adapters/pdf/content"
	"platen/adapters/pdf/object"
)

// withoutOffsets divides content into operations and moves vertical offsets from matrices into the coordinates. Engines write the
// coordinates of all pages from the top of the first one, and on each page a matrix with the offset of the page. Without the offsets, equal
// headers have equal content. It returns false if it finds an operation that it cannot move, or malformed content.
func withoutOffsets(painted []byte) ([]content.Operation, bool) {
	var m mover
	s := content.NewScanner(painted)
	for o, ok := s.Next(); ok; o, ok = s.Next() {
		o.Operands = append([][]byte(nil), o.Operands...)
		if o.Operator == "BI" || !m.move(o) {
			return nil, false
		}
	}
	return m.moved, s.Err() == nil
}

// mover is the state of withoutOffsets.
type mover struct {
	moved      []content.Operation
	shift      float64   // of the current space
	outer      []float64 // the shifts of the spaces that Q restores
	positioned bool      // a text matrix was set in this text object
}

// verticals are the operands of an operator that are vertical positions in the current space.
var verticals = map[string][]int{"re": {1}, "m": {1}, "l": {1}, "c": {1, 3, 5}, "v": {1, 3}, "y": {1, 3}, "Tm": {5}}

// move appends an operation without its offset.
func (m *mover) move(o content.Operation) bool {
	switch o.Operator {
	case "q":
		m.outer = append(m.outer, m.shift)
	case "Q":
		last := len(m.outer) - 1
		if last < 0 {
			return false
		}
		m.shift, m.outer = m.outer[last], m.outer[:last]
	case "cm":
		matrix, ok := numbersOf(o, 6)
		if !ok {
			return false
		}
		m.shift = matrix.absorb(m.shift)
		o.Operands = matrix.tokens()
	case "BT":
		m.positioned = false
	case "Tm":
		m.positioned = true
	case "Td":
		if m.mergeIntoMatrix(o) {
			return true
		}
	}
	if m.shift == 0 {
		m.moved = append(m.moved, o)
		return true
	}
	return m.moveShifted(o)
}

// moveShifted appends an operation whose position is in its operands, with the shift of the space added. The position of a shading, and of
// text without a matrix, is that of the space itself.
func (m *mover) moveShifted(o content.Operation) bool {
	switch o.Operator {
	case "sh":
		return false
	case "Td", "TD", "T*", "Tj", "TJ", "'", `"`:
		if !m.positioned {
			return false
		}
	case "Do":
		m.moved = append(m.moved, content.Operation{Operator: "q"},
			content.Operation{Operator: "cm", Operands: numbers{1, 0, 0, 1, 0, moved(0, m.shift)}.tokens()}, o, content.Operation{Operator: "Q"})
		return true
	}
	if at := verticals[o.Operator]; at != nil {
		values, ok := numbersOf(o, len(o.Operands))
		if !ok || len(values) <= at[len(at)-1] {
			return false
		}
		for _, i := range at {
			values[i] = moved(values[i], m.shift)
		}
		o.Operands = values.tokens()
	}
	m.moved = append(m.moved, o)
	return true
}

// mergeIntoMatrix merges a Td and the text matrix just before it into one matrix.
func (m *mover) mergeIntoMatrix(o content.Operation) bool {
	last := len(m.moved) - 1
	if last < 0 || m.moved[last].Operator != "Tm" {
		return false
	}
	matrix, isMatrix := numbersOf(m.moved[last], 6)
	d, isOffset := numbersOf(o, 2)
	if !isMatrix || !isOffset {
		return false
	}
	matrix[4] += d[0]*matrix[0] + d[1]*matrix[2]
	matrix[5] += d[0]*matrix[1] + d[1]*matrix[3]
	m.moved[last].Operands = matrix.tokens()
	return true
}

// numbers are the values of an operator's operands.
type numbers []float64

// numbersOf reads the operands; false if there are not exactly n.
func numbersOf(o content.Operation, n int) (numbers, bool) {
	if len(o.Operands) != n {
		return nil, false
	}
	values := make(numbers, n)
	for i, token := range o.Operands {
		var ok bool
		if values[i], ok = object.Number(token); !ok {
			return nil, false
		}
	}
	return values, true
}

// tokens writes the numbers, to a millionth of a unit.
func (n numbers) tokens() [][]byte {
	tokens := make([][]byte, len(n))
	for i, value := range n {
		tokens[i] = object.Append(nil, math.Round(value*1e6)/1e6)
	}
	return tokens
}

const (
	// precision is the precision of moved coordinates, in parts of a unit. Engines write matrices with four decimals, so coordinates
	// that should be equal differ in the fourth.
	precision = 100
	// maxScale is the scale up to which a hundredth of a unit is invisible.
	maxScale = 4
)

// absorb removes the vertical offset from a matrix and returns the shift of the coordinates after it. before is the shift of the
// coordinates before it. A matrix that rotates, flips or enlarges by more than maxScale keeps its offset.
func (n numbers) absorb(before float64) (after float64) {
	if n[1] != 0 || n[2] != 0 || n[3] <= 0 || n[3] > maxScale {
		n[5] = moved(n[5], before)
		return 0
	}
	after = (n[5] + before) / n[3]
	n[5] = 0
	return after
}

// moved returns a moved coordinate.
func moved(coordinate, shift float64) float64 {
	return math.Round((coordinate+shift)*precision)/precision + 0 // no negative zero
}
