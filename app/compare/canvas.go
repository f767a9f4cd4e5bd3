package compare

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"math"
)

// dpi is the resolution at which pages are compared: one pixel is one CSS pixel.
const dpi = 96

// pixel is a pixel's size in millimetres.
const pixel = 25.4 / dpi

// canvas is a page's picture.
type canvas struct {
	*image.RGBA
	w, h int
	// brightness is each pixel's luma, from 0 to 255.
	brightness []uint8
}

// newCanvases puts two pages on canvases of the same size, white where a page ends earlier.
func newCanvases(a, b *image.RGBA) (canvas, canvas) {
	size := a.Bounds().Union(b.Bounds()).Size()
	return newCanvas(a, size), newCanvas(b, size)
}

func newCanvas(picture *image.RGBA, size image.Point) canvas {
	if picture.Bounds().Size() != size {
		larger := image.NewRGBA(image.Rectangle{Max: size})
		draw.Draw(larger, larger.Bounds(), image.White, image.Point{}, draw.Src)
		draw.Draw(larger, picture.Bounds(), picture, image.Point{}, draw.Src)
		picture = larger
	}
	c := canvas{picture, size.X, size.Y, make([]uint8, size.X*size.Y)}
	for y := range c.h {
		row := c.Pix[y*c.Stride:]
		for x := range c.w {
			// ITU-R BT.601, in 256ths
			c.brightness[y*c.w+x] = uint8((77*uint(row[4*x]) + 150*uint(row[4*x+1]) + 29*uint(row[4*x+2])) >> 8) //nolint:gosec // at most 255
		}
	}
	return c
}

func (c canvas) inside(x, y int) bool { return x >= 0 && y >= 0 && x < c.w && y < c.h }

// luma is a pixel's brightness from 0 to 255; white beyond the edges.
func (c canvas) luma(x, y int) float64 {
	if !c.inside(x, y) {
		return 255
	}
	return float64(c.brightness[y*c.w+x])
}

var white = []uint8{255, 255, 255, 255}

func (c canvas) at(x, y int) []uint8 {
	if !c.inside(x, y) {
		return white
	}
	return c.Pix[y*c.Stride+4*x:][:4]
}

// tolerance is by how much of 255 a colour may differ without being seen.
const tolerance = 10

// plain is a difference, of 255, that counts fully.
const plain = 64

// differs tells by how much of 255 a pixel and its counterpart visibly differ: 0 for what anti-aliasing or a shift below a
// pixel makes, since then each lies within the colours around the other. From plain on, it may be more than it gives.
func differs(a canvas, ax, ay int, b canvas, bx, by int) int {
	p, q := a.at(ax, ay), b.at(bx, by)
	if near3(p, q) {
		return 0
	}
	most := b.outside(p, bx, by)
	if most < plain {
		most = max(most, a.outside(q, ax, ay))
	}
	return most
}

// outside tells by how much a colour lies outside those of a pixel and its neighbours, beyond the tolerance.
func (c canvas) outside(p []uint8, x, y int) (most int) {
	low, high := [3]uint8{255, 255, 255}, [3]uint8{}
	for v := y - 1; v <= y+1; v++ {
		if x > 0 && x < c.w-1 && v >= 0 && v < c.h {
			row := c.Pix[v*c.Stride+4*(x-1):][:12]
			for i := range 3 {
				low[i] = min(low[i], row[i], row[i+4], row[i+8])
				high[i] = max(high[i], row[i], row[i+4], row[i+8])
			}
			continue
		}
		for u := x - 1; u <= x+1; u++ {
			q := c.at(u, v)
			for i := range 3 {
				low[i], high[i] = min(low[i], q[i]), max(high[i], q[i])
			}
		}
	}
	for i := range 3 {
		most = max(most, int(low[i])-int(p[i])-tolerance, int(p[i])-int(high[i])-tolerance)
	}
	return most
}

func near3(p, q []uint8) bool {
	for c := range 3 {
		if d := int(p[c]) - int(q[c]); d > tolerance || d < -tolerance {
			return false
		}
	}
	return true
}

// samePixels tells whether two pictures are equal in every pixel.
func samePixels(a, b *image.RGBA) bool {
	return a == b || a.Bounds() == b.Bounds() && a.Stride == b.Stride && bytes.Equal(a.Pix, b.Pix)
}

// sameBlock tells whether a block has the same bytes on both canvases.
func sameBlock(a, b canvas, x, y, size int) bool {
	width := 4 * min(size, a.w-x)
	for row := y; row < min(y+size, a.h); row++ {
		at := row*a.Stride + 4*x
		if !bytes.Equal(a.Pix[at:at+width], b.Pix[at:at+width]) {
			return false
		}
	}
	return true
}

// similarity is the structural similarity (SSIM, Wang et al. 2004) of a block and its counterpart shifted by dx and dy, from
// 0 to 1.
func similarity(a, b canvas, x, y, size, dx, dy int) float64 {
	var sumA, sumB, squaresA, squaresB, products float64
	if a.inside(x, y) && a.inside(x+size-1, y+size-1) && b.inside(x+dx, y+dy) && b.inside(x+dx+size-1, y+dy+size-1) {
		var sa, sb, aa, bb, ab uint32 // exact, and several times faster
		for v := y; v < y+size; v++ {
			rowA, rowB := a.brightness[v*a.w+x:][:size], b.brightness[(v+dy)*b.w+x+dx:][:size]
			for u, p := range rowA {
				p, q := uint32(p), uint32(rowB[u])
				sa, sb, aa, bb, ab = sa+p, sb+q, aa+p*p, bb+q*q, ab+p*q
			}
		}
		sumA, sumB, squaresA, squaresB, products = float64(sa), float64(sb), float64(aa), float64(bb), float64(ab)
	} else {
		for v := y; v < y+size; v++ {
			for u := x; u < x+size; u++ {
				p, q := a.luma(u, v), b.luma(u+dx, v+dy)
				sumA, sumB, squaresA, squaresB, products = sumA+p, sumB+q, squaresA+p*p, squaresB+q*q, products+p*q
			}
		}
	}
	n := float64(size * size)
	meanA, meanB := sumA/n, sumB/n
	varianceA, varianceB, covariance := squaresA/n-meanA*meanA, squaresB/n-meanB*meanB, products/n-meanA*meanB
	const c1, c2 = 6.5025, 58.5225 // (0.01 · 255)², (0.03 · 255)²
	ssim := (2*meanA*meanB + c1) * (2*covariance + c2) / ((meanA*meanA + meanB*meanB + c1) * (varianceA + varianceB + c2))
	return min(1, max(0, ssim))
}

// texture is the standard deviation of a block's brightness, words left out, and the share of pixels that are no words'.
func texture(c canvas, words *mask, x, y, size int) (deviation, free float64) {
	var sum, squares, n float64
	for v := y; v < y+size; v++ {
		for u := x; u < x+size; u++ {
			if !words.has(u, v) {
				l := c.luma(u, v)
				sum, squares, n = sum+l, squares+l*l, n+1
			}
		}
	}
	if n == 0 {
		return 0, 0
	}
	return math.Sqrt(max(0, squares/n-sum*sum/n/n)), n / float64(size*size)
}

// mask marks pixels.
type mask struct {
	w, h int
	set  []bool
}

func newMask(w, h int) *mask { return &mask{w, h, make([]bool, w*h)} }

func (m *mask) has(x, y int) bool {
	return x >= 0 && y >= 0 && x < m.w && y < m.h && m.set[y*m.w+x]
}

// fill marks a box and some pixels around it.
func (m *mask) fill(b box, around int) {
	r := pixels(b).Inset(-around).Intersect(image.Rect(0, 0, m.w, m.h))
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			m.set[y*m.w+x] = true
		}
	}
}

// pixels gives the pixels that a box touches.
func pixels(b box) image.Rectangle {
	const most = 1 << 20 // beyond any page
	at := func(millimetres float64) int { return int(max(-most, min(most, millimetres/pixel))) }
	return image.Rect(at(b.x0), at(b.y0), at(b.x1)+1, at(b.y1)+1)
}

// heat paints the changed pixels.
var heat = color.Palette{color.RGBA{}, color.RGBA{R: 0xe0, G: 0x10, B: 0x40, A: 0xff}}
