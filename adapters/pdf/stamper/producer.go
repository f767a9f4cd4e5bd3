package stamper

import (
	"maps"
	"strings"

	"platen/adapters/pdf/object"
)

// product is the name of this service in the files that it writes.
const product = "Platen"

// nameProducer sets the PDF's producer to this service and the engine. The title and the dates do not change.
func (t *target) nameProducer() error {
	info, err := t.file.Info()
	if err != nil {
		return err
	}
	engine, err := t.file.Text(info["Producer"])
	if err != nil {
		return err
	}
	name := product
	if engine != "" {
		name += " (" + strings.Map(printableASCII, engine) + ")"
	}
	info = maps.Clone(info)
	info["Producer"] = object.String(name)
	t.file.SetInfo(info)
	return nil
}

func printableASCII(r rune) rune {
	if r < ' ' || r > '~' {
		return -1
	}
	return r
}
