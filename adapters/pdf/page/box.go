package page

import "math"

// Box is a rectangle in a space whose y grows upwards, as a page's own. Units are points.
type Box struct{ Left, Bottom, Right, Top float64 }

// UnitSquare is what an image is painted into.
var UnitSquare = Box{0, 0, 1, 1}

// Width returns the distance of the vertical sides.
func (b Box) Width() float64 { return b.Right - b.Left }

// Height returns the distance of the horizontal sides.
func (b Box) Height() float64 { return b.Top - b.Bottom }

// Common returns the intersection of two boxes. If they do not meet, its sides are exchanged; see Empty.
func (b Box) Common(o Box) Box {
	return Box{max(b.Left, o.Left), max(b.Bottom, o.Bottom), min(b.Right, o.Right), min(b.Top, o.Top)}
}

// Empty reports whether the box has no area.
func (b Box) Empty() bool { return b.Right <= b.Left || b.Top <= b.Bottom }

// Grow moves each side outwards.
func (b Box) Grow(by float64) Box { return Box{b.Left - by, b.Bottom - by, b.Right + by, b.Top + by} }

// Extent is the smallest box around points. The zero value has none.
type Extent struct {
	Box
	// Some reports whether a point was added.
	Some bool
}

// Add enlarges the box to a point.
func (e *Extent) Add(x, y float64) {
	if !e.Some {
		e.Box, e.Some = Box{x, y, x, y}, true
		return
	}
	e.Box = Box{math.Min(e.Left, x), math.Min(e.Bottom, y), math.Max(e.Right, x), math.Max(e.Top, y)}
}
