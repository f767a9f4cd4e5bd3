package ports

import (
	"context"

	"platen/domain"
)

// Generator makes a document from a request. HTTP and the command line call it.
type Generator interface {
	// Generate fills the request and prints it.
	//
	// An error is, or wraps, a *domain.Error: InvalidRequest if the request is at fault, Overloaded if there is no slot for
	// it, Timeout if it took too long, RenderFailed if an engine failed. When ctx is cancelled, Generate returns soon
	// with ctx's error and has released everything. With an error, the document has at most its Fetches and Timing. Safe for concurrent use.
	Generate(ctx context.Context, request domain.Request) (domain.Document, error)
}

// GeneratorFunc is a function that implements Generator.
type GeneratorFunc func(context.Context, domain.Request) (domain.Document, error)

// Generate calls the function.
func (f GeneratorFunc) Generate(ctx context.Context, request domain.Request) (domain.Document, error) {
	return f(ctx, request)
}
