package ports

import "platen/domain"

// BookmarkReader reads the outline of a PDF. A hostile PDF takes bounded time and memory, and results in an error. Safe for
// concurrent use.
type BookmarkReader interface {
	// Bookmarks returns the outline's entries, each before those below it; none if there is no outline.
	Bookmarks(pdf []byte) ([]domain.Bookmark, error)
}
