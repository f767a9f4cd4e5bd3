package ports

import (
	"context"

	"platen/domain"
)

// Generator makes documents of requests: the one use case, which HTTP and the command line drive.
type Generator interface {
	// Generate fills the request and prints it.
	//
	// A failure is, or wraps, a *domain.Error; InvalidRequest where the request is at fault, Overloaded where
	// there is no room for it, Timeout where it took too long, RenderFailed where an engine could not.
	// When ctx is cancelled Generate returns soon with ctx's error and holds nothing. Safe for concurrent use.
	Generate(ctx context.Context, request domain.Request) (domain.Document, error)
}

// GeneratorFunc is a function that is a Generator.
type GeneratorFunc func(context.Context, domain.Request) (domain.Document, error)

// Generate calls the function.
func (f GeneratorFunc) Generate(ctx context.Context, request domain.Request) (domain.Document, error) {
	return f(ctx, request)
}
