package pdfgraphics_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/internal/pdfgraphics"
	"platen/domain"
)

func TestTimesAppliesLeftFirst(t *testing.T) {
	double, move := pdfgraphics.Matrix{2, 0, 0, 2, 0, 0}, pdfgraphics.Matrix{1, 0, 0, 1, 10, 20}
	x, y := double.Times(move).Point(1, 1)
	require.Equal(t, [2]float64{12, 22}, [2]float64{x, y})
	x, y = move.Times(double).Point(1, 1)
	require.Equal(t, [2]float64{22, 42}, [2]float64{x, y})
	require.InDelta(t, 2, double.Times(move).Scale(), 1e-9)
}

func TestBoxOfTurnedBox(t *testing.T) {
	quarter := pdfgraphics.Matrix{0, 1, -1, 0, 0, 0}
	require.Equal(t, pdfgraphics.Box{Left: -20, Bottom: 1, Right: -10, Top: 2},
		quarter.Box(pdfgraphics.Box{Left: 1, Bottom: 10, Right: 2, Top: 20}))
}

func TestFromCorners(t *testing.T) {
	b, ok := pdfgraphics.FromCorners([4]float64{30, 40, 10, 20})
	require.True(t, ok)
	require.Equal(t, pdfgraphics.Box{Left: 10, Bottom: 20, Right: 30, Top: 40}, b)
	for _, corners := range [][4]float64{{1, 1, 1, 2}, {1, 1, 2, 1}, {0, 0, math.Inf(1), 1}, {0, 0, 1, math.NaN()}} {
		_, ok := pdfgraphics.FromCorners(corners)
		require.False(t, ok, corners)
	}
}

func TestWithin(t *testing.T) {
	b := pdfgraphics.Box{Left: 0, Bottom: 0, Right: 10, Top: 10}
	require.Equal(t, pdfgraphics.Box{Left: 5, Bottom: 0, Right: 10, Top: 10}, b.Within(pdfgraphics.Box{Left: 5, Bottom: -5, Right: 20, Top: 20}))
	require.Equal(t, b, b.Within(pdfgraphics.Box{Left: 20, Bottom: 0, Right: 30, Top: 10}))
}

func TestViewTurnsEitherWay(t *testing.T) {
	shown := pdfgraphics.Box{Right: 100, Top: 200}
	box := pdfgraphics.Box{Left: 10, Bottom: 20, Right: 30, Top: 40}
	want := domain.Rect{Left: 160, Top: 70, Right: 180, Bottom: 90}
	for _, turn := range []int{270, -90, -450} {
		view := pdfgraphics.View{Shown: shown, Turn: turn}
		require.Equal(t, domain.Size{Width: 200, Height: 100}, view.Size())
		require.Equal(t, want, view.Rect(box), turn)
	}
}

func TestTextPosition(t *testing.T) {
	p, s := pdfgraphics.TextPosition{Text: pdfgraphics.Identity, Line: pdfgraphics.Identity}, pdfgraphics.NewTextState()
	for _, step := range []struct {
		operator string
		operands []float64
	}{{"BT", nil}, {"Td", []float64{30, 500}}, {"TD", []float64{0, -14}}, {"T*", nil}} {
		p.Apply(&s, step.operator, append(step.operands, make([]float64, 6)...))
	}
	p.Advance(5)
	x, y := p.Text.Point(0, 0)
	require.Equal(t, [2]float64{35, 472}, [2]float64{x, y}, "TD sets the leading that T* uses")
}
