package ports

import "platen/domain"

// TextReader reads the text of a PDF's pages with its positions.
type TextReader interface {
	// Text returns every page's text, in order, including that of form XObjects. An error means that the bytes are no
	// whole PDF, or that a page could not be read. Safe for concurrent use.
	Text(pdf []byte) ([]domain.PageText, error)
}
