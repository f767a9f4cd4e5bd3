package pictures

import (
	"image"
	"math"
	"slices"

	"platen/app/compare/words"
)

// ink is how a word is drawn.
type ink struct {
	// paper is the commonest colour in the word's box, colour that of its strokes.
	paper, colour [3]float64
	// uneven: there is no paper of one colour, but a gradient or a picture.
	uneven bool
	// coverage is how many pixels' worth of strokes there are.
	coverage float64
	// edges is the share of pixels that differ from the one before them: strokes have edges, gradients have not.
	edges float64
	// slant is positive where strokes lean to the right as those of italics do: it compares how the strokes stand above each other so and
	// upright.
	slant float64
	// left, top, right and bottom are the edges of the strokes, as parts of the word's box.
	left, top, right, bottom float64
}

// contrast is the largest difference between strokes and paper, of 255. Eyes see little of one in blue, as of yellow on white.
func (k ink) contrast() float64 {
	strokes := k.colour
	strokes[2] = (k.paper[2] + k.colour[2]) / 2
	return colourDistance(k.paper, strokes)
}

func colourDistance(a, b [3]float64) (most float64) {
	for c := range 3 {
		most = max(most, math.Abs(a[c]-b[c]))
	}
	return most
}

func colourOf(p []uint8) [3]float64 { return [3]float64{float64(p[0]), float64(p[1]), float64(p[2])} }

const (
	// faintInk is a difference from the paper, of 255, that is not yet ink.
	faintInk = 20
	// clearEdge is a difference between neighbours, of 255, that no gradient has.
	clearEdge = 16
)

// readInk looks at a word's box.
func readInk(c canvas, w words.Word) ink {
	r := pixels(w.Box).Intersect(image.Rect(0, 0, c.w, c.h))
	if r.Empty() {
		return ink{}
	}
	paper, share := paperColour(c, r)
	if says(w.Text) { // signs may be lines themselves
		r = withoutFrame(c, r, paper)
	}
	k := ink{paper: paper, colour: paper, uneven: share < 0.3}
	var strokes, last [3]float64
	squares, edges := 0.0, 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			colour := colourOf(c.at(x, y))
			if x > r.Min.X && colourDistance(colour, last) >= clearEdge {
				edges++
			}
			last = colour
			if weight := colourDistance(colour, paper); weight >= faintInk {
				weight = weight * weight * weight * weight // the cores of strokes, not their edges
				squares += weight
				for i := range 3 {
					strokes[i] += colour[i] * weight
				}
			}
		}
	}
	k.edges = float64(edges) / float64(r.Dx()*r.Dy())
	if squares > 0 {
		for i := range 3 {
			k.colour[i] = strokes[i] / squares
		}
		k.measure(c, r)
	}
	return k
}

// withoutFrame leaves out rows at the upper and the lower edge of a word's box that a line fills, which goes on beside it, as of a frame.
func withoutFrame(c canvas, r image.Rectangle, paper [3]float64) image.Rectangle {
	const most, beside = 0.07, 2 // of the height, and in pixels
	isInk := func(x, y int) bool {
		return x >= 0 && x < c.w && colourDistance(colourOf(c.at(x, y)), paper) >= faintInk
	}
	isFilled := func(y int) bool {
		for x := r.Min.X + 1; x < r.Max.X-1; x++ { // it may begin or end with the word
			if !isInk(x, y) {
				return false
			}
		}
		return isInk(r.Min.X-beside, y) || isInk(r.Max.X-1+beside, y)
	}
	rows := int(math.Ceil(most * float64(r.Dy())))
	within := r
	for i := range min(rows, r.Dy()/2) {
		if isFilled(r.Min.Y + i) {
			within.Min.Y = r.Min.Y + i + 1
		}
		if isFilled(r.Max.Y - 1 - i) {
			within.Max.Y = r.Max.Y - 1 - i
		}
	}
	return within
}

// measure finds how much of the box the strokes fill, and where. Fainter things, such as a watermark, are no strokes.
func (k *ink) measure(c canvas, r image.Rectangle) {
	contrast := k.contrast()
	const italic = 0.2 // of the height
	columns, rows, leaning := make([]float64, r.Dx()), make([]float64, r.Dy()), make([]float64, r.Dx()+r.Dy())
	for y := range rows {
		for x := range columns {
			share := colourDistance(colourOf(c.at(r.Min.X+x, r.Min.Y+y)), k.paper) / contrast
			if share < 0.2 {
				continue
			}
			k.coverage += min(1, share)
			if share > 0.4 {
				columns[x], rows[y] = columns[x]+share, rows[y]+share
				leaning[x+int(italic*float64(y))] += share
			}
		}
	}
	k.slant = math.Log(sumOfSquares(leaning) / sumOfSquares(columns))
	k.left, k.right = extent(columns)
	k.top, k.bottom = extent(rows)
}

func sumOfSquares(profile []float64) (sum float64) {
	for _, v := range profile {
		sum += v * v
	}
	return sum
}

// paperColour is the commonest colour of a box, and the share of the pixels that have it.
func paperColour(c canvas, r image.Rectangle) (paper [3]float64, share float64) {
	const bits = 4 // of a component
	var alike [1 << (3 * bits)]struct{ n, red, green, blue uint32 }
	most := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			p := c.at(x, y)
			bin := int(p[0]>>bits)<<(2*bits) | int(p[1]>>bits)<<bits | int(p[2]>>bits)
			a := &alike[bin]
			a.n, a.red, a.green, a.blue = a.n+1, a.red+uint32(p[0]), a.green+uint32(p[1]), a.blue+uint32(p[2])
			if a.n > alike[most].n {
				most = bin
			}
		}
	}
	a, n := alike[most], float64(alike[most].n)
	return [3]float64{float64(a.red) / n, float64(a.green) / n, float64(a.blue) / n}, n / float64(r.Dx()*r.Dy())
}

// extent returns where the profile begins and ends, as shares of its length.
func extent(profile []float64) (from, to float64) {
	const least = 0.4 // less is the edge of a stroke
	first, end := slices.IndexFunc(profile, func(v float64) bool { return v >= least }), len(profile)
	if first < 0 {
		return 0, 0
	}
	for profile[end-1] < least {
		end--
	}
	return float64(first) / float64(len(profile)), float64(end) / float64(len(profile))
}
