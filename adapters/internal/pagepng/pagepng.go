// Package pagepng writes pictures of pages as PNG.
package pagepng

import (
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"io"
)

// Encode writes a picture. Most pages have few colours, such as the greys of black text: with a palette, they take about a third of the time,
// and of the bytes.
func Encode(w io.Writer, picture image.Image) error {
	if page, ok := picture.(*image.RGBA); ok {
		if few, ok := withPalette(page); ok {
			picture = few
		}
	}
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	return encoder.Encode(w, picture)
}

// withPalette returns a picture with a palette; false if it has more than 256 colours.
func withPalette(picture *image.RGBA) (*image.Paletted, bool) {
	const most = 256 // of a PNG's palette
	few := image.NewPaletted(picture.Bounds(), nil)
	known := map[uint32]uint8{}
	for y := range picture.Bounds().Dy() {
		row, line := picture.Pix[y*picture.Stride:], few.Pix[y*few.Stride:][:few.Stride]
		var last uint32
		var index uint8
		for x := range line {
			p := row[4*x:][:4]
			if colour := binary.LittleEndian.Uint32(p); x == 0 || colour != last {
				var is bool
				if index, is = known[colour]; !is {
					if len(few.Palette) == most {
						return nil, false
					}
					index = uint8(len(few.Palette)) //nolint:gosec // less than most
					known[colour] = index
					few.Palette = append(few.Palette, color.RGBA{p[0], p[1], p[2], p[3]})
				}
				last = colour
			}
			line[x] = index
		}
	}
	return few, true
}
