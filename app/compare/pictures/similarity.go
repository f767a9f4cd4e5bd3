package pictures

import (
	"image"
	"math"
)

// moments are the means, the variances and the covariance of the brightness of two regions.
type moments struct{ meanA, meanB, varianceA, varianceB, covariance float64 }

// momentsOf are those of a region of a and its counterpart in b, shifted by some pixels, which lie within their pages. It is the innermost
// loop of a comparison: one multiplication gives a square and a product, since neither of their sums needs more than 32 bits for a row.
func momentsOf(a, b canvas, r image.Rectangle, s image.Point) (m moments) {
	var sa, sb, aa, bb, ab uint64
	for y := r.Min.Y; y < r.Max.Y; y++ {
		rowA, rowB := a.brightness[y*a.w+r.Min.X:][:r.Dx()], b.brightness[(y+s.Y)*b.w+r.Min.X+s.X:][:r.Dx()]
		var both, sums uint64
		for x, p := range rowA {
			p, q := uint64(p), uint64(rowB[x])
			both, sums, aa = both+(p<<32|q)*q, sums+(p<<32|q), aa+p*p
		}
		sa, sb, bb, ab = sa+sums>>32, sb+sums&math.MaxUint32, bb+both&math.MaxUint32, ab+both>>32
	}
	n := float64(r.Dx() * r.Dy())
	m.meanA, m.meanB = float64(sa)/n, float64(sb)/n
	m.varianceA, m.varianceB = float64(aa)/n-m.meanA*m.meanA, float64(bb)/n-m.meanB*m.meanB
	m.covariance = float64(ab)/n - m.meanA*m.meanB
	return m
}

// nearby finds where around a place, up to some pixels away, a measure of a region of a and its counterpart in b is largest. It ends early
// where that is enough.
func nearby(a, b canvas, r image.Rectangle, s image.Point, around int, enough float64,
	measure func(a, b canvas, r image.Rectangle, s image.Point) float64) (most float64, at image.Point) {
	for dy := -around; dy <= around; dy++ {
		for dx := -around; dx <= around && most <= enough; dx++ {
			if v := measure(a, b, r, s.Add(image.Pt(dx, dy))); v > most {
				most, at = v, s.Add(image.Pt(dx, dy))
			}
		}
	}
	return most, at
}

// similarity is the structural similarity (SSIM, Wang et al. 2004) of a region and its counterpart, from 0 to 1, as far as both are on
// their pages.
func similarity(a, b canvas, r image.Rectangle, s image.Point) float64 {
	r = r.Intersect(b.Bounds().Sub(s))
	if r.Empty() {
		return 0
	}
	m := momentsOf(a, b, r, s)
	const c1, c2 = 6.5025, 58.5225 // (0.01 · 255)², (0.03 · 255)²
	ssim := (2*m.meanA*m.meanB + c1) * (2*m.covariance + c2) /
		((m.meanA*m.meanA + m.meanB*m.meanB + c1) * (m.varianceA + m.varianceB + c2))
	return min(1, max(0, ssim))
}

// correlation is that of the brightness of a region of a and its counterpart; 0 where that leaves the page.
func correlation(a, b canvas, r image.Rectangle, s image.Point) float64 {
	if !r.Add(s).In(b.Bounds()) {
		return 0
	}
	m := momentsOf(a, b, r, s)
	if m.varianceA < 1 || m.varianceB < 1 {
		return 0
	}
	return m.covariance / math.Sqrt(m.varianceA*m.varianceB)
}
