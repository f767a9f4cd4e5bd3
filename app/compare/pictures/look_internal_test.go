package pictures

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/app/compare/words"
)

// The border of a frame is clipped around the frame's legend, of which some renderers leave a shade.
func TestClippedLine(t *testing.T) {
	picture := image.NewRGBA(image.Rect(0, 0, 200, 40))
	draw.Draw(picture, picture.Bounds(), image.White, image.Point{}, draw.Src)
	for x := 10; x < 190; x++ {
		level := uint8(136)
		if x >= 60 && x < 110 {
			level = 213
			if x%2 == 0 {
				level = 0 // a letter
			}
		}
		picture.Set(x, 20, color.Gray{Y: level})
	}
	part := func(from, to float64) words.Box {
		return words.Box{X0: from * pixel, Y0: 20 * pixel, X1: to * pixel, Y1: 20.5 * pixel}
	}
	p, white := NewPainted(picture, nil, nil, 0), [3]float64{255, 255, 255}
	require.False(t, p.shows(part(60, 109), white))
	require.True(t, p.shows(part(120, 160), white))
}
