package content

import (
	"math"

	"platen/adapters/pdf/object"
)

// Inspection is what standards forbid in content.
type Inspection struct {
	// Depth is how deep q and Q are nested.
	Depth int
	// CMYK: a colour is set in DeviceCMYK.
	CMYK bool
	// Notdef: text shows the glyph .notdef, which stands for characters that the font does not have. Engines number glyphs as the font does,
	// whose first is .notdef.
	Notdef bool
	// Extreme: a number is larger than integers may be, or is malformed, as engines write some large ones.
	Extreme bool
}

// Add inspects a content stream, as far as it is not malformed.
func (i *Inspection) Add(f *Follower, text []byte) {
	s := NewScanner(text)
	for o, ok := s.Next(); ok && f.Follow(o) == nil; o, ok = s.Next() {
		for _, token := range o.Operands {
			if c := token[0]; c >= '+' && c <= '9' && c != '/' {
				n, ok := object.Number(token)
				i.Extreme = i.Extreme || !ok || math.Abs(n) > math.MaxInt32
			}
		}
		switch o.Operator {
		case "q":
			i.Depth = max(i.Depth, len(f.saved))
		case "k", "K":
			i.CMYK = true
		case "Tj", "TJ", "'", `"`:
			for text := range o.Pieces() {
				if f.Font != nil && f.Font.composite {
					f.Font.codes(text, func(code int) { i.Notdef = i.Notdef || code == 0 })
				}
			}
		}
	}
	i.Extreme = i.Extreme || s.Err() != nil
}
