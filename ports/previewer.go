package ports

import (
	"context"

	"platen/domain"
	"platen/domain/comparison"
)

// Previewer renders a request for the person who edits it, as pictures of its pages.
type Previewer interface {
	// Preview renders a request with one engine, or with two and compares the results. It calls pictures for each drawn
	// page, one after the other; an error of that function ends the preview. If an engine fails, the result says so. An
	// error means that there is no result: InvalidRequest if an engine is unknown or there are not one or two of them,
	// Overloaded if too many previews are under way, or ctx's error. Safe for concurrent use.
	Preview(ctx context.Context, request domain.Request, engines []string, pictures func(comparison.Picture) error) (comparison.Preview, error)
}
