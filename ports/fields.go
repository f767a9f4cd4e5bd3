package ports

// FieldReader reads the form of a PDF. A hostile PDF takes bounded time and memory, and results in an error. Safe for concurrent use.
type FieldReader interface {
	// Fields returns the names of the fields that readers can fill in; none if there is no form.
	Fields(pdf []byte) ([]string, error)
}
