package reader

import (
	"fmt"

	"platen/adapters/pdf/object"
)

// Fields reads the interactive form (ISO 32000-1, 12.7.2). It returns the outermost fields, not those within them.
func (PDF) Fields(pdf []byte) (names []string, err error) {
	f, err := object.Open(pdf)
	if err != nil {
		return nil, fmt.Errorf("read the form: %w", err)
	}
	for _, field := range f.Array(f.Dict(f.Catalog()["AcroForm"])["Fields"]) {
		if name, ok := f.Get(f.Dict(field)["T"]).(object.String); ok {
			names = append(names, name.Text())
		}
	}
	if err := f.Err(); err != nil {
		return nil, fmt.Errorf("read the form: %w", err)
	}
	return names, nil
}
