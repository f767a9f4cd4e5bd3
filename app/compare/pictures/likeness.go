package pictures

import (
	"image"

	"platen/app/compare/words"
)

// inside is a figure without its edge.
func inside(b words.Box) image.Rectangle {
	r := pixels(b)
	return r.Inset(min(2, max(1, min(r.Dx(), r.Dy())/8)))
}

const (
	// sameForm is the least likeness of two figures of the same form, and sameLook that of two that look the same.
	sameForm, sameLook = 0.6, 0.9
	// sameRule is the least share of a line's ink that is left of it in another style.
	sameRule = 0.75
)

// likeness is how much two figures of the same size are alike, from 0 to 1.
func likeness(a, b *Painted, f, o Figure) (most float64) {
	r, to := inside(f.Box).Intersect(a.Bounds()), pixels(o.Box).Min.Sub(pixels(f.Box).Min)
	plain, other := a.plainAt(r, nil), b.plainAt(r.Add(to), nil)
	if f.Kind == Rule || plain && other {
		return min(f.share, o.share) / max(f.share, o.share)
	}
	for dy := -1; dy <= 1 && !plain && !other; dy++ {
		for dx := -1; dx <= 1; dx++ {
			most = max(most, correlation(a.canvas, b.canvas, r, to.X+dx, to.Y+dy))
		}
	}
	return most
}

// likenessScaled is how much two figures of the same proportions are alike. Plain ones are not: their size may say something.
func likenessScaled(a, b *Painted, f, o Figure) float64 {
	r, whole := inside(f.Box).Intersect(a.Bounds()), pixels(f.Box)
	from, scaled := pixels(o.Box), image.NewRGBA(image.Rectangle{Max: r.Size()})
	for y := range r.Dy() {
		for x := range r.Dx() {
			p := r.Min.Add(image.Pt(x, y)).Sub(whole.Min)
			across, down := (2*p.X+1)*from.Dx()/(2*whole.Dx()), (2*p.Y+1)*from.Dy()/(2*whole.Dy())
			copy(scaled.Pix[y*scaled.Stride+4*x:], b.at(from.Min.X+across, from.Min.Y+down))
		}
	}
	return correlation(a.canvas, newCanvas(scaled, r.Size()), r, -r.Min.X, -r.Min.Y)
}

// plainAt reports whether a region shows hardly anything beside text.
func (p *Painted) plainAt(r image.Rectangle, text *mask) bool {
	r = r.Intersect(p.Bounds())
	low, high := uint8(255), uint8(0)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x, brightness := range p.brightness[y*p.w+r.Min.X:][:r.Dx()] {
			if text == nil || !text.has(r.Min.X+x, y) {
				low, high = min(low, brightness), max(high, brightness)
			}
		}
	}
	return high <= low || high-low < 2*leastContrast
}

// colourAround is the commonest colour of a region's edge.
func (c canvas) colourAround(r image.Rectangle) []uint8 {
	counts := map[[4]uint8]int{}
	most := [4]uint8(white)
	add := func(x, y int) {
		colour := [4]uint8(c.at(x, y))
		if counts[colour]++; counts[colour] > counts[most] {
			most = colour
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
	return most[:]
}

// ink is the share of a figure's place that is drawn, that is neither in the colour around it nor words, and its colour.
func (p *Painted) ink(b words.Box, text *mask) (share float64, colour [3]float64) {
	r := pixels(b).Inset(-1)
	around := p.colourAround(r.Inset(-1))
	n, sum, most := 0.0, 0.0, 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			drawn := p.at(x, y)
			d := apart(drawn, around)
			if d <= leastContrast || text != nil && text.has(x, y) {
				continue
			}
			n, sum, most = n+1, sum+float64(d), max(most, d)
			for i := range 3 {
				colour[i] += (float64(drawn[i]) - colour[i]) / n
			}
		}
	}
	if min(b.Width(), b.Height()) >= smallest && n > 0 { // no pixel of a thinner line need be drawn fully
		n = sum / float64(most)
	}
	return n / float64(r.Dx()*r.Dy()), colour
}

// apart is the largest difference of two colours, of 255.
func apart(p, q []uint8) (most int) {
	for i := range 3 {
		most = max(most, int(p[i])-int(q[i]), int(q[i])-int(p[i]))
	}
	return most
}
