package ports

import "platen/domain"

// Inspector reads page sizes and links from a PDF. Engines print untrusted documents: for a hostile PDF, an Inspector needs
// time and memory in proportion to the PDF's size, and returns an error. Safe for concurrent use.
type Inspector interface {
	// Pages counts the pages. An error means that the bytes are no whole PDF.
	Pages(pdf []byte) (int, error)
	// Layout returns every page's size and links, in order. It fails if Pages fails.
	Layout(pdf []byte) ([]domain.Page, error)
}
