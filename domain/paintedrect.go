package domain

// PaintedRect is a rectangle of a page of a finished PDF in which something is painted.
type PaintedRect struct {
	Kind PaintKind
	// Rect is the box around what is painted, as far as it is not clipped. Text is as tall as its font's ascent and descent, and as
	// wide as the advances of its glyphs.
	Rect Rect
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
