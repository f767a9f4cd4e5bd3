package content

import (
	"errors"
	"math"
	"regexp"

	"platen/adapters/pdf/object"
)

// Font is a font's measures, in units of its size.
type Font struct {
	file            *object.File
	dict, glyphs    object.Dict // the font, and the one that has its glyphs: its only descendant if it is composite, or itself
	composite       bool        // codes are of two bytes
	widths          map[int]float64
	missing         float64
	ascent, descent float64 // the descent is negative

	letters map[int]string // what codes mean, after Text was called
	left    int            // how many more codes it may have
}

// Measures of fonts that do not have theirs.
const (
	usualAscent  = 0.9
	usualDescent = -0.25
	usualWidth   = 0.5
)

// maxCodes bounds the codes that a font lists, repeated ones included.
const maxCodes = 1 << 17

var errCodes = errors.New("a font of the PDF has too many codes")

// codes calls yield for each code of a string.
func (f *Font) codes(text object.String, yield func(code int)) {
	if !f.composite {
		for i := range len(text) {
			yield(int(text[i]))
		}
		return
	}
	for i := 0; i+1 < len(text); i += 2 {
		yield(int(text[i])<<8 | int(text[i+1]))
	}
}

// readFont reads a font's measures (ISO 32000-1, 9.6 and 9.7).
func readFont(f *object.File, o any) *Font {
	dict := f.Dict(o)
	g := &Font{file: f, dict: dict, glyphs: dict, widths: map[int]float64{}, missing: usualWidth, left: maxCodes}
	if descendants := f.Array(dict["DescendantFonts"]); len(descendants) > 0 {
		g.glyphs = f.Dict(descendants[0])
	}
	g.readDescriptor()
	unit, entries := 1.0/1000, object.Array{dict["FirstChar"], dict["Widths"]}
	if dict["Subtype"] == object.Name("Type0") {
		g.composite, g.missing, entries = true, 1, f.Array(g.glyphs["W"])
		if g.glyphs["DW"] != nil {
			g.missing = f.Number(g.glyphs["DW"]) * unit
		}
	} else if m := f.Array(dict["FontMatrix"]); len(m) == 6 {
		unit = math.Abs(f.Number(m[0]))
	}
	for len(entries) >= 2 {
		entries = g.readWidths(entries, unit)
	}
	return g
}

// readWidths reads "c [w1 w2 …]" or "first last w", and returns the entries after it.
func (g *Font) readWidths(entries object.Array, unit float64) object.Array {
	first, second := g.file.Number(entries[0]), g.file.Get(entries[1])
	if several, ok := second.(object.Array); ok {
		for i, o := range several {
			if g.count(1) {
				g.widths[int(first)+i] = g.file.Number(o) * unit
			}
		}
		return entries[2:]
	}
	last, _ := second.(float64)
	codes := last - first + 1
	if len(entries) < 3 || !g.count(codes) {
		return nil
	}
	width := g.file.Number(entries[2]) * unit
	for i := range int(codes) {
		g.widths[int(first)+i] = width
	}
	return entries[3:]
}

// count counts codes that the font lists; false if there are too many.
func (g *Font) count(codes float64) bool { // more than an int has, perhaps
	if g.left -= int(min(max(1, codes), maxCodes+1)); g.left < 0 {
		g.file.Fail(errCodes)
	}
	return g.left >= 0
}

// readDescriptor reads the ascent and the descent.
func (g *Font) readDescriptor() {
	g.ascent, g.descent = usualAscent, usualDescent
	descriptor := g.file.Dict(g.glyphs["FontDescriptor"])
	if ascent := g.file.Number(descriptor["Ascent"]); ascent > 0 && ascent < 3000 {
		g.ascent = ascent / 1000
	}
	if descent := g.file.Number(descriptor["Descent"]); descent < 0 && descent > -3000 {
		g.descent = descent / 1000
	}
}

// Bold reports whether the font says that it is, by its name or its weight.
func (f *Font) Bold() bool {
	name, _ := f.file.Get(f.glyphs["BaseFont"]).(object.Name)
	return boldName.MatchString(string(name)) || f.file.Number(f.file.Dict(f.glyphs["FontDescriptor"])["FontWeight"]) >= 700
}

var boldName = regexp.MustCompile(`(?i)bold|black|heavy`)
