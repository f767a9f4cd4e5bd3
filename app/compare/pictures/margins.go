package pictures

import (
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
	var drawn image.Rectangle
	for y := range size.Y {
		for x := range size.X {
			if p := picture.Pix[y*picture.Stride+4*x:]; min(p[0], p[1], p[2]) < faint {
				drawn = drawn.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if drawn.Empty() {
		return nil
	}
	at := func(pixels int) float64 { return math.Round(float64(pixels)*pixel*10) / 10 }
	return &Margins{at(drawn.Min.Y), at(size.X - drawn.Max.X), at(size.Y - drawn.Max.Y), at(drawn.Min.X)}
}
