package domain

// PrintedPage is what a finished PDF says of one of its pages.
type PrintedPage struct {
	// Size is the page's size as a reader shows it: cropped and turned.
	Size Size
	// Links are those to an address, in the PDF's order. Links within the document are not among them.
	Links []Link
}

// Link is a region of a page that opens an address.
type Link struct {
	Rect Rect
	URI  string
}

// PaintedRect is a rectangle of a page of a finished PDF in which something is painted.
type PaintedRect struct {
	Kind PaintKind
	// Rect is the box around what is painted, as far as it is not clipped. Text is as tall as its font's ascent and descent, and as
	// wide as the advances of its glyphs.
	Rect Rect
	// Turn is the direction in which Glyphs are read, in degrees clockwise from left to right: 0 for upright text, 180 for text that
	// stands on its head or is mirrored.
	Turn float64
	// Outline are the lines of a Shape, curves as chords: left and top of both ends, also of what is clipped, but for a rectangle that
	// fills its clip, which has the clip's. It is empty where it is not known.
	Outline [][4]Length
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
