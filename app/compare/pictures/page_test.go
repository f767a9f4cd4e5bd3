package pictures_test

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/app/compare/pictures"
	"platen/app/compare/words"
	"platen/domain"
)

// page is a white page with a picture of noise at some pixels; nil: none.
func page(at *image.Point) *image.RGBA {
	p := image.NewRGBA(image.Rect(0, 0, 400, 300))
	draw.Draw(p, p.Bounds(), image.White, image.Point{}, draw.Src)
	for i := 0; at != nil && i < 80*80; i++ {
		p.Set(at.X+i%80, at.Y+i/80, color.Gray{Y: uint8(i * i / 7)})
	}
	return p
}

// painted is such a page, and what its PDF says of it.
func painted(at *image.Point) *pictures.Painted {
	if at == nil {
		return pictures.NewPainted(page(at), nil, nil, 0)
	}
	pixels := func(n int) domain.Length { return domain.Length(n) * domain.Inch / pictures.DPI }
	return pictures.NewPainted(page(at), []domain.PaintedRect{{Kind: domain.Picture,
		Rect: domain.Rect{Left: pixels(at.X), Top: pixels(at.Y), Right: pixels(at.X + 80), Bottom: pixels(at.Y + 80)}}}, nil, 0)
}

func TestCompare(t *testing.T) {
	compare := func(a, b *image.Point) pictures.Page {
		return pictures.Compare(t.Context(), words.Comparison{}, painted(a), painted(b))
	}
	there := &image.Point{X: 96, Y: 96}
	require.Zero(t, compare(there, there).Changed)
	require.True(t, pictures.Same(page(there), page(there)))

	gone := compare(there, nil)
	require.Len(t, gone.Figures, 1)
	require.Equal(t, pictures.Missing, gone.Figures[0].By)
	require.Equal(t, pictures.Added, compare(nil, there).Figures[0].By)
	require.Greater(t, gone.Changed, 0.03)
	require.Greater(t, gone.Residue, 100.0)

	moved := compare(there, &image.Point{X: 97, Y: 96})
	require.False(t, pictures.Same(page(there), page(&image.Point{X: 97, Y: 96})))
	require.Empty(t, moved.Figures)
	require.Empty(t, compare(there, &image.Point{X: 200, Y: 150}).Figures, "far away")
	require.Zero(t, moved.Residue, "a pixel to the right")
}

func TestMarginsOf(t *testing.T) {
	require.Nil(t, pictures.MarginsOf(page(nil)))
	const pixel = 25.4 / pictures.DPI
	for side, want := range [4]float64{96 * pixel, (400 - 176) * pixel, (300 - 176) * pixel, 96 * pixel} {
		require.InDelta(t, want, pictures.MarginsOf(page(&image.Point{X: 96, Y: 96}))[side], 0.6)
	}
}
