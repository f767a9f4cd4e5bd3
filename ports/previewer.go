package ports

import (
	"context"

	"platen/domain"
	"platen/domain/comparison"
)

// Previewer shows a person who edits a request what becomes of it.
type Previewer interface {
	// Preview renders a request with one engine, or with two and compares them. pictures is called for each page that is
	// drawn, one after the other; an error of it ends the preview. An engine's failure is part of the result; an error
	// means that there is none: InvalidRequest where the engines are not known or not one or two, Overloaded where too many
	// previews are under way, or that of ctx. Safe for concurrent use.
	Preview(ctx context.Context, request domain.Request, engines []string, pictures func(comparison.Picture) error) (comparison.Preview, error)
}
