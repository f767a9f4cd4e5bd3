package comparereport

import (
	"encoding/binary"
	"image"
	"image/color"
)

// maxColours is what a PNG with a palette can have.
const maxColours = 256

// indexed gives an opaque picture of few colours as one with a palette, as most pages are. A PNG then has a third of
// the bytes to compress. Other pictures are given back as they are.
func indexed(picture image.Image) image.Image {
	whole, is := picture.(*image.RGBA)
	if !is {
		return picture
	}
	size := whole.Bounds().Size()
	small := image.NewPaletted(whole.Bounds(), nil)
	known := colourTable{}
	last, index := uint32(0), -1
	for y := range size.Y {
		from, to := whole.Pix[y*whole.Stride:][:4*size.X], small.Pix[y*small.Stride:][:size.X]
		for x := range to {
			c := binary.LittleEndian.Uint32(from[4*x:])
			if index < 0 || c != last {
				if index = known.index(c); index < 0 {
					return picture
				}
				last = c
			}
			to[x] = uint8(index) //nolint:gosec // below maxColours
		}
	}
	small.Palette = known.palette
	return small
}

// colourTable numbers colours.
type colourTable struct {
	palette color.Palette
	// slots are a hash table with open addressing: a colour, and its number plus 1.
	slots [4 * maxColours]struct{ colour, number uint32 }
}

// index gives a colour's number; -1 where there are too many colours, or the colour is not opaque.
func (t *colourTable) index(c uint32) int {
	at := c * 2654435761 >> 22 // Knuth's multiplicative hash, 10 bits
	for ; t.slots[at].number != 0; at = (at + 1) % uint32(len(t.slots)) {
		if t.slots[at].colour == c {
			return int(t.slots[at].number) - 1
		}
	}
	if len(t.palette) == maxColours || c>>24 != 0xff {
		return -1
	}
	t.palette = append(t.palette, color.RGBA{uint8(c), uint8(c >> 8), uint8(c >> 16), 0xff}) //nolint:gosec // its bytes
	t.slots[at].colour, t.slots[at].number = c, uint32(len(t.palette))                       //nolint:gosec // at most maxColours
	return len(t.palette) - 1
}
