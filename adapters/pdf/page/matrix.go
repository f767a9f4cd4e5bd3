package page

import (
	"fmt"
	"math"
)

// Matrix is a transformation [a b c d e f] (ISO 32000-1, 8.3.3).
type Matrix [6]float64

// Identity leaves every point where it is.
var Identity = Matrix{1, 0, 0, 1, 0, 0}

// Times returns the matrix that applies m and then n.
func (m Matrix) Times(n Matrix) Matrix {
	return Matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

// Point transforms a point.
func (m Matrix) Point(x, y float64) (float64, float64) {
	return m[0]*x + m[2]*y + m[4], m[1]*x + m[3]*y + m[5]
}

// Box returns the box around a transformed box.
func (m Matrix) Box(b Box) Box {
	var e Extent
	for _, corner := range [][2]float64{{b.Left, b.Bottom}, {b.Right, b.Bottom}, {b.Left, b.Top}, {b.Right, b.Top}} {
		e.Add(m.Point(corner[0], corner[1]))
	}
	return e.Box
}

// Scale returns the factor by which lengths grow, on average over all directions.
func (m Matrix) Scale() float64 { return math.Sqrt(math.Abs(m[0]*m[3] - m[1]*m[2])) }

// String writes the matrix as operands.
func (m Matrix) String() string {
	return fmt.Sprintf("%.5g %.5g %.5g %.5g %.5f %.5f", m[0], m[1], m[2], m[3], m[4], m[5])
}
