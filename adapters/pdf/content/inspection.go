package content

import (
	"bytes"

	"platen/adapters/pdf/object"
)

// Inspection is what standards forbid in content. Streams are inspected in the order in which a page has them.
type Inspection struct {
	// Depth is how deep q and Q are nested.
	Depth int
	// CMYK: a colour is set in DeviceCMYK.
	CMYK bool
	// Notdef: text shows the glyph .notdef, which stands for characters that the font does not have.
	Notdef bool

	saved     int
	composite bool                 // the font's codes have two bytes
	fonts     map[object.Name]bool // by names that were used: whether it is composite
}

// Begin begins the content of another page or form, of other resources.
func (i *Inspection) Begin() { i.saved, i.composite, i.fonts = 0, true, map[object.Name]bool{} }

// Stream inspects a content stream.
func (i *Inspection) Stream(f *object.File, text []byte, resources object.Dict) {
	s := NewScanner(text)
	for o, ok := s.Next(); ok; o, ok = s.Next() {
		i.Operation(f, o, resources)
	}
}

// Operation inspects one operation.
func (i *Inspection) Operation(f *object.File, o Operation, resources object.Dict) {
	switch o.Operator {
	case "q":
		i.saved++
		i.Depth = max(i.Depth, i.saved)
	case "Q":
		i.saved--
	case "k", "K":
		i.CMYK = true
	case "Tf":
		name, known := o.Name(0), false
		if i.composite, known = i.fonts[name]; !known {
			i.composite = f.Dict(f.Dict(resources["Font"])[name])["Subtype"] == object.Name("Type0")
			i.fonts[name] = i.composite
		}
	case "Tj", "TJ", "'", `"`:
		for _, token := range o.Operands {
			i.Notdef = i.Notdef || i.composite && showsNotdef(token)
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
