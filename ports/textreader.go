package ports

import "platen/domain"

// TextReader reads the text off the pages of a PDF, where it stands on them.
type TextReader interface {
	// Text tells every page's text, in order, that of form XObjects included. An error means that the bytes are no
	// whole PDF, or that a page could not be read. Safe for concurrent use.
	Text(pdf []byte) ([]domain.PageText, error)
}
