// Package retry renders a document again if its engine crashed. It wraps a ports.Renderer. Rendering has no side
// effects, so a crash costs the client nothing but time.
package retry

import (
	"context"
	"errors"
	"fmt"

	"go.uber.org/zap"

	"platen/domain"
	"platen/ports"
)

var _ ports.Renderer = Renderer{}

// Retries is how often a document is rendered again after the first attempt.
const Retries = 3

// Renderer is a Renderer that renders again after a crash of the wrapped one.
type Renderer struct {
	ports.Renderer

	Log *zap.Logger
}

// Render renders the document up to 1 + Retries times within ctx. The later attempts are isolated on an engine process
// of their own: if this document crashes the engine, no other document is lost with it.
func (r Renderer) Render(ctx context.Context, job domain.PrintJob, options ports.RenderOptions) (domain.PDF, error) {
	pdf, err := r.Renderer.Render(ctx, job, options)
	for try := 1; try <= Retries && crashed(err) && ctx.Err() == nil; try++ {
		r.Log.Warn("the engine crashed while rendering a document; rendering it again",
			zap.String("request_id", ports.RequestIDOf(ctx)), zap.Int("attempt", try), zap.Error(err))
		options.Isolated = true
		pdf, err = r.Renderer.Render(ctx, job, options)
	}
	switch {
	case !crashed(err):
		return pdf, err
	case ctx.Err() != nil:
		return pdf, ctx.Err()
	}
	return pdf, &domain.Error{
		Code:    domain.RenderFailed,
		Message: fmt.Sprintf("the engine crashed or failed to start %d times while rendering this document", Retries+1),
		Err:     err,
	}
}

// crashed reports whether the engine was lost, and nobody has said with a *domain.Error what the client is to know of it.
func crashed(err error) bool {
	var known *domain.Error
	return errors.Is(err, ports.ErrEngineLost) && !errors.As(err, &known)
}
