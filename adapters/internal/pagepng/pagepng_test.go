package pagepng_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/adapters/internal/pagepng"
)

// TestSamePixels: a picture of any number of colours, or a part of one, is read back with the same pixels.
func TestSamePixels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		colours := rapid.SampledFrom([]int{1, 2, 255, 256, 257, 400}).Draw(t, "colours")
		whole := image.NewRGBA(image.Rect(0, 0, rapid.IntRange(1, 50).Draw(t, "width"), rapid.IntRange(1, 50).Draw(t, "height")))
		seed := rapid.IntRange(1, 1000).Draw(t, "seed")
		for i := range len(whole.Pix) / 4 {
			n := (i*seed + i/7) % colours
			whole.Pix[4*i], whole.Pix[4*i+1], whole.Pix[4*i+2], whole.Pix[4*i+3] = uint8(n), uint8(n>>8), uint8(7*n), 255
		}
		picture := whole.SubImage(whole.Rect.Inset(rapid.IntRange(0, 3).Draw(t, "inset"))).(*image.RGBA)
		if picture.Rect.Empty() {
			return
		}
		var out bytes.Buffer
		require.NoError(t, pagepng.Encode(&out, picture))
		read, err := png.Decode(&out)
		require.NoError(t, err)
		require.Equal(t, picture.Rect.Size(), read.Bounds().Size())
		for y := range picture.Rect.Dy() {
			for x := range picture.Rect.Dx() {
				is := color.RGBAModel.Convert(read.At(read.Bounds().Min.X+x, read.Bounds().Min.Y+y))
				require.Equal(t, picture.RGBAAt(picture.Rect.Min.X+x, picture.Rect.Min.Y+y), is)
			}
		}
	})
}

// TestPalette: a page of greys has a palette, which makes it small, and one of more colours has none.
func TestPalette(t *testing.T) {
	read := func(colours int) image.Image {
		picture := image.NewRGBA(image.Rect(0, 0, 20, 20))
		for i := range len(picture.Pix) / 4 {
			n := i % colours
			picture.Pix[4*i], picture.Pix[4*i+1], picture.Pix[4*i+2], picture.Pix[4*i+3] = uint8(n), uint8(n), uint8(n>>8), 255
		}
		var out bytes.Buffer
		require.NoError(t, pagepng.Encode(&out, picture))
		decoded, err := png.Decode(&out)
		require.NoError(t, err)
		return decoded
	}
	require.IsType(t, &image.Paletted{}, read(256))
	require.IsType(t, &image.RGBA{}, read(257))
}
