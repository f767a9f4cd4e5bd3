package ports

// BookmarkReader reads the outline of a PDF, which readers show as bookmarks. A hostile PDF takes bounded time and memory, and
// results in an error. Safe for concurrent use.
type BookmarkReader interface {
	// Bookmarks gives the titles in the outline's order, each entry before those below it; none if there is no outline.
	Bookmarks(pdf []byte) ([]string, error)
}
