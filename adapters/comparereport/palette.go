package comparereport

import (
	"encoding/binary"
	"image"
	"image/color"
)

// maxColours is what a PNG with a palette can have.
const maxColours = 256

// indexed returns an opaque picture of few colours as one with a palette, as most pages are. A PNG then has a third of
// the bytes to compress. Other pictures are returned as they are.
func indexed(picture image.Image) image.Image {
	whole, is := picture.(*image.RGBA)
	if !is {
		return picture
	}
	size := whole.Bounds().Size()
	small := image.NewPaletted(whole.Bounds(), nil)
	known := map[uint32]uint8{}
	last, index := uint32(0), uint8(0) // most pixels have the colour of the one before; 0 is not opaque
	for y := range size.Y {
		from, to := whole.Pix[y*whole.Stride:][:4*size.X], small.Pix[y*small.Stride:][:size.X]
		for x := range to {
			if c := binary.LittleEndian.Uint32(from[4*x:]); c != last || c == 0 {
				number, seen := known[c]
				if !seen {
					if len(known) == maxColours || c>>24 != 0xff {
						return picture
					}
					number = uint8(len(known)) //nolint:gosec // below maxColours
					known[c] = number
					small.Palette = append(small.Palette, color.RGBA{uint8(c), uint8(c >> 8), uint8(c >> 16), 0xff}) //nolint:gosec // its bytes
				}
				last, index = c, number
			}
			to[x] = index
		}
	}
	return small
}
