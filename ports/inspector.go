package ports

import "platen/domain"

// Inspector reads facts off a PDF without changing it. PDFs come from engines that read strangers' documents,
// so a hostile one costs time and memory in proportion to its size, and an error. Safe for concurrent use.
type Inspector interface {
	// Pages counts the pages. An error means that the bytes are no whole PDF.
	Pages(pdf []byte) (int, error)
	// Layout tells every page's size and links, in order. It errs where Pages does.
	Layout(pdf []byte) ([]domain.Page, error)
}
