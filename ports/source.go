package ports

import (
	"context"

	"platen/domain"
)

// Source makes or keeps the PDFs of requests, to be compared with those of others: an engine of this machine, a server
// elsewhere, a folder of files.
type Source interface {
	// PDF gives the document of a request. Errors are for people. When ctx ends, PDF returns soon with its error. Called
	// again, it renders again, if it renders at all.
	PDF(ctx context.Context, sample Sample) (domain.Document, error)
}

// Sample is a request with a name.
type Sample struct {
	// Name is unique within a comparison, and fit for a file's name.
	Name string
	// Body is the request's JSON as it was written, Request its parsed form.
	Body    []byte
	Request domain.Request
}
