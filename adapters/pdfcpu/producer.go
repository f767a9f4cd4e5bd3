package pdfcpu

import (
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// product is the name of this service in the files that it writes.
const product = "Platen"

// nameProducer sets the PDF's producer to this service and the engine. The title and the dates do not change.
func (d *document) nameProducer() error {
	var info types.Dict
	if d.parsed.Info != nil {
		var err error
		if info, err = d.parsed.DereferenceDict(*d.parsed.Info); err != nil {
			return err
		}
	}
	if info == nil {
		info = types.Dict{}
		ref, err := d.insert(info)
		if err != nil {
			return err
		}
		d.parsed.Info = &ref
	}
	name := product
	if engine, err := d.parsed.DereferenceStringOrHexLiteral(info["Producer"], 0, nil); err == nil && engine != "" {
		name += " (" + engine + ")"
	}
	info["Producer"] = literal(name)
	return nil
}

// literal writes a text as a string literal. It escapes parentheses and backslashes, and leaves out all but printable ASCII.
func literal(text string) types.StringLiteral {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r < ' ' || r > '~':
		case r == '(' || r == ')' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return types.StringLiteral(b.String())
}
