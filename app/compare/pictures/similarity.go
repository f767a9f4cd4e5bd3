package pictures

import "encoding/binary"

// patch is a block of a picture. The sums of its brightness and of its squares are taken once for all its counterparts.
type patch struct {
	canvas
	x, y         int
	sum, squares float64
	whole        bool
}

func newPatch(c canvas, x, y int) patch {
	p := patch{canvas: c, x: x, y: y, whole: c.inside(x+blockSize-1, y+blockSize-1)}
	if p.whole {
		p.sum, p.squares, _ = p.sums(c, x, y)
		return p
	}
	for v := y; v < y+blockSize; v++ {
		for u := x; u < x+blockSize; u++ {
			l := c.luma(u, v)
			p.sum, p.squares = p.sum+l, p.squares+l*l
		}
	}
	return p
}

// similarity is the structural similarity (SSIM, Wang et al. 2004) of a block and its counterpart in b, shifted by dx and dy,
// from 0 to 1.
func (p patch) similarity(b canvas, dx, dy int) float64 {
	x, y := p.x+dx, p.y+dy
	var sum, squares, products float64
	if p.whole && b.inside(x, y) && b.inside(x+blockSize-1, y+blockSize-1) {
		sum, squares, products = p.sums(b, x, y)
	} else {
		for v := range blockSize {
			for u := range blockSize {
				l, m := p.luma(p.x+u, p.y+v), b.luma(x+u, y+v)
				sum, squares, products = sum+m, squares+m*m, products+l*m
			}
		}
	}
	const n = blockSize * blockSize
	meanA, meanB := p.sum/n, sum/n
	varianceA, varianceB, covariance := p.squares/n-meanA*meanA, squares/n-meanB*meanB, products/n-meanA*meanB
	const c1, c2 = 6.5025, 58.5225 // (0.01 · 255)², (0.03 · 255)²
	ssim := (2*meanA*meanB + c1) * (2*covariance + c2) / ((meanA*meanA + meanB*meanB + c1) * (varianceA + varianceB + c2))
	return min(1, max(0, ssim))
}

// sums returns the sums of the counterpart's brightness, of its squares, and of the products of both, where both blocks lie
// within their pictures. It is the innermost loop of a comparison: one multiplication gives a square and a product, since
// neither of their sums needs more than 32 bits, and the brightness is added eight pixels at a time.
func (p patch) sums(b canvas, x, y int) (sum, squares, products float64) {
	var both, lanes uint64
	for v := range blockSize {
		rowA := (*[blockSize]uint8)(p.brightness[(p.y+v)*p.w+p.x:])
		rowB := (*[blockSize]uint8)(b.brightness[(y+v)*b.w+x:])
		for u := range blockSize {
			m := uint64(rowB[u])
			both += (uint64(rowA[u])<<32 | m) * m
		}
		lanes += pairs(rowB[:8]) + pairs(rowB[8:])
	}
	lanes = lanes&0x0000ffff0000ffff + lanes>>16&0x0000ffff0000ffff
	return float64(lanes&0xffffffff + lanes>>32), float64(both & 0xffffffff), float64(both >> 32)
}

// pairs adds eight bytes in pairs, to four sums of 16 bits.
func pairs(row []uint8) uint64 {
	const even = 0x00ff00ff00ff00ff
	v := binary.LittleEndian.Uint64(row)
	return v&even + v>>8&even
}
