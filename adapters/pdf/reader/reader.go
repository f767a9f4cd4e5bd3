// Package reader implements ports.PDFReader: it reads the PDFs that engines print. It follows the
// cross-references to the objects that it needs and parses no others, in time and memory that are bounded in proportion to the file.
package reader

import (
	"fmt"

	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
	"platen/domain"
	"platen/ports"
)

var _ ports.PDFReader = PDF{}

// PDF reads PDFs. The zero value is ready; it has no state.
type PDF struct{}

// Layout walks the page tree and reads every page's size and links.
func (PDF) Layout(pdf []byte) ([]domain.Page, error) {
	return read(pdf, "read the pages", func(f *object.File) ([]domain.Page, error) {
		pages, err := page.All(f)
		return page.Layout(f, pages), err
	})
}

// read reads something of a PDF. An error says what, and may come from any object.
func read[T any](pdf []byte, what string, from func(*object.File) (T, error)) (found T, err error) {
	f, err := object.Open(pdf)
	if err == nil {
		found, err = from(f)
	}
	if err == nil {
		err = f.Err()
	}
	if err != nil {
		return *new(T), fmt.Errorf("%s: %w", what, err)
	}
	return found, nil
}
