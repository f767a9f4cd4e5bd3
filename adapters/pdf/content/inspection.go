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
	composite bool // the font's codes have two bytes
}

// Begin begins the content of another page or form.
func (i *Inspection) Begin() { i.saved, i.composite = 0, true }

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
		i.composite = f.Dict(f.Dict(resources["Font"])[o.Name(0)])["Subtype"] == object.Name("Type0")
	case "Tj", "TJ", "'", `"`:
		if i.composite && !i.Notdef {
			o.Pieces(func(codes object.String) { i.Notdef = i.Notdef || hasZero(codes) }, func(float64) {})
		}
	}
}

// hasZero reports whether one of the codes of two bytes is 0. Engines number glyphs as the font does, whose first is .notdef.
func hasZero(codes object.String) bool {
	for rest := []byte(codes); ; {
		at := bytes.Index(rest, []byte{0, 0})
		switch {
		case at < 0:
			return false
		case (len(codes)-len(rest)+at)%2 == 0:
			return true
		}
		rest = rest[at+1:]
	}
}
