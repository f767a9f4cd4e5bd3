package content

import (
	"errors"
	"math"

	"platen/adapters/pdf/object"
)

// Font is a font's measures, in units of its size.
type Font struct {
	file            *object.File
	dict            object.Dict
	composite       bool // codes are of two bytes
	widths          map[int]float64
	missing         float64
	ascent, descent float64 // the descent is negative

	letters map[int]string // what codes mean, after Text was called
	left    int            // how many more codes it may have
}

// Measures of fonts that do not tell theirs.
const (
	usualAscent  = 0.9
	usualDescent = -0.25
	usualWidth   = 0.5
)

// maxCodes bounds the codes that a font tells of, repeated ones included.
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
func readFont(f *object.File, o any) (*Font, error) {
	dict, err := f.Dict(o)
	if err != nil {
		return nil, err
	}
	g := &Font{file: f, dict: dict, widths: map[int]float64{}, missing: usualWidth, ascent: usualAscent, descent: usualDescent, left: maxCodes}
	if dict["Subtype"] == object.Name("Type0") {
		return g, g.readComposite()
	}
	unit := 1.0 / 1000
	if m, err := f.Array(dict["FontMatrix"]); err == nil && len(m) == 6 {
		unit = math.Abs(numbers(m)[0])
	}
	first, err := f.Number(dict["FirstChar"])
	if err != nil {
		return nil, err
	}
	widths, err := f.Array(dict["Widths"])
	if err = errors.Join(err, g.count(len(widths))); err != nil {
		return nil, err
	}
	for i, o := range widths {
		width, err := f.Number(o)
		if err != nil {
			return nil, err
		}
		g.widths[int(first)+i] = width * unit
	}
	return g, g.readDescriptor(dict)
}

// readComposite reads the measures of the font's only descendant.
func (g *Font) readComposite() error {
	g.composite, g.missing = true, 1
	descendants, err := g.file.Array(g.dict["DescendantFonts"])
	if err != nil || len(descendants) == 0 {
		return err
	}
	descendant, err := g.file.Dict(descendants[0])
	if err != nil {
		return err
	}
	if missing, err := g.file.Number(descendant["DW"]); err == nil && descendant["DW"] != nil {
		g.missing = missing / 1000
	}
	entries, err := g.file.Array(descendant["W"])
	if err != nil {
		return err
	}
	for len(entries) >= 2 {
		if entries, err = g.readWidths(entries); err != nil {
			return err
		}
	}
	return g.readDescriptor(descendant)
}

// readWidths reads "c [w1 w2 …]" or "first last w".
func (g *Font) readWidths(entries object.Array) (rest object.Array, err error) {
	first, err := g.file.Number(entries[0])
	if err != nil {
		return nil, err
	}
	second, err := g.file.Get(entries[1])
	if err != nil {
		return nil, err
	}
	if several, ok := second.(object.Array); ok {
		if err := g.count(len(several)); err != nil {
			return nil, err
		}
		for i, w := range numbers(several)[:len(several)] {
			g.widths[int(first)+i] = w / 1000
		}
		return entries[2:], nil
	}
	last, _ := second.(float64)
	if len(entries) < 3 || last-first > maxCodes {
		return nil, errCodes
	}
	if err := g.count(int(last - first)); err != nil {
		return nil, err
	}
	width, err := g.file.Number(entries[2])
	for code := int(first); code <= int(last); code++ {
		g.widths[code] = width / 1000
	}
	return entries[3:], err
}

// count counts codes that the font tells of.
func (g *Font) count(codes int) error {
	if g.left -= max(1, codes); g.left < 0 {
		return errCodes
	}
	return nil
}

// readDescriptor reads the ascent and the descent.
func (g *Font) readDescriptor(font object.Dict) error {
	descriptor, err := g.file.Dict(font["FontDescriptor"])
	if err != nil {
		return err
	}
	ascent, err := g.file.Number(descriptor["Ascent"])
	if err != nil {
		return err
	}
	descent, err := g.file.Number(descriptor["Descent"])
	if ascent > 0 && ascent < 3000 {
		g.ascent = ascent / 1000
	}
	if descent < 0 && descent > -3000 {
		g.descent = descent / 1000
	}
	return err
}
