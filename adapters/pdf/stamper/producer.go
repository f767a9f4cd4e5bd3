package stamper

import (
	"maps"
	"strings"

	"platen/adapters/pdf/object"
)

// product is the name of this service in the files that it writes.
const product = "Platen"

// nameProducer sets the PDF's producer to this service and the engine. The title and the dates do not change.
func (t *target) nameProducer() {
	info := maps.Clone(t.file.Info())
	name := product
	if engine := t.file.Text(info["Producer"]); engine != "" {
		name += " (" + strings.Map(printableASCII, engine) + ")"
	}
	info["Producer"] = object.String(name)
	t.file.SetInfo(info)
}

func printableASCII(r rune) rune {
	if r < ' ' || r > '~' {
		return -1
	}
	return r
}
