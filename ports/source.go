package ports

import (
	"context"

	"platen/domain"
)

// Source returns the PDFs of requests to a comparison: from an engine of this machine, a server elsewhere, or a folder of
// files.
type Source interface {
	// PDF returns the document of a request. Each call renders anew, unless the source only reads files. The texts of errors
	// are for people. When ctx ends, PDF returns soon with its error. A source of finished documents that has none of this name
	// returns a NoDocumentError.
	PDF(ctx context.Context, sample Sample) (domain.Document, error)
}

// NoDocumentError says that a source of finished documents has none of a name.
type NoDocumentError string

func (e NoDocumentError) Error() string { return string(e) }

// Sample is a request with a name.
type Sample struct {
	// Name is unique within a comparison: that of the request's file without .json, with as many of its folders before it, divided by
	// slashes, as distinguish it from others. It is valid UTF-8 of any characters, and is to be opened below a root.
	Name string
	// Body is the request's JSON as it was written, Request its parsed form.
	Body    []byte
	Request domain.Request
}
