package ports

import "platen/domain"

// PaintReader reads what the pages of an engine's PDF paint, and where. It costs time in proportion to the page's
// content. Safe for concurrent use.
type PaintReader interface {
	// Painted returns the painted rectangles of a page, counted from 1, in the order of painting. It leaves out what is clipped away, and
	// shapes that cover the whole page before anything else is painted, which are the paper's background. An error means
	// that the bytes are no whole PDF, that there is no such page, or that its content is malformed.
	Painted(pdf []byte, page int) ([]domain.PaintedRect, error)
}
