package content

import (
	"bytes"

	"platen/adapters/pdf/object"
)

// Inspection is what standards forbid in content. See NewFollower.
type Inspection struct {
	// Depth is how deep q and Q are nested.
	Depth int
	// CMYK: a colour is set in DeviceCMYK.
	CMYK bool
	// Notdef: text shows the glyph .notdef, which stands for characters that the font does not have.
	Notdef bool
}

// operation inspects an operation that was followed.
func (i *Inspection) operation(f *Follower, o Operation) {
	switch o.Operator {
	case "q":
		i.Depth = max(i.Depth, len(f.saved))
	case "k", "K":
		i.CMYK = true
	case "Tj", "TJ", "'", `"`:
		for _, token := range o.Operands {
			i.Notdef = i.Notdef || (f.font == nil || f.font.composite) && showsNotdef(token)
		}
	}
}

// showsNotdef reports whether one of the codes of two bytes of a string is 0. Engines number glyphs as the font does, whose first is .notdef.
func showsNotdef(token []byte) bool {
	zero, size := []byte("0000"), 4
	switch token[0] {
	case '<':
		token = token[1:]
	case '(':
		text, _ := object.TokenString(token)
		token, zero, size = []byte(text), []byte{0, 0}, 2
	default:
		return false
	}
	for done := 0; ; {
		at := bytes.Index(token[done:], zero)
		if at < 0 || (done+at)%size == 0 {
			return at >= 0
		}
		done += at + 1
	}
}
