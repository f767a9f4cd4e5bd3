package reader

import "platen/adapters/pdf/object"

// Fields reads the interactive form (ISO 32000-1, 12.7.2). It returns the outermost fields, not those within them.
func (PDF) Fields(pdf []byte) ([]string, error) {
	return read(pdf, "read the form", func(f *object.File) (names []string, _ error) {
		for _, field := range f.Array(f.Dict(f.Catalog()["AcroForm"])["Fields"]) {
			if name, ok := f.Get(f.Dict(field)["T"]).(object.String); ok {
				names = append(names, name.Text())
			}
		}
		return names, nil
	})
}
