package ports

// Inspector reads facts off a PDF without changing it.
type Inspector interface {
	// Pages counts the pages. An error means that the bytes are no whole PDF. Safe for concurrent use.
	Pages(pdf []byte) (int, error)
}
