package ports

import (
	"iter"

	"platen/domain"
)

// PDFReader reads PDFs. Engines print untrusted documents: for a hostile PDF, it needs time and memory in proportion to the PDF's size, and
// returns an error, as for bytes that are no whole PDF. Safe for concurrent use.
type PDFReader interface {
	// Pages returns every page's size and links, in order.
	Pages(pdf []byte) ([]domain.PrintedPage, error)
	// Painted yields the painted rectangles of each of the pages, counted from 1, in the order of painting. It leaves out what is clipped
	// away, and shapes that cover the whole page before anything else is painted, which are the paper's background. An error ends the
	// sequence, also if there is no such page, or its content is malformed.
	Painted(pdf []byte, pages ...int) iter.Seq2[[]domain.PaintedRect, error]
	// Text returns every page's text with its positions, in order, including that of form XObjects. It fails also if a page could not be
	// read.
	Text(pdf []byte) ([]domain.PageText, error)
	// FaintText returns the text that has too little contrast to what is painted under it, in order; of equal ones that follow each other
	// on a page, the first. Text over pictures, gradients, shapes other than upright rectangles, or the edge of a colour, is not judged.
	FaintText(pdf []byte) ([]domain.FaintText, error)
	// Inventory returns what the PDF has beside its pages.
	Inventory(pdf []byte) (domain.Inventory, error)
}
