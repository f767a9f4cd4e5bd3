package pdfreader

import (
	"math"

	"platen/adapters/internal/pdfgraphics"
	"platen/domain"
)

// glyphWidths are the measures of a font, in units of its size.
type glyphWidths struct {
	composite       bool // codes are of two bytes
	widths          map[int]float64
	missing         float64
	ascent, descent float64 // the descent is negative
}

// Measures of fonts that do not tell theirs.
const (
	usualAscent  = 0.9
	usualDescent = -0.25
	usualWidth   = 0.5
	// maxCodes bounds how many codes share a width.
	maxCodes = 1 << 17
)

// setFont is Tf.
func (p *painter) setFont(operands []any, resources dict) error {
	if len(operands) != 2 {
		return nil
	}
	p.state.Size, _ = operands[1].(float64)
	key, _ := operands[0].(name)
	entries, err := p.file.dict(resources["Font"])
	if err != nil {
		return err
	}
	ref := entries[key]
	if _, direct := ref.(reference); !direct {
		ref = key
	}
	if p.fonts[ref] == nil {
		if p.fonts[ref], err = p.file.glyphWidths(entries[key]); err != nil {
			return err
		}
	}
	p.state.font = p.fonts[ref]
	return nil
}

// glyphWidths reads a font's measures (ISO 32000-1, 9.6 and 9.7).
func (f *file) glyphWidths(o any) (*glyphWidths, error) {
	font, err := f.dict(o)
	if err != nil {
		return nil, err
	}
	g := &glyphWidths{widths: map[int]float64{}, missing: usualWidth, ascent: usualAscent, descent: usualDescent}
	if font["Subtype"] == name("Type0") {
		return g, f.compositeWidths(g, font)
	}
	unit := 1.0 / 1000
	if m, err := f.array(font["FontMatrix"]); err == nil && len(m) == 6 {
		unit = math.Abs(numbers(m)[0])
	}
	first, err := f.number(font["FirstChar"])
	if err != nil {
		return nil, err
	}
	widths, err := f.array(font["Widths"])
	if err != nil {
		return nil, err
	}
	for i, o := range widths {
		if g.widths[int(first)+i], err = f.number(o); err != nil {
			return nil, err
		}
		g.widths[int(first)+i] *= unit
	}
	return g, f.describe(g, font)
}

// compositeWidths reads the measures of the font's only descendant.
func (f *file) compositeWidths(g *glyphWidths, font dict) error {
	g.composite, g.missing = true, 1
	descendants, err := f.array(font["DescendantFonts"])
	if err != nil || len(descendants) == 0 {
		return err
	}
	descendant, err := f.dict(descendants[0])
	if err != nil {
		return err
	}
	if missing, err := f.number(descendant["DW"]); err == nil && descendant["DW"] != nil {
		g.missing = missing / 1000
	}
	entries, err := f.array(descendant["W"])
	if err != nil {
		return err
	}
	for len(entries) >= 2 {
		if entries, err = f.widthEntry(g, entries); err != nil {
			return err
		}
	}
	return f.describe(g, descendant)
}

// widthEntry reads "c [w1 w2 …]" or "first last w".
func (f *file) widthEntry(g *glyphWidths, entries array) (rest array, err error) {
	first, err := f.number(entries[0])
	if err != nil {
		return nil, err
	}
	second, err := f.get(entries[1])
	if err != nil {
		return nil, err
	}
	if several, ok := second.(array); ok {
		for i, w := range numbers(several)[:len(several)] {
			g.widths[int(first)+i] = w / 1000
		}
		return entries[2:], nil
	}
	last, _ := second.(float64)
	if len(entries) < 3 || last-first > maxCodes {
		return nil, errSyntax
	}
	if f.toParse -= int(max(0, last-first)); f.toParse < 0 {
		return nil, errEndless
	}
	width, err := f.number(entries[2])
	for code := int(first); code <= int(last); code++ {
		g.widths[code] = width / 1000
	}
	return entries[3:], err
}

// describe reads the ascent and the descent.
func (f *file) describe(g *glyphWidths, font dict) error {
	descriptor, err := f.dict(font["FontDescriptor"])
	if err != nil {
		return err
	}
	ascent, err := f.number(descriptor["Ascent"])
	if err != nil {
		return err
	}
	descent, err := f.number(descriptor["Descent"])
	if ascent > 0 && ascent < 3000 {
		g.ascent = ascent / 1000
	}
	if descent < 0 && descent > -3000 {
		g.descent = descent / 1000
	}
	return err
}

// show paints the last operand; see pdfgraphics.ShowsText.
func (p *painter) show(operands []any) {
	if len(operands) == 0 || p.state.font == nil {
		return
	}
	pieces, ok := operands[len(operands)-1].(array)
	if !ok {
		pieces = array{operands[len(operands)-1]}
	}
	advance := 0.0
	var painted pdfgraphics.Extent // from the first glyph to the last, in text space
	for _, piece := range pieces {
		switch piece := piece.(type) {
		case float64:
			advance -= piece / 1000 * p.state.Size * p.state.Stretch
		case text:
			painted.Add(advance, 0)
			advance += p.width(piece)
			painted.Add(advance, 0)
		}
	}
	if painted.Some && painted.Right > painted.Left && p.state.Mode != pdfgraphics.Invisible {
		up, down := p.state.Rise+p.state.font.ascent*p.state.Size, p.state.Rise+p.state.font.descent*p.state.Size
		line := pdfgraphics.Box{Left: painted.Left, Bottom: math.Min(up, down), Right: painted.Right, Top: math.Max(up, down)}
		p.mark(domain.Glyphs, p.text.Text.Times(p.state.ctm).Box(line))
	}
	p.text.Advance(advance)
}

// width gives how far a string advances.
func (p *painter) width(s text) float64 {
	font, sum := p.state.font, 0.0
	step := 1
	if font.composite {
		step = 2
	}
	for i := 0; i+step <= len(s); i += step {
		code := int(s[i])
		if font.composite {
			code = code<<8 | int(s[i+1])
		} else if code == ' ' {
			sum += p.state.WordSpace
		}
		w, ok := font.widths[code]
		if !ok {
			w = font.missing
		}
		sum += w*p.state.Size + p.state.CharSpace
	}
	return sum * p.state.Stretch
}
