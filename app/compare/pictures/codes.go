package pictures

import (
	"image"
	"math"
	"slices"

	"platen/app/compare/words"
)

// The sides of codes, and of their rectangles, which are bars or the modules of a row, in millimetres.
const (
	leastCode     = 5
	largestCode   = 120
	largestModule = 4
	longestModule = 12
)

// leastRectangles is how many rectangles make a code.
const leastRectangles = 12

func sizedAsCode(b words.Box) bool {
	return min(b.Width(), b.Height()) >= leastCode && max(b.Width(), b.Height()) <= largestCode
}

// near reports whether two modules, or groups of them, stand close together: less than the quiet zone around a code.
func near(a, b words.Box) bool { return nearer(a, b, 1.5, 1.5) }

// inRow reports whether two bars, or groups of them, have the same top and bottom, and no more between them than the widest light bar.
func inRow(a, b words.Box) bool {
	return math.Abs(a.Y0-b.Y0) < 0.5 && math.Abs(a.Y1-b.Y1) < 0.5 && nearer(a, b, 3, 0)
}

func nearer(a, b words.Box, beside, below float64) bool {
	return max(a.X0-b.X1, b.X0-a.X1) < beside && max(a.Y0-b.Y1, b.Y0-a.Y1) < below
}

// clusters are the boxes around many small rectangles that belong together, as far as such a box is what is looked for.
func clusters(small []words.Box, together func(a, b words.Box) bool, is func(words.Box) bool) (found []words.Box) {
	const most = 1000 // clusters: a drawing has more
	type cluster struct {
		words.Box
		members int
	}
	var all []cluster
	for _, b := range small {
		joined := cluster{b, 1}
		all = slices.DeleteFunc(all, func(c cluster) bool {
			joins := together(c.Box, b)
			if joins {
				joined = cluster{joined.Union(c.Box), joined.members + c.members}
			}
			return joins
		})
		if all = append(all, joined); len(all) > most {
			return nil
		}
	}
	for _, c := range all {
		if c.members >= leastRectangles && is(c.Box) {
			found = append(found, c.Box)
		}
	}
	return found
}

// Codes are the boxes of a page that may be bar codes or QR codes: without words, and black and white in turns. It leaves out those that
// the other page, if there is one, draws with the same pixels.
func (p *Painted) Codes(other *Painted) (found []words.Box) {
	for _, b := range p.boxes {
		hasWords := slices.ContainsFunc(p.here, func(w words.Word) bool {
			return w.Box.Overlap(b) > 0.5 && w.Box.Height()*w.Box.Width() > 0.03*b.Width()*b.Height()
		})
		if !hasWords && p.alternates(b) && (other == nil || !p.sameIn(other.canvas, pixels(b))) {
			found = append(found, b)
		}
	}
	return found
}

// alternates reports whether most rows, or most columns, of a box go from dark to light often.
func (p *Painted) alternates(b words.Box) bool {
	const (
		often, veryOften = 5, 17 // a QR code in both directions, a bar code, which has nine bars at least, in one
		contrast         = 60
	)
	r := pixels(b).Intersect(p.Bounds())
	if r.Empty() {
		return false
	}
	median := func(lines, length int, at func(line, i int) int) int {
		turns := make([]int, lines)
		for line := range turns {
			low, high, rising := at(line, 0), at(line, 0), false
			for i := range length {
				v := at(line, i)
				low, high = min(low, v), max(high, v)
				switch {
				case !rising && v > low+contrast:
					rising, high, turns[line] = true, v, turns[line]+1
				case rising && v < high-contrast:
					rising, low, turns[line] = false, v, turns[line]+1
				}
			}
		}
		slices.Sort(turns)
		return turns[(lines-1)/2]
	}
	brightness := func(x, y int) int { return int(p.brightness[(r.Min.Y+y)*p.w+r.Min.X+x]) }
	rows := median(r.Dy(), r.Dx(), func(y, x int) int { return brightness(x, y) })
	columns := median(r.Dx(), r.Dy(), brightness)
	return min(rows, columns) >= often || max(rows, columns) >= veryOften
}

// Alike reports whether the other page has what may be a code where the words around one went.
func (p *Painted) Alike(o *Painted, b words.Box) bool {
	place := follow(p.moved, b)
	return slices.ContainsFunc(o.boxes, func(c words.Box) bool { return c.Overlap(place) > 0.8 && o.alternates(c) })
}

// Pattern is a code's modules or bars, read at their own pitch.
type Pattern struct {
	columns, rows int
	shades        []float64 // by rows: 0 dark, 1 light, and between them where a picture is blurred
}

// ReadPattern reads the code in a picture of at least three pixels a module; false where it shows none.
func ReadPattern(picture *image.RGBA) (p Pattern, ok bool) {
	c := newCanvas(picture, picture.Bounds().Size())
	low, high := float64(slices.Min(c.brightness)), float64(slices.Max(c.brightness))
	if high-low < 60 {
		return p, false
	}
	var bounds image.Rectangle
	shade := func(x, y int) float64 { return (float64(c.brightness[y*c.w+x]) - low) / (high - low) }
	isDark := func(x, y int) bool { return shade(x, y) < 0.5 }
	for y := range c.h {
		for x := range c.w {
			if isDark(x, y) {
				bounds = bounds.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	var across, down bool
	p.columns, across = modules(bounds.Dy(), bounds.Dx(), func(y, x int) bool { return isDark(bounds.Min.X+x, bounds.Min.Y+y) })
	p.rows, down = modules(bounds.Dx(), bounds.Dy(), func(x, y int) bool { return isDark(bounds.Min.X+x, bounds.Min.Y+y) })
	switch {
	case !across && !down:
		return p, false
	case !across:
		p.columns = 1
	case !down:
		p.rows = 1
	}
	for row := range p.rows {
		for column := range p.columns { // the middle of each
			x := bounds.Min.X + (2*column+1)*bounds.Dx()/(2*p.columns)
			p.shades = append(p.shades, shade(x, bounds.Min.Y+(2*row+1)*bounds.Dy()/(2*p.rows)))
		}
	}
	return p, p.fills(bounds, isDark)
}

// fills reports whether the modules are one colour each, and enough of them dark. Those of a hatch or of a grid of lines are not.
func (p Pattern) fills(bounds image.Rectangle, isDark func(x, y int) bool) bool {
	const leastAlike, leastDark = 0.88, 0.3 // of its area: 0.91 and 0.35 in codes, 0.85 in hatches, and 0.23 in grids
	alike, dark := 0, 0
	for y := range bounds.Dy() {
		for x := range bounds.Dx() {
			is := isDark(bounds.Min.X+x, bounds.Min.Y+y)
			if is {
				dark++
			}
			if is == (p.shades[y*p.rows/bounds.Dy()*p.columns+x*p.columns/bounds.Dx()] < 0.5) {
				alike++
			}
		}
	}
	area := float64(bounds.Dx() * bounds.Dy())
	return float64(alike) > leastAlike*area && float64(dark) > leastDark*area
}

// modules finds how many modules there are along the lines of a region: lengths of one colour are multiples of the pitch. It reports
// false where they are not.
func modules(lines, length int, dark func(line, i int) bool) (n int, ok bool) {
	const (
		leastPitch = 2.5 // pixels
		least      = 9   // modules; a square is no code
		longest    = 20  // modules of one colour; frames in each other have longer ones
	)
	var runs []float64
	for line := range lines {
		begin, colour := 0, dark(line, 0)
		// What is narrower than a pitch is a seam between two rectangles.
		other := func(i int) bool { return i < length && dark(line, i) != colour }
		for i := 1; i <= length; i++ {
			if i == length || other(i) && other(i+1) && other(i+2) {
				if run := float64(i - begin); i-begin < length && run >= leastPitch {
					runs = append(runs, run)
				}
				begin, colour = i, !colour
			}
		}
	}
	if len(runs) < 2*lines {
		return 0, false
	}
	slices.Sort(runs)
	pitch := runs[len(runs)/10]
	for range 4 {
		sum, count := 0.0, 0.0
		for _, run := range runs {
			if k := math.Round(run / pitch); k >= 1 && k <= 8 {
				sum, count = sum+run, count+k
			}
		}
		pitch = sum / count
	}
	good := 0
	for _, run := range runs {
		if k := math.Round(run / pitch); k >= 1 && k <= longest && math.Abs(run/pitch-k) < 0.25 {
			good++
		}
	}
	n = int(math.Round(float64(length) / pitch))
	return n, pitch >= leastPitch && n >= least && good*10 > len(runs)*8
}

// Equal reports whether two patterns are the same, module by module.
func (p Pattern) Equal(o Pattern) bool {
	return p.columns == o.columns && slices.EqualFunc(p.shades, o.shades, func(a, b float64) bool { return math.Abs(a-b) < 0.5 })
}
