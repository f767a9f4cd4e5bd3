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
	drawn := image.Rectangle{Min: size}
	for y := range size.Y {
		row := picture.Pix[y*picture.Stride:][:4*size.X]
		for x := range size.X {
			if p := row[4*x:][:3]; min(p[0], p[1], p[2]) < faint {
				drawn.Min.X, drawn.Max.X = min(drawn.Min.X, x), max(drawn.Max.X, x+1)
				drawn.Min.Y, drawn.Max.Y = min(drawn.Min.Y, y), y+1
			}
		}
	}
	if drawn.Empty() {
		return nil
	}
	at := func(pixels int) float64 { return math.Round(float64(pixels)*pixel*10) / 10 }
	return &Margins{at(drawn.Min.Y), at(size.X - drawn.Max.X), at(size.Y - drawn.Max.Y), at(drawn.Min.X)}
}
