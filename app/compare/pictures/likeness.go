package pictures

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"

	"platen/app/compare/words"
	"platen/domain"
)

// inside is a figure without its edge and rounded corners.
func inside(b words.Box) image.Rectangle {
	r := pixels(b)
	return r.Inset(min(8, max(1, min(r.Dx(), r.Dy())/8)))
}

const (
	// sameForm is the least likeness of two figures of the same form, and sameLook that of two that look the same.
	sameForm, sameLook = 0.6, 0.9
	// sameFill is the least likeness of two backgrounds that have the same pattern, or none.
	sameFill = 0.5
	// sameLines is the least share of a figure's lines that are drawn where it went, though as a part of another one. With less than fewLines,
	// it is not there.
	sameLines, fewLines = 0.7, 0.35
	// otherLines is by how much more of its ink a figure may lose with thinner lines than a solid one that is hollow now.
	otherLines = 0.05
	// sameRule is the least share of a line's ink that is left of it in another style.
	sameRule = 0.75
)

// likeness is how much two figures are alike, from 0 to 1, whatever their sizes: pictures, where their quarters are least.
func (c *figures) likeness(f, o Figure) float64 {
	r := inside(f.Box).Intersect(c.a.Bounds())
	plain, other := c.a.plainAt(r, nil), c.b.plainAt(inside(o.Box), nil)
	drawn := min(f.share, o.share) / max(f.share, o.share)
	switch {
	case f.Kind == Sign && len(f.outline) > 0 && len(o.outline) > 0:
		if !f.onPaperOf(o) {
			drawn = 1
		}
		return min(sameOutline(f.outline, o.outline), drawn+otherLines)
	case f.Kind == Rule || plain && other:
		return drawn
	}
	at := pixels(f.Box)
	scaled := c.b.scaledTo(o.Box, at)
	within := func(r image.Rectangle) float64 {
		most, _ := nearby(c.a.canvas, scaled, r, image.Point{}.Sub(at.Min), 1, 1, correlation)
		return most
	}
	least := within(r)
	middle := r.Min.Add(r.Max).Div(2)
	for _, corner := range []image.Point{r.Min, r.Max, {r.Min.X, r.Max.Y}, {r.Max.X, r.Min.Y}} {
		if part := (image.Rectangle{corner, middle}).Canon(); !c.a.plainAt(part, nil) {
			least = min(least, within(part))
		}
	}
	return least
}

// onPaperOf reports whether what is around two figures has one colour. Else what is drawn there may be what is around the other one.
func (f Figure) onPaperOf(o Figure) bool { return colourDistance(f.paper, o.paper) <= otherColour }

// scaledTo is the picture of a box in the size of another one.
func (c canvas) scaledTo(b words.Box, to image.Rectangle) canvas {
	from, scaled := pixels(b), image.NewRGBA(image.Rectangle{Max: to.Size()})
	if off := from.Size().Sub(to.Size()); max(off.X, -off.X, off.Y, -off.Y) <= 2 {
		from.Max = from.Min.Add(to.Size())
	}
	for y := range to.Dy() {
		for x := range to.Dx() {
			copy(scaled.Pix[y*scaled.Stride+4*x:], c.at(from.Min.X+(2*x+1)*from.Dx()/(2*to.Dx()), from.Min.Y+(2*y+1)*from.Dy()/(2*to.Dy())))
		}
	}
	return newCanvas(scaled, to.Size())
}

// linesLeft is how much of a figure's lines the other page draws where they went, as one shape or several; 1 where they are not known.
func (f Figure) linesLeft(to words.Box, other *Painted) float64 {
	if len(f.outline) == 0 || min(f.Width(), f.Height()) <= thinnest { // a line may be of dots, which are no figures
		return 1
	}
	const askew, least, most = 0.1, 0.5, 1.5 // of the larger side, and in millimetres
	near := min(most, max(least, askew*max(f.Width(), f.Height())))
	around := words.Box{X0: to.X0 - near, Y0: to.Y0 - near, X1: to.X1 + near, Y1: to.Y1 + near}
	var there outline
	for _, o := range other.drawn {
		if len(o.outline) == 0 && o.Overlap(to) > 0.7 { // its lines are not known
			return 1
		}
		if o.Overlap(around) > 0 {
			there = append(there, o.outline...)
		}
	}
	left, all := 0.0, 0.0
	f.outline.points(pixel, func(x, y float64) {
		if all++; there.distance(x+to.X0-f.X0, y+to.Y0-f.Y0) < near {
			left++
		}
	})
	return left / all
}

// sameOutline is how much two outlines are alike, each in its own size: no point of one is far from the other, of its size or in
// millimetres.
func sameOutline(a, b outline) float64 {
	const another, far = 0.3, 5
	a, sizeA := a.normalised()
	b, sizeB := b.normalised()
	return max(0, 1-max(a.furthest(b), b.furthest(a))/min(another, far/min(sizeA, sizeB)))
}

// outline are the lines of a shape, in millimetres.
type outline [][4]float64

func newOutline(lines [][4]domain.Length) outline {
	o := make(outline, len(lines))
	for i, l := range lines {
		for k, v := range l {
			o[i][k] = v.Millimetres()
		}
	}
	return o
}

// isRectangle reports whether an outline is that of an upright rectangle.
func (o outline) isRectangle() bool {
	return len(o) == 4 && !slices.ContainsFunc(o, func(l [4]float64) bool { return l[0] != l[2] && l[1] != l[3] })
}

// isGridOf reports whether each line of an outline goes across its box, as those of a grid and the axes of a chart do.
func (o outline) isGridOf(b words.Box) bool {
	return len(o) > 0 && !slices.ContainsFunc(o, func(l [4]float64) bool {
		width, height := math.Abs(l[2]-l[0]), math.Abs(l[3]-l[1])
		return min(width, height) > stays || width < b.Width()-2*thinnest && height < b.Height()-2*thinnest
	})
}

// isFrameOf reports whether an outline goes along the sides of its box, with corners that may be round. No rhomb or ellipse does.
func (o outline) isFrameOf(b words.Box) bool {
	const largest = 5 // millimetres: a corner
	corner := min(largest, min(b.Width(), b.Height())/8)
	within := words.Box{X0: b.X0 + corner, Y0: b.Y0 + corner, X1: b.X1 - corner, Y1: b.Y1 - corner}
	crosses := false
	o.points(corner/2, func(x, y float64) {
		crosses = crosses || x > within.X0 && x < within.X1 && y > within.Y0 && y < within.Y1
	})
	return len(o) >= 4 && !crosses
}

// normalised is the outline from its top left corner, with 1 as its size, the mean of its sides.
func (o outline) normalised() (n outline, size float64) {
	left, top := math.Inf(1), math.Inf(1)
	right, bottom := math.Inf(-1), math.Inf(-1)
	for _, l := range o {
		left, right = min(left, l[0], l[2]), max(right, l[0], l[2])
		top, bottom = min(top, l[1], l[3]), max(bottom, l[1], l[3])
	}
	const thin = 0.1
	long, short := max(right-left, bottom-top, pixel), min(right-left, bottom-top)
	size = math.Sqrt(long * max(short, thin*long))
	n = make(outline, len(o))
	for i, l := range o {
		n[i] = [4]float64{(l[0] - left) / size, (l[1] - top) / size, (l[2] - left) / size, (l[3] - top) / size}
	}
	return n, size
}

// furthest is how far the furthest point of an outline is from another one.
func (o outline) furthest(from outline) (most float64) {
	const step = 0.1
	o.points(step, func(x, y float64) { most = max(most, from.distance(x, y)) })
	return most
}

// points visits points of the lines, so far apart at most.
func (o outline) points(step float64, visit func(x, y float64)) {
	for _, l := range o {
		n := math.Ceil(math.Hypot(l[2]-l[0], l[3]-l[1])/step) + 1
		for k := range int(n) {
			t := float64(k) / n
			visit(l[0]+t*(l[2]-l[0]), l[1]+t*(l[3]-l[1]))
		}
	}
}

// distance is that of a point from the nearest line.
func (o outline) distance(x, y float64) float64 {
	nearest := math.Inf(1)
	for _, l := range o {
		dx, dy := l[2]-l[0], l[3]-l[1]
		t := 0.0
		if square := dx*dx + dy*dy; square > 0 {
			t = min(1, max(0, ((x-l[0])*dx+(y-l[1])*dy)/square))
		}
		nearest = min(nearest, math.Hypot(x-l[0]-t*dx, y-l[1]-t*dy))
	}
	return nearest
}

// plainAt reports whether a region shows hardly anything beside text.
func (p *Painted) plainAt(r image.Rectangle, text *image.Alpha) bool {
	r = r.Intersect(p.Bounds())
	low, high := uint8(255), uint8(0)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x, brightness := range p.brightness[y*p.w+r.Min.X:][:r.Dx()] {
			if !has(text, r.Min.X+x, y) {
				low, high = min(low, brightness), max(high, brightness)
			}
		}
	}
	return high <= low || high-low < 2*leastContrast
}

// Cover returns a copy of a picture in which regions of the page have the colour around them.
func Cover(picture *image.RGBA, regions []domain.Rect) *image.RGBA {
	covered := &image.RGBA{Pix: slices.Clone(picture.Pix), Stride: picture.Stride, Rect: picture.Rect}
	for _, region := range regions {
		box := pixels(words.BoxOf(region)).Inset(-1)
		colour, _ := commonestAround(picture, color.RGBA{}, box.Inset(-1))
		draw.Draw(covered, box, image.NewUniform(colour), image.Point{}, draw.Src)
	}
	return covered
}

// colourAround is the commonest colour of a region's edge.
func (c canvas) colourAround(r image.Rectangle) [3]float64 {
	colour, _ := commonestAround(c.RGBA, color.RGBA{}, r)
	return componentsOf(colour)
}

// coloursAround are the commonest colour around a region and the next, if that is enough of it to be seen. It looks further around a larger
// one, than the lines along its sides, as the frames of others, are wide.
func (c canvas) coloursAround(r image.Rectangle) [][3]float64 {
	const least, step, furthest = 0.1, 2, 8 // the first of what is around it, the others in pixels
	around := []image.Rectangle{r.Inset(-step)}
	for d := 2 * step; d <= min(furthest, r.Dx()/2, r.Dy()/2); d += step {
		around = append(around, r.Inset(-d))
	}
	first, _ := commonestAround(c.RGBA, color.RGBA{}, around...)
	if second, share := commonestAround(c.RGBA, first, around...); share >= least {
		return [][3]float64{componentsOf(first), componentsOf(second)}
	}
	return [][3]float64{componentsOf(first)}
}

func componentsOf(c color.RGBA) [3]float64 {
	return [3]float64{float64(c.R), float64(c.G), float64(c.B)}
}

// commonestAround is the commonest colour of the edges of regions on the page, except one, and its share; white where there is none.
func commonestAround(picture *image.RGBA, except color.RGBA, regions ...image.Rectangle) (most color.RGBA, share float64) {
	counts := map[color.RGBA]int{}
	most = color.RGBA{255, 255, 255, 255}
	add := func(x, y int) {
		colour := picture.RGBAAt(x, y)
		if colour == except || colour.A == 0 { // outside the page
			return
		}
		if counts[colour]++; counts[colour] > counts[most] {
			most = colour
		}
	}
	edges := 0
	for _, r := range regions {
		edges += 2 * (r.Dx() + r.Dy())
		for x := r.Min.X; x < r.Max.X; x++ {
			add(x, r.Min.Y)
			add(x, r.Max.Y-1)
		}
		for y := r.Min.Y; y < r.Max.Y; y++ {
			add(r.Min.X, y)
			add(r.Max.X-1, y)
		}
	}
	return most, float64(counts[most]) / float64(edges)
}

// ink is the share of a figure's place that is drawn, that is neither words nor closer to the colour of its paper, and its colour.
func (p *Painted) ink(b words.Box, paper [3]float64, least float64) (share float64, colour [3]float64) {
	r := pixels(b).Inset(-1)
	n, sum, most := 0.0, 0.0, 0.0
	isLine := min(b.Width(), b.Height()) <= thinnest && max(b.Width(), b.Height()) >= shortest // it may touch the words above and below it
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			drawn := colourOf(p.at(x, y))
			d := colourDistance(drawn, paper)
			if d <= least || !isLine && has(p.text, x, y) {
				continue
			}
			n, sum, most = n+1, sum+d, max(most, d)
			for i := range 3 {
				colour[i] += (drawn[i] - colour[i]) / n
			}
		}
	}
	if min(b.Width(), b.Height()) >= smallest && n > 0 { // no pixel of a thinner line need be drawn fully
		n = sum / most
	}
	return n / float64(r.Dx()*r.Dy()), colour
}
