// Package poppler is the ports.Rasterizer over poppler's command line tools: pdftoppm draws pages, pdftotext -bbox lists words with
// their boxes. Comparisons of engines use it.
//
// The tools read the PDF from their standard input, so that nothing is left on disk. Time, memory and output of each process are bounded,
// and it may write no file, since the PDFs may be hostile.
package poppler

import (
	"context"
	"errors"
	"fmt"
	"io"

	"platen/domain"
	"platen/ports"
)

var _ ports.Rasterizer = (*Rasterizer)(nil)

// Rasterizer starts poppler's tools, some for each call.
type Rasterizer struct {
	config Config
	reader ports.PDFReader
}

// New makes a Rasterizer, with what reads fonts, links and the sizes of pages. Installed reports whether its tools exist.
func New(config Config, reader ports.PDFReader) *Rasterizer {
	return &Rasterizer{config, reader}
}

// Read runs pdftotext. A PDF without readable fonts or links still has words.
func (r *Rasterizer) Read(ctx context.Context, pdf []byte) (reading domain.Reading, err error) {
	if len(pdf) == 0 {
		return reading, errors.New("the PDF is empty")
	}
	var text []byte
	err = r.run(ctx, pdf, func(out io.Reader) (err error) {
		if text, err = io.ReadAll(io.LimitReader(out, int64(r.config.MaxText)+1)); int64(len(text)) > int64(r.config.MaxText) {
			err = fmt.Errorf("it printed more than %s", r.config.MaxText)
		}
		return err
	}, "pdftotext", "-bbox", "-raw", "-cropbox", "-", "-")
	if err == nil {
		reading, err = parseWords(text)
	}
	if err != nil {
		return domain.Reading{}, fmt.Errorf("read the PDF: %w", err)
	}
	reading.Inventory, err = r.reader.Inventory(pdf)
	reading.Unread = reading.Unread || err != nil
	// pdftotext measures words on the page as it is shown, but the page itself before it is turned.
	if layout, err := r.reader.Pages(pdf); err == nil && len(layout) == len(reading.Pages) {
		for i := range layout {
			reading.Pages[i].Size = layout[i].Size
		}
	}
	return reading, nil
}
