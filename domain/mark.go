package domain

// Mark is something that a page of a finished PDF paints.
type Mark struct {
	Kind MarkKind
	// Rect is the box around it, as far as it is not clipped. Text is as tall as its font's ascent and descent, and as
	// wide as the advances of its glyphs.
	Rect Rect
}

// MarkKind says what a mark is.
type MarkKind int

// The kinds of marks.
const (
	// Shape is a filled or stroked path, or a gradient: backgrounds, borders, rules, drawings.
	Shape MarkKind = iota
	// Picture is an image.
	Picture
	// Glyphs are text.
	Glyphs
)
