package content

import (
	"iter"
	"math"

	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
	"platen/domain"
)

// Pieces returns each string that an operation shows, or each displacement between them, in thousandths of the font size towards the
// line's beginning.
func (o Operation) Pieces() iter.Seq2[object.String, float64] {
	pieces := o.Operands
	if o.Operator != "TJ" && len(pieces) > 0 {
		pieces = pieces[len(pieces)-1:]
	}
	return func(yield func(object.String, float64) bool) {
		for _, piece := range pieces {
			text, isText := object.TokenString(piece)
			displacement, moves := object.Number(piece)
			if (isText || moves) && !yield(text, displacement) {
				return
			}
		}
	}
}

// setFont is Tf.
func (f *Follower) setFont(o Operation) {
	name := o.Name(0)
	f.size = o.Numbers()[1]
	font := f.file.Dict(f.Resources()["Font"])[name]
	known := font
	if _, isRef := known.(object.Ref); !isRef {
		known = [2]any{f.resources, name}
	}
	if f.fonts[known] == nil {
		f.fonts[known] = readFont(f.file, font)
	}
	f.Font = f.fonts[known]
}

// show paints text.
func (i *interpreter) show(o Operation) error {
	s := &i.state
	if s.Font == nil {
		return nil
	}
	advance := 0.0
	var painted page.Extent // from the first glyph to the last, in text space
	for text, displacement := range o.Pieces() {
		if displacement == 0 {
			painted.Add(advance, 0)
			advance += s.width(text)
			painted.Add(advance, 0)
		}
		advance -= displacement / 1000 * s.size * s.stretch
	}
	defer func() { i.text = page.Matrix{1, 0, 0, 1, advance, 0}.Times(i.text) }()
	if !painted.Some || painted.Right <= painted.Left || s.mode == invisible || s.paint().Alpha == 0 {
		return nil
	}
	up, down := s.rise+s.Font.ascent*s.size, s.rise+s.Font.descent*s.size
	line := page.Box{Left: painted.Left, Bottom: math.Min(up, down), Right: painted.Right, Top: math.Max(up, down)}
	m := i.text.Times(s.CTM)
	return i.paint(Painting{Kind: domain.Glyphs, Box: m.Box(line), Operation: o,
		Font: s.Font, Position: page.Matrix{1, 0, 0, 1, 0, s.rise}.Times(m), Size: s.size})
}

// width returns how far a string advances.
func (s *state) width(text object.String) float64 {
	sum := 0.0
	s.Font.codes(text, func(code int) {
		w, ok := s.Font.widths[code]
		if !ok {
			w = s.Font.missing
		}
		sum += w*s.size + s.charSpace
		if code == ' ' && !s.Font.composite {
			sum += s.wordSpace
		}
	})
	return sum * s.stretch
}
