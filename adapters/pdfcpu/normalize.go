package pdfcpu

import (
	"math"
	"strconv"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// painting are the operators that paint (ISO 32000-1, table 51).
var painting = map[string]bool{
	"S": true, "s": true, "f": true, "F": true, "f*": true, "B": true, "B*": true, "b": true, "b*": true, "sh": true, "Do": true,
	"Tj": true, "TJ": true, "'": true, `"`: true,
}

// marksContent reports whether the operator begins or ends marked content, which may end outside of its group.
func marksContent(operator string) bool {
	switch operator {
	case "BMC", "BDC", "EMC", "MP", "DP":
		return true
	}
	return false
}

// verticals are the operands of an operator that are vertical positions in the current space.
var verticals = map[string][]int{"re": {1}, "m": {1}, "l": {1}, "c": {1, 3, 5}, "v": {1, 3}, "y": {1, 3}, "Tm": {5}}

// withoutOffsets moves vertical offsets from matrices into the coordinates. Some engines write the coordinates of all pages from the top
// of the first one, and on each page a matrix with the offset of the page. Without the offsets, equal headers have equal content. It
// returns false if it finds an operation that it cannot move.
func withoutOffsets(all []operation) ([]operation, bool) {
	m := mover{moved: make([]operation, 0, len(all))}
	for _, o := range all {
		if !m.move(o) {
			return nil, false
		}
	}
	return m.moved, true
}

// mover is the state of withoutOffsets.
type mover struct {
	moved      []operation
	shift      float64   // of the current space
	saved      []float64 // those that q saved
	positioned bool      // a text matrix was set in this text object
}

// move appends an operation without its offset.
func (m *mover) move(o operation) bool {
	o, ok := m.follow(o)
	switch {
	case !ok || m.shift != 0 && !m.canMove(o):
		return false
	case m.shift != 0 && o.operator == "Do":
		m.moved = append(m.moved, operation{operator: "q"},
			operation{numbers{1, 0, 0, 1, 0, m.shift}.tokens(), "cm"}, o, operation{operator: "Q"})
		return true
	}
	if o, ok = m.shifted(o); !ok {
		return false
	}
	if merged, ok := mergeText(m.moved, o); ok {
		m.moved[len(m.moved)-1] = merged
		return true
	}
	m.moved = append(m.moved, o)
	return true
}

// follow updates the state for an operation, and removes the vertical offset from a matrix.
func (m *mover) follow(o operation) (operation, bool) {
	switch o.operator {
	case "q":
		m.saved = append(m.saved, m.shift)
	case "Q":
		if len(m.saved) == 0 {
			return o, false
		}
		m.shift, m.saved = m.saved[len(m.saved)-1], m.saved[:len(m.saved)-1]
	case "cm":
		matrix, ok := o.numbers(6)
		if !ok {
			return o, false
		}
		m.shift = matrix.absorb(m.shift)
		return operation{matrix.tokens(), o.operator}, true
	case "BT":
		m.positioned = false
	case "Tm":
		m.positioned = true
	}
	return o, true
}

// canMove reports whether the position of an operation is in its operands. The position of a shading, and of text without a matrix, is
// that of the current space.
func (m *mover) canMove(o operation) bool {
	switch o.operator {
	case "sh":
		return false
	case "Td", "TD", "T*", "Tj", "TJ", "'", `"`:
		return m.positioned
	}
	return true
}

// shifted returns the operands with their vertical positions moved.
func (m *mover) shifted(o operation) (operation, bool) {
	at := verticals[o.operator]
	if m.shift == 0 || at == nil {
		return o, true
	}
	values, ok := o.numbers(len(o.operands))
	if !ok || len(values) <= at[len(at)-1] {
		return o, false
	}
	for _, i := range at {
		values[i] = math.Round((values[i]+m.shift)*precision)/precision + 0 // no negative zero
	}
	return operation{values.tokens(), o.operator}, true
}

// mergeText merges a text matrix and the Td after it into one matrix.
func mergeText(before []operation, o operation) (operation, bool) {
	if o.operator != "Td" || len(before) == 0 || before[len(before)-1].operator != "Tm" {
		return o, false
	}
	m, isMatrix := before[len(before)-1].numbers(6)
	d, isOffset := o.numbers(2)
	if !isMatrix || !isOffset {
		return o, false
	}
	m[4] += d[0]*m[0] + d[1]*m[2]
	m[5] += d[0]*m[1] + d[1]*m[3]
	return operation{m.tokens(), "Tm"}, true
}

// numbers are the values of an operator's operands.
type numbers []float64

// numbers reads the operands; false if there are not exactly n.
func (o operation) numbers(n int) (numbers, bool) {
	if len(o.operands) != n {
		return nil, false
	}
	values := make(numbers, n)
	for i, t := range o.operands {
		var err error
		if values[i], err = strconv.ParseFloat(string(t), 64); err != nil {
			return nil, false
		}
	}
	return values, true
}

func (n numbers) tokens() []token {
	tokens := make([]token, len(n))
	for i, value := range n {
		tokens[i] = appendObject(nil, types.Float(value))
	}
	return tokens
}

const (
	// precision is the precision of moved coordinates, in parts of a unit. Engines write matrices with four decimals, so coordinates
	// that should be equal differ in the fourth.
	precision = 1000
	// maxScale is the scale up to which a thousandth of a unit is invisible.
	maxScale = 4
)

// absorb removes the vertical offset from a matrix and returns the shift of the coordinates after it. before is the shift of the
// coordinates before it. A matrix that rotates, flips or enlarges by more than maxScale keeps its offset.
func (n numbers) absorb(before float64) (after float64) {
	n[5] += before
	if n[1] != 0 || n[2] != 0 || n[3] <= 0 || n[3] > maxScale {
		return 0
	}
	after = n[5] / n[3]
	n[5] = 0
	return after
}
