// Package poppler is the ports.Rasterizer over poppler's command line tools: pdftoppm draws pages, pdftotext -bbox lists words with
// their boxes. Comparisons of engines use it.
//
// The tools read the PDF from an anonymous file in memory, so that nothing is left on disk. Time, memory and output of each process
// are bounded, and it may write no file, since the PDFs may be hostile.
package poppler

import (
	"context"
	"errors"
	"fmt"

	"platen/domain"
	"platen/ports"
)

var _ ports.Rasterizer = (*Rasterizer)(nil)

// Rasterizer starts poppler's tools, some for each call.
type Rasterizer struct {
	config    Config
	inventory ports.PDFReader
}

// New makes a Rasterizer, with what reads fonts and links. Installed reports whether its tools exist.
func New(config Config, inventory ports.PDFReader) *Rasterizer {
	return &Rasterizer{config, inventory}
}

// Read runs pdftotext. A PDF without readable fonts or links still has words.
func (r *Rasterizer) Read(ctx context.Context, pdf []byte) (reading domain.Reading, err error) {
	if len(pdf) == 0 {
		return reading, errors.New("the PDF is empty")
	}
	text, err := r.output(ctx, pdf, "pdftotext", "-bbox", "-raw", pdfPath, "-")
	if err == nil {
		reading, err = parseWords(text)
	}
	if err != nil {
		return domain.Reading{}, fmt.Errorf("read the PDF: %w", err)
	}
	reading.Inventory, err = r.inventory.Inventory(pdf)
	reading.Unread = err != nil
	return reading, nil
}
