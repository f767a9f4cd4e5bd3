package pdfcpu

import (
	"math"
	"strconv"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// painting are the operators that leave something on the page (ISO 32000-1, table 51).
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

// withoutOffsets moves vertical offsets from matrices into the coordinates. An engine that prints one page after the other
// writes each page with the offset of the page and coordinates that count from the first one; without it, equal headers
// have equal content. It gives false for what it cannot move.
func withoutOffsets(all []operation) ([]operation, bool) {
	moved := make([]operation, 0, len(all))
	shift, positioned := 0.0, false
	var saved []float64
	for _, o := range all {
		switch o.operator {
		case "q":
			saved = append(saved, shift)
		case "Q":
			if len(saved) == 0 {
				return nil, false
			}
			shift, saved = saved[len(saved)-1], saved[:len(saved)-1]
		case "cm":
			m, ok := o.numbers(6)
			if !ok {
				return nil, false
			}
			shift = m.absorb(shift)
			o = operation{m.tokens(), o.operator}
		case "BT":
			positioned = false
		case "Tm":
			positioned = true
		case "Td", "TD", "T*", "Tj", "TJ", "'", `"`:
			if !positioned && shift != 0 {
				return nil, false
			}
		case "sh":
			if shift != 0 {
				return nil, false
			}
		case "Do":
			if shift != 0 {
				moved = append(moved, operation{operator: "q"},
					operation{numbers{1, 0, 0, 1, 0, shift}.tokens(), "cm"}, o, operation{operator: "Q"})
				continue
			}
		}
		if at := verticals[o.operator]; shift != 0 && at != nil {
			values, ok := o.numbers(len(o.operands))
			if !ok || len(values) <= at[len(at)-1] {
				return nil, false
			}
			for _, i := range at {
				values[i] = math.Round((values[i]+shift)*precision)/precision + 0 // no negative zero
			}
			o = operation{values.tokens(), o.operator}
		}
		if merged, ok := mergeText(moved, o); ok {
			moved[len(moved)-1] = merged
			continue
		}
		moved = append(moved, o)
	}
	return moved, true
}

// mergeText makes one matrix of a text matrix and the Td after it.
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

// numbers are the operands of an operator.
type numbers []float64

// numbers reads the operands, of which there must be n.
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
	// precision is that of moved coordinates, in parts of a unit: engines write matrices with four decimals, so that equal
	// coordinates differ in the fourth.
	precision = 1000
	// maxScale is the scale up to which a thousandth of a unit is invisible.
	maxScale = 4
)

// absorb takes the vertical offset out of a matrix and gives the shift of the coordinates after it. before is the shift of
// the coordinates before it. A matrix that turns or flips, or enlarges by more than maxScale, keeps its offset.
func (n numbers) absorb(before float64) (after float64) {
	n[5] += before
	if n[1] != 0 || n[2] != 0 || n[3] <= 0 || n[3] > maxScale {
		return 0
	}
	after = n[5] / n[3]
	n[5] = 0
	return after
}
