package pictures

import (
	"image"
	"math"
	"slices"

	"platen/app/compare/words"
)

// ink is how a word is drawn.
type ink struct {
	// paper is the colour around it, colour that of its strokes.
	paper, colour [3]float64
	// coverage is how many pixels' worth of strokes there are.
	coverage float64
	// left, top, right and bottom are the edges of what is drawn, as parts of the word's box.
	left, top, right, bottom float64
	// full is the part of the box that is no paper.
	full float64
}

// contrast is the largest difference between strokes and paper, of 255.
func (k ink) contrast() float64 { return colourDistance(k.paper, k.colour) }

func colourDistance(a, b [3]float64) (most float64) {
	for c := range 3 {
		most = max(most, math.Abs(a[c]-b[c]))
	}
	return most
}

// faintInk is a difference from the paper, of 255, that is not yet ink.
const faintInk = 20

// readInk looks at a word's box.
func readInk(c canvas, b words.Box) ink {
	r := pixels(b).Intersect(image.Rect(0, 0, c.w, c.h))
	if r.Empty() {
		return ink{}
	}
	paper := paperColour(c, r)
	k := ink{paper: [3]float64{float64(paper[0]), float64(paper[1]), float64(paper[2])}}
	var weights, squares float64
	columns, rows := make([]float64, r.Dx()), make([]float64, r.Dy())
	var strokes [3]float64
	inked := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			p := c.Pix[y*c.Stride+4*x:][:3]
			if [3]uint8(p) == paper {
				continue
			}
			colour := [3]float64{float64(p[0]), float64(p[1]), float64(p[2])}
			w := colourDistance(colour, k.paper)
			if w < faintInk {
				continue
			}
			inked++
			weights, squares = weights+w, squares+w*w*w*w
			columns[x-r.Min.X], rows[y-r.Min.Y] = columns[x-r.Min.X]+w, rows[y-r.Min.Y]+w
			for i := range 3 {
				strokes[i] += colour[i] * w * w * w * w // the cores of strokes, not their edges
			}
		}
	}
	if inked == 0 {
		k.colour = k.paper
		return k
	}
	for i := range 3 {
		k.colour[i] = strokes[i] / squares
	}
	k.coverage = weights / max(1, k.contrast())
	k.full = float64(inked) / float64(r.Dx()*r.Dy())
	k.left, k.right = extent(columns)
	k.top, k.bottom = extent(rows)
	return k
}

// paperColour is the median colour of a box's border.
func paperColour(c canvas, r image.Rectangle) (paper [3]uint8) {
	var samples [3][]uint8
	add := func(x, y int) {
		for i, v := range c.at(x, y)[:3] {
			samples[i] = append(samples[i], v)
		}
	}
	for x := r.Min.X; x < r.Max.X; x++ {
		add(x, r.Min.Y)
		add(x, r.Max.Y-1)
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		add(r.Min.X, y)
		add(r.Max.X-1, y)
	}
	for i := range 3 {
		slices.Sort(samples[i])
		paper[i] = samples[i][len(samples[i])/2]
	}
	return paper
}

// extent returns where the profile begins and ends, as shares of its length.
func extent(profile []float64) (from, to float64) {
	const least = 60 // less is the edge of a stroke
	first, last := -1, -1
	for i, v := range profile {
		if v >= least {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		return 0, 0
	}
	return float64(first) / float64(len(profile)), float64(last+1) / float64(len(profile))
}

// look is what became of a word's look.
type look struct {
	invisible, cut bool
	Style
}

// leastContrast is what a person needs to see a word, of 255.
const leastContrast = 24

// leastCoverage is how many pixels of strokes show their weight: a single bar's depends on where it falls on the grid.
const leastCoverage = 20

// compareInk compares a word's look in both pictures. A word that stands on a picture, or could hardly be read in the
// first place, is not judged.
func compareInk(a, b ink, boxA, boxB words.Box) look {
	if a.contrast() < 2*leastContrast || a.full > 0.75 || a.coverage == 0 {
		return look{}
	}
	if b.contrast() < leastContrast || b.coverage < a.coverage/8 {
		return look{invisible: true}
	}
	if b.full <= 0.75 && b.coverage < 0.85*a.coverage &&
		(shrunk(a.left, a.right, b.left, b.right, boxA.Width()) || shrunk(a.top, a.bottom, b.top, b.bottom, boxA.Height())) {
		return look{cut: true}
	}
	area := boxB.Height() * boxB.Width() / (boxA.Height() * boxA.Width())
	var worst Style
	for _, difference := range []Style{
		{By: "in another colour", Share: Ramp(colourDistance(a.colour, b.colour), 40, 160)},
		{By: "on another background", Share: Ramp(colourDistance(a.paper, b.paper), 10, 120)},
		{By: "in another size", Share: Ramp(logRatio(boxB.Height(), boxA.Height()), 0.1, 0.6)},
		{By: "in a wider or narrower font", Share: Ramp(logRatio(boxB.Width(), boxA.Width()), 0.05, 0.5)},
		{By: "bolder or lighter", Share: Ramp(logRatio(b.coverage, a.coverage*area), 0.15, 0.5)},
	} {
		if difference.By == "bolder or lighter" && a.coverage < leastCoverage {
			continue
		}
		if difference.Share > worst.Share {
			worst = difference
		}
	}
	return look{Style: worst}
}

func logRatio(a, b float64) float64 { return math.Abs(math.Log(a / b)) }

// shrunk reports whether what is drawn fills clearly less of the word's box, of the given length.
func shrunk(fromA, toA, fromB, toB, length float64) bool {
	lost := max(fromB-fromA, toA-toB)
	return lost > 0.22 && lost*length > 2.2*pixel
}

// Ramp rises from 0 at low to 1 at high.
func Ramp(v, low, high float64) float64 {
	return min(1, max(0, (v-low)/(high-low)))
}
