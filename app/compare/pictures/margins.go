package pictures

import (
	"bytes"
	"image"
	"math"
)

// Margins are the distances of a page's content from the edges of its paper, in millimetres: top, right, bottom, left.
type Margins = [4]float64

// faint is the least of 255 that is paper.
const faint = 245

// MarginsOf finds what is drawn on a page; nil where the page is blank.
func MarginsOf(picture *image.RGBA) *Margins {
	size := picture.Bounds().Size()
	drawn := image.Rectangle{Min: size}
	white := bytes.Repeat([]byte{math.MaxUint8}, 4*size.X)
	for y := range size.Y {
		row := picture.Pix[y*picture.Stride:][:4*size.X]
		if bytes.Equal(row, white) {
			continue
		}
		is := func(x int) bool { return min(row[4*x], row[4*x+1], row[4*x+2]) < faint }
		left, right := 0, size.X
		for left < right && !is(left) {
			left++
		}
		if left == right {
			continue
		}
		for right > drawn.Max.X && !is(right-1) {
			right--
		}
		drawn.Min.X, drawn.Max.X = min(drawn.Min.X, left), max(drawn.Max.X, right)
		drawn.Min.Y, drawn.Max.Y = min(drawn.Min.Y, y), y+1
	}
	if drawn.Max.Y == 0 {
		return nil
	}
	at := func(pixels int) float64 { return math.Round(float64(pixels)*pixel*10) / 10 }
	return &Margins{at(drawn.Min.Y), at(size.X - drawn.Max.X), at(size.Y - drawn.Max.Y), at(drawn.Min.X)}
}
