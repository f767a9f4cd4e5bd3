package pictures

import (
	"context"
	"image"
	"math"
	"slices"
	"unicode/utf8"

	"platen/app/compare/words"
)

// findOutlines finds the missing words of a page that are drawn all the same: engines that draw a font as outlines or pictures
// leave no text, yet say the same to a reader.
func findOutlines(ctx context.Context, w words.Comparison, page, candidate int, a, b canvas, moved []wordShift) (found []int) {
	changed := map[int]bool{}
	for _, c := range w.Changed {
		changed[c.From] = true
	}
	sure := false
	for _, i := range w.Missing {
		if ctx.Err() != nil {
			return nil
		}
		word := w.A[i]
		if word.Page != page || changed[i] || word.Pieces != 1 || covered(w.B, candidate, word.Box) ||
			!drawnAlike(a, b, word.Box, nearestShift(moved, word.Box)) {
			continue
		}
		found = append(found, i)
		sure = sure || utf8.RuneCountInString(word.Text) >= longWord
	}
	if !sure { // a short word's strokes may be anything
		return nil
	}
	return found
}

// longWord has letters enough to be recognised by its picture.
const longWord = 4

// covered reports whether one of the words of a page stands there.
func covered(all []words.Word, page int, b words.Box) bool {
	return slices.ContainsFunc(all, func(w words.Word) bool { return w.Page == page && w.Box.Overlap(b) > 0.2 })
}

// nearestShift is how far the words around a place moved.
func nearestShift(moved []wordShift, b words.Box) (s shift) {
	nearest := math.Inf(1)
	for _, w := range moved {
		if d := words.Distance(w.box, b); d < nearest {
			nearest, s = d, shift{int(math.Round(w.dx / pixel)), int(math.Round(w.dy / pixel))}
		}
	}
	return s
}

// drawnAlike looks for a word's picture around its place.
func drawnAlike(a, b canvas, where words.Box, s shift) bool {
	const (
		around = 5   // pixels
		alike  = 0.5 // correlation; other words of the same length stay below
	)
	r := pixels(where).Intersect(image.Rect(0, 0, a.w, a.h))
	if r.Empty() || readInk(a, where).contrast() < 2*leastContrast {
		return false
	}
	for dy := -around; dy <= around; dy++ {
		for dx := -around; dx <= around; dx++ {
			if correlation(a, b, r, s.dx+dx, s.dy+dy) > alike {
				return true
			}
		}
	}
	return false
}

// correlation is that of the brightness of a region of a and its counterpart; 0 where that leaves the page.
func correlation(a, b canvas, r image.Rectangle, dx, dy int) float64 {
	if !r.Add(image.Pt(dx, dy)).In(image.Rect(0, 0, b.w, b.h)) {
		return 0
	}
	var sa, sb, aa, bb, ab uint64
	for y := r.Min.Y; y < r.Max.Y; y++ {
		rowA, rowB := a.brightness[y*a.w+r.Min.X:][:r.Dx()], b.brightness[(y+dy)*b.w+r.Min.X+dx:][:r.Dx()]
		var both, sums uint64 // two sums of 32 bits each, enough for a row
		for x, p := range rowA {
			p, q := uint64(p), uint64(rowB[x])
			both, sums, aa = both+(p<<32|q)*q, sums+(p<<32|q), aa+p*p
		}
		sa, sb, bb, ab = sa+sums>>32, sb+sums&math.MaxUint32, bb+both&math.MaxUint32, ab+both>>32
	}
	n := float64(r.Dx() * r.Dy())
	meanA, meanB := float64(sa)/n, float64(sb)/n
	varianceA, varianceB := float64(aa)/n-meanA*meanA, float64(bb)/n-meanB*meanB
	if varianceA < 1 || varianceB < 1 {
		return 0
	}
	return (float64(ab)/n - meanA*meanB) / math.Sqrt(varianceA*varianceB)
}
