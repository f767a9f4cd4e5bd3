// Package reader implements ports.PDFReader: it reads the PDFs that engines print. It follows the
// cross-references to the objects that it needs and parses no others, in time and memory that are bounded in proportion to the file.
package reader

import (
	"fmt"

	"platen/adapters/pdf/page"
	"platen/domain"
	"platen/ports"
)

var _ ports.PDFReader = Reader{}

// Reader reads PDFs. The zero value is ready; it has no state.
type Reader struct{}

// Pages walks the page tree and reads every page's size and links.
func (Reader) Pages(pdf []byte) ([]domain.PrintedPage, error) {
	f, pages, err := page.Open(pdf)
	layout := make([]domain.PrintedPage, len(pages))
	for i, p := range pages {
		layout[i].Size = p.View.Size()
		for _, link := range p.Links(f) {
			layout[i].Links = append(layout[i].Links, domain.Link{Rect: p.View.Rect(link.Box), URI: link.URI})
		}
	}
	if err == nil {
		err = f.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("read the pages: %w", err)
	}
	return layout, nil
}
