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

// TestShiftBelowAPixel: strokes that a shift spreads over two pixels are not bolder.
func TestShiftBelowAPixel(t *testing.T) {
	word := words.Word{Text: "lilli", Pieces: 1, Box: words.Box{X1: 60 * pixel, Y1: 20 * pixel}}
	strokes := func(level uint8, width int) Look {
		picture := image.NewRGBA(image.Rect(0, 0, 60, 20))
		draw.Draw(picture, picture.Bounds(), image.White, image.Point{}, draw.Src)
		for x := 5; x < 55; x += 10 {
			stroke := image.Rect(x, 4, x+width, 16)
			draw.Draw(picture, stroke, image.NewUniform(color.Gray{Y: level}), image.Point{}, draw.Src)
		}
		return Look{ink: readInk(NewPainted(picture, nil, nil, 0).canvas, word.Box, true), drawn: true}
	}
	require.NotEqual(t, Weight, CompareLooks(strokes(0, 1), strokes(128, 2), word, word).By)
	require.Equal(t, Weight, CompareLooks(strokes(0, 1), strokes(0, 2), word, word).By)
}
