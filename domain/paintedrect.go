package domain

// PaintedRect is a rectangle of a page of a finished PDF in which something is painted.
type PaintedRect struct {
	Kind PaintKind
	// Rect is the box around what is painted, as far as it is not clipped. Text is as tall as its font's ascent and descent, and as
	// wide as the advances of its glyphs.
	Rect Rect
	// Turn is the direction in which Glyphs are read, in degrees clockwise from left to right: 0 for upright text, 180 for text that
	// stands on its head or is mirrored.
	Turn float64
}

// PaintKind says what is painted.
type PaintKind int

// The kinds of paint.
const (
	// Shape is a filled or stroked path, or a gradient: backgrounds, borders, rules, drawings.
	Shape PaintKind = iota
	// Picture is an image.
	Picture
	// Glyphs are text.
	Glyphs
)
