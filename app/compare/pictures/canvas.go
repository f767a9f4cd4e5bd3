package pictures

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"

	"platen/app/compare/words"
)

// DPI is the resolution at which pages are compared: one pixel is one CSS pixel.
const DPI = 96

// pixel is a pixel's size in millimetres.
const pixel = 25.4 / DPI

// canvas is a page's picture.
type canvas struct {
	*image.RGBA
	w, h int
	// brightness is each pixel's luma, from 0 to 255; for a grey pixel, the value of its three components.
	brightness []uint8
}

// newCanvas puts a page on a canvas of a size, white where the page ends earlier.
func newCanvas(picture *image.RGBA, size image.Point) canvas {
	if picture.Bounds().Size() != size {
		larger := image.NewRGBA(image.Rectangle{Max: size})
		draw.Draw(larger, larger.Bounds(), image.White, image.Point{}, draw.Src)
		draw.Draw(larger, picture.Bounds(), picture, image.Point{}, draw.Src)
		picture = larger
	}
	c := canvas{picture, size.X, size.Y, make([]uint8, size.X*size.Y)}
	for y := range c.h {
		row, line := c.Pix[y*c.Stride:], c.brightness[y*c.w:][:c.w]
		for x := range line {
			p := row[4*x:][:3]
			line[x] = uint8((77*int(p[0]) + 150*int(p[1]) + 29*int(p[2])) >> 8) //nolint:gosec // ITU-R BT.601, in 256ths
		}
	}
	return c
}

var white = []uint8{255, 255, 255, 255}

// at is a pixel; white beyond the edges.
func (c canvas) at(x, y int) []uint8 {
	if x < 0 || y < 0 || x >= c.w || y >= c.h {
		return white
	}
	return c.Pix[y*c.Stride+4*x:][:4]
}

// tolerance is by how much of 255 a colour may differ without being seen.
const tolerance = 7

// plain is a difference, of 255, that counts fully.
const plain = 64

// differs returns by how much of 255 a pixel and its counterpart visibly differ: 0 for what anti-aliasing or a shift below a
// pixel makes, since then each lies within the colours around the other. From plain on, it may be more than it gives. spread 1: lines that
// are drawn over two pixels, and those of one pixel, are the same; 0: they differ.
func differs(a canvas, ax, ay int, b canvas, bx, by, spread int) int {
	p, q := a.at(ax, ay), b.at(bx, by)
	if near3(p, q) {
		return 0
	}
	most := b.outside(p, bx, by, spread)
	if most < plain {
		most = max(most, a.outside(q, ax, ay, spread))
	}
	return most
}

// outside returns by how much a colour lies outside those of a pixel and its neighbours, beyond the tolerance: more where one component is
// larger and another one smaller, since a hue is seen before a shade. For spread, see differs.
func (c canvas) outside(p []uint8, x, y, spread int) int {
	low, high := [3]uint8{255, 255, 255}, [3]uint8{}
	for v := y - 1; v <= y+1; v++ {
		for u := x - 1; u <= x+1; u++ {
			q := c.at(u, v)
			for i := range 3 {
				low[i], high[i] = min(low[i], q[i]), max(high[i], q[i])
			}
		}
	}
	less, more := 0, 0
	for i := range 3 {
		wider := spread*(int(high[i])-int(low[i]))/2 + tolerance
		less, more = max(less, int(low[i])-int(p[i])-wider), max(more, int(p[i])-int(high[i])-wider)
	}
	return less + more
}

func near3(p, q []uint8) bool {
	if binary.LittleEndian.Uint32(p) == binary.LittleEndian.Uint32(q) {
		return true
	}
	for c := range 3 {
		if d := int(p[c]) - int(q[c]); d > tolerance || d < -tolerance {
			return false
		}
	}
	return true
}

// sameIn reports whether two pages have the same pixels in a region, as far as both have it.
func (c canvas) sameIn(o canvas, r image.Rectangle) bool {
	r = r.Intersect(c.Bounds()).Intersect(o.Bounds())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		if !bytes.Equal(c.Pix[y*c.Stride+4*r.Min.X:][:4*r.Dx()], o.Pix[y*o.Stride+4*r.Min.X:][:4*r.Dx()]) {
			return false
		}
	}
	return true
}

// has reports whether a pixel is marked; nil marks none.
func has(marked *image.Alpha, x, y int) bool { return marked != nil && marked.AlphaAt(x, y).A > 0 }

// share is the part of a region that is marked.
func share(marked *image.Alpha, r image.Rectangle) float64 {
	n := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if has(marked, x, y) {
				n++
			}
		}
	}
	return float64(n) / float64(max(1, r.Dx()*r.Dy()))
}

// pixels returns the pixels that a box touches.
func pixels(b words.Box) image.Rectangle {
	const most = 1 << 20 // beyond any page
	at := func(millimetres float64) int { return int(max(-most, min(most, millimetres/pixel))) }
	return image.Rect(at(b.X0), at(b.Y0), at(b.X1)+1, at(b.Y1)+1)
}

// boxOf returns the box of some pixels.
func boxOf(r image.Rectangle) words.Box {
	return words.Box{X0: float64(r.Min.X) * pixel, Y0: float64(r.Min.Y) * pixel, X1: float64(r.Max.X) * pixel, Y1: float64(r.Max.Y) * pixel}
}

// heat paints the changed pixels.
var heat = color.Palette{color.RGBA{}, color.RGBA{R: 0xe0, G: 0x10, B: 0x40, A: 0xff}}
