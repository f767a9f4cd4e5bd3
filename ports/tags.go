package ports

import "platen/domain"

// TagReader reads the structure of a tagged PDF. A hostile PDF takes bounded time and memory, and results in an error. Safe for
// concurrent use.
type TagReader interface {
	// Tags returns the structure's elements, each before those within it; none if the PDF is not tagged.
	Tags(pdf []byte) ([]domain.Tag, error)
}
