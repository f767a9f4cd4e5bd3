package compare

import (
	"context"
	"image"
	"math"
	"strings"
	"unicode/utf8"
)

// findOutlines finds the missing words of a page that are drawn all the same: engines that draw a font as outlines or pictures
// leave no text, yet say the same to a reader.
func (f *finding) findOutlines(ctx context.Context, page pageDrawn, a, b canvas, moved []wordShift) {
	changed := map[int]bool{}
	for _, c := range f.changed {
		changed[c.from] = true
	}
	var left, found []int
	sure := 0
	for _, i := range f.missing {
		if ctx.Err() != nil {
			return
		}
		w := f.words.a[i]
		if w.page == page.a && !changed[i] && w.pieces == 1 && !f.coveredByOther(page.b, w.box) && drawnAlike(a, b, w.box, nearestShift(moved, w.box)) {
			found = append(found, i)
			if utf8.RuneCountInString(w.text) >= longWord {
				sure++
			}
			continue
		}
		left = append(left, i)
	}
	if sure == 0 { // a short word's strokes may be anything
		return
	}
	f.outlined, f.missing = append(f.outlined, found...), left
}

// longWord has letters enough to be recognised by its picture.
const longWord = 4

// coveredByOther tells whether the candidate has a word there.
func (f *finding) coveredByOther(page int, b box) bool {
	for _, w := range f.words.b {
		if w.page == page && w.box.overlap(b) > 0.2 {
			return true
		}
	}
	return false
}

// nearestShift is how far the words around a place moved.
func nearestShift(moved []wordShift, b box) (s shift) {
	nearest := math.Inf(1)
	for _, w := range moved {
		if d := distance(w.box, b); d < nearest {
			nearest, s = d, shift{int(math.Round(w.dx / pixel)), int(math.Round(w.dy / pixel))}
		}
	}
	return s
}

// drawnAlike looks for a word's picture around its place.
func drawnAlike(a, b canvas, where box, s shift) bool {
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

// matchSmallCapitals matches changed words that differ in their case alone and are as wide: engines write small capitals in either case.
func (f *finding) matchSmallCapitals() {
	matched := map[int]bool{}
	extra := map[int]bool{}
	left := f.changed[:0]
	for _, c := range f.changed {
		a, b := f.words.a[c.from], f.words.b[c.to]
		if strings.EqualFold(a.text, b.text) && logRatio(a.box.width(), b.box.width()) < 0.02 {
			f.words.pair(c.from, c.to)
			matched[c.from], extra[c.to] = true, true
			continue
		}
		left = append(left, c)
	}
	f.changed = left
	f.missing, f.extra = without(f.missing, matched), without(f.extra, extra)
}

func without(list []int, taken map[int]bool) (left []int) {
	for _, i := range list {
		if !taken[i] {
			left = append(left, i)
		}
	}
	return left
}
