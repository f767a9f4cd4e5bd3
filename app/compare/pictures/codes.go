package pictures

import (
	"cmp"
	"image"
	"math"
	"slices"

	"platen/app/compare/words"
)

// The sides of codes, in millimetres.
const (
	leastCode   = 5
	largestCode = 120
)

// leastRectangles is how many rectangles make a code.
const leastRectangles = 12

// bars are the boxes around many rectangles that stand side by side, with the same top and bottom.
func bars(small []words.Box) (found []words.Box) {
	const gap = 3 // millimetres: the widest within a bar code
	type row struct{ top, bottom int }
	rows := map[row][]words.Box{}
	for _, b := range small {
		key := row{int(math.Round(b.Y0 * 2)), int(math.Round(b.Y1 * 2))}
		rows[key] = append(rows[key], b)
	}
	for _, row := range rows {
		slices.SortFunc(row, func(a, b words.Box) int { return cmp.Compare(a.X0, b.X0) })
		for begin := 0; begin < len(row); {
			end, box := begin+1, row[begin]
			for end < len(row) && row[end].X0-box.X1 < gap {
				box, end = box.Union(row[end]), end+1
			}
			if end-begin >= leastRectangles && sizedAsCode(box) {
				found = append(found, box)
			}
			begin = end
		}
	}
	return found
}

func sizedAsCode(b words.Box) bool {
	return min(b.Width(), b.Height()) >= leastCode && max(b.Width(), b.Height()) <= largestCode
}

// clusters are the boxes around many small rectangles that touch each other, or nearly.
func clusters(small []words.Box) (found []words.Box) {
	const cell = 1.0 // millimetre: less than the quiet zone around a code
	type place struct{ x, y int }
	in := map[place][]int{}
	for i, b := range small {
		for y := int(b.Y0 / cell); y <= int(b.Y1/cell); y++ {
			for x := int(b.X0 / cell); x <= int(b.X1/cell); x++ {
				in[place{x, y}] = append(in[place{x, y}], i)
			}
		}
	}
	seen := map[place]bool{}
	for begin := range in {
		if seen[begin] {
			continue
		}
		seen[begin] = true
		members, queue := map[int]bool{}, []place{begin}
		for ; len(queue) > 0; queue = queue[1:] {
			for _, i := range in[queue[0]] {
				members[i] = true
			}
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					if next := (place{queue[0].x + dx, queue[0].y + dy}); len(in[next]) > 0 && !seen[next] {
						seen[next] = true
						queue = append(queue, next)
					}
				}
			}
		}
		if len(members) < leastRectangles {
			continue
		}
		box := words.Box{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}
		for i := range members {
			box = box.Union(small[i])
		}
		if sizedAsCode(box) {
			found = append(found, box)
		}
	}
	return found
}

// Codes are the boxes of a page that may be bar codes or QR codes: without words, and black and white in turns.
func (p *Painted) Codes(all []words.Word, page int) (found []words.Box) {
	for _, b := range p.boxes {
		hasWords := slices.ContainsFunc(all, func(w words.Word) bool {
			return w.Page == page && w.Box.Overlap(b) > 0.5 && w.Box.Height()*w.Box.Width() > 0.03*b.Width()*b.Height()
		})
		if !hasWords && p.alternates(b) {
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
	r := pixels(b).Intersect(image.Rect(0, 0, p.w, p.h))
	count := func(lines, length int, at func(line, i int) float64) (busy, veryBusy int) {
		for line := range lines {
			low, high, turns, rising := at(line, 0), at(line, 0), 0, false
			for i := range length {
				v := at(line, i)
				low, high = min(low, v), max(high, v)
				switch {
				case !rising && v > low+contrast:
					rising, high, turns = true, v, turns+1
				case rising && v < high-contrast:
					rising, low, turns = false, v, turns+1
				}
			}
			if turns >= often {
				busy++
			}
			if turns >= veryOften {
				veryBusy++
			}
		}
		return busy, veryBusy
	}
	rows, busyRows := count(r.Dy(), r.Dx(), func(y, x int) float64 { return p.luma(r.Min.X+x, r.Min.Y+y) })
	columns, busyColumns := count(r.Dx(), r.Dy(), func(x, y int) float64 { return p.luma(r.Min.X+x, r.Min.Y+y) })
	return 2*rows > r.Dy() && 2*columns > r.Dx() || 2*busyRows > r.Dy() || 2*busyColumns > r.Dx()
}

// SameAt reports whether two pages have the same pixels in a box.
func (p *Painted) SameAt(o *Painted, b words.Box) bool { return p.sameIn(o.canvas, pixels(b)) }

// Alike reports whether the other page has something like it at the same place.
func (p *Painted) Alike(o *Painted, b words.Box) bool {
	return drawnAlike(p.canvas, o.canvas, b, shift{}, alike)
}

// Pattern is a code's modules or bars, read at their own pitch.
type Pattern struct {
	columns, rows int
	// modules are 1 where dark, 0 where light, and unsure in between.
	modules []uint8
}

const unsure = 2

// ReadPattern reads the code in a picture of at least three pixels a module; false where it shows none.
func ReadPattern(picture *image.RGBA) (p Pattern, ok bool) {
	c := newCanvas(picture, picture.Bounds().Size())
	sorted := slices.Sorted(slices.Values(c.brightness))
	if len(sorted) == 0 || sorted[len(sorted)*19/20]-sorted[len(sorted)/20] < 60 {
		return p, false
	}
	middle := (float64(sorted[len(sorted)*19/20]) + float64(sorted[len(sorted)/20])) / 2
	dark := func(x, y int) bool { return c.luma(x, y) < middle }
	bounds := image.Rectangle{Min: image.Pt(c.w, c.h)}
	for y := range c.h {
		for x := range c.w {
			if dark(x, y) {
				bounds.Min.X, bounds.Max.X = min(bounds.Min.X, x), max(bounds.Max.X, x+1)
				bounds.Min.Y, bounds.Max.Y = min(bounds.Min.Y, y), max(bounds.Max.Y, y+1)
			}
		}
	}
	if bounds.Empty() {
		return p, false
	}
	var across, down bool
	p.columns, across = modules(bounds.Dy(), bounds.Dx(), func(line, i int) bool { return dark(bounds.Min.X+i, bounds.Min.Y+line) })
	p.rows, down = modules(bounds.Dx(), bounds.Dy(), func(line, i int) bool { return dark(bounds.Min.X+line, bounds.Min.Y+i) })
	switch {
	case !across && !down:
		return p, false
	case !across:
		p.columns = 1
	case !down:
		p.rows = 1
	}
	p.sample(bounds, dark)
	return p, true
}

// modules finds how many modules there are along the lines of a region: lengths of one colour are multiples of the pitch. It reports
// false where they are not.
func modules(lines, length int, dark func(line, i int) bool) (n int, ok bool) {
	const (
		leastPitch = 2.5 // pixels
		least      = 9   // modules; a square is no code
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
		if count == 0 {
			return 0, false
		}
		pitch = sum / count
	}
	good := 0
	for _, run := range runs {
		if k := math.Round(run / pitch); k >= 1 && math.Abs(run/pitch-k) < 0.3 {
			good++
		}
	}
	n = int(math.Round(float64(length) / pitch))
	return n, pitch >= leastPitch && n >= least && good*10 > len(runs)*8
}

// sample reads the middle of each module.
func (p *Pattern) sample(r image.Rectangle, dark func(x, y int) bool) {
	for row := range p.rows {
		for column := range p.columns {
			x := r.Min.X + (2*column+1)*r.Dx()/(2*p.columns)
			y := r.Min.Y + (2*row+1)*r.Dy()/(2*p.rows)
			n := 0
			for v := y - 1; v <= y+1; v++ {
				for u := x - 1; u <= x+1; u++ {
					if dark(u, v) {
						n++
					}
				}
			}
			module := uint8(unsure)
			if n >= 7 {
				module = 1
			} else if n <= 2 {
				module = 0
			}
			p.modules = append(p.modules, module)
		}
	}
}

// Equal reports whether two patterns are the same, module by module.
func (p Pattern) Equal(o Pattern) bool {
	if p.columns != o.columns || p.rows != o.rows {
		return false
	}
	for i, m := range p.modules {
		if m != o.modules[i] && m != unsure && o.modules[i] != unsure {
			return false
		}
	}
	return true
}
