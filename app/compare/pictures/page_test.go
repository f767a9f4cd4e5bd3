package pictures_test

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/app/compare/pictures"
	"platen/app/compare/words"
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

func TestCompare(t *testing.T) {
	compare := func(a, b *image.RGBA) pictures.Page {
		return pictures.Compare(t.Context(), words.Comparison{}, 0, 0, pictures.NewPainted(a, nil), pictures.NewPainted(b, nil))
	}
	there := &image.Point{X: 96, Y: 96}
	require.True(t, compare(page(there), page(there)).Same)

	gone := compare(page(there), page(nil))
	require.Len(t, gone.Lost, 1)
	require.InDelta(t, 80*25.4/pictures.DPI, gone.Lost[0].Width(), 5)
	require.Greater(t, gone.Changed, 0.03)
	require.Greater(t, gone.Residue, 100.0)

	moved := compare(page(there), page(&image.Point{X: 97, Y: 96}))
	require.False(t, moved.Same)
	require.Empty(t, moved.Lost)
	require.Zero(t, moved.Residue, "a pixel to the right")
}

func TestMarginsOf(t *testing.T) {
	require.Nil(t, pictures.MarginsOf(page(nil)))
	const pixel = 25.4 / pictures.DPI
	for side, want := range [4]float64{96 * pixel, (400 - 176) * pixel, (300 - 176) * pixel, 96 * pixel} {
		require.InDelta(t, want, pictures.MarginsOf(page(&image.Point{X: 96, Y: 96}))[side], 0.6)
	}
}
