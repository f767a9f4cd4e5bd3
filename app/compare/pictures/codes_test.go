package pictures_test

import (
	"image"
	"image/draw"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/app/compare/pictures"
)

// Codes that are painted as rectangles side by side have seams, which say nothing.
func TestSeamsOfCodes(t *testing.T) {
	const n, pitch = 15, 24
	code := func(seams bool) *image.RGBA {
		picture := image.NewRGBA(image.Rect(0, 0, (n+2)*pitch, (n+2)*pitch))
		draw.Draw(picture, picture.Bounds(), image.White, image.Point{}, draw.Src)
		random := rand.New(rand.NewPCG(1, 1))
		for y := range n {
			for x := range n {
				if random.IntN(2) == 0 || y == 0 || x == 0 && y < n/2 {
					module := image.Rect(0, 0, pitch, pitch).Add(image.Pt((x+1)*pitch, (y+1)*pitch))
					draw.Draw(picture, module, image.Black, image.Point{}, draw.Src)
				}
			}
			for x := range n {
				if seams {
					seam := image.Rect(0, 0, 1, pitch).Add(image.Pt((x+1)*pitch, (y+1)*pitch))
					draw.Draw(picture, seam, image.White, image.Point{}, draw.Src)
				}
			}
		}
		return picture
	}
	clean, ok := pictures.ReadPattern(code(false))
	require.True(t, ok)
	seamed, ok := pictures.ReadPattern(code(true))
	require.True(t, ok)
	require.True(t, clean.Equal(seamed))
}

// A bar code is the bars that stand close together, and no frame or border near it.
func TestCodes(t *testing.T) {
	var label []drawn
	x := 40
	for n := range 16 {
		width, gap := 2+n*5%7, 2+n*3%10
		label = append(label, drawn{x, 200, width, 60, blue, ""})
		x += width + gap
	}
	end := x - 2 - 15*3%10
	label = append(label,
		drawn{40, 100, 300, 2, blue, ""}, drawn{40, 190, 300, 2, blue, ""}, // a frame
		drawn{40, 100, 2, 92, blue, ""}, drawn{338, 100, 2, 92, blue, ""})
	for y := 0; y < 400; y += 20 { // and the borders of cells beside it
		label = append(label, drawn{33, y, 1, 20, blue, ""}, drawn{end + 7, y, 1, 20, blue, ""})
	}
	found := with(label...).Codes(nil)
	require.Len(t, found, 1)
	const pixel = 25.4 / pictures.DPI
	require.InDeltaMapValues(t, map[string]float64{"left": 40, "top": 200, "right": float64(end), "bottom": 260},
		map[string]float64{"left": found[0].X0 / pixel, "top": found[0].Y0 / pixel, "right": found[0].X1 / pixel, "bottom": found[0].Y1 / pixel}, 0.01)
}
