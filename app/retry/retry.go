// Package retry renders a sheet again when its engine died under it. It wraps a ports.Renderer: rendering has no
// side effects, so an engine's death costs a client nothing but time.
package retry

import (
	"context"
	"errors"
	"fmt"

	"go.uber.org/zap"

	"platen/domain"
	"platen/ports"
)

var _ ports.Renderer = (*Renderer)(nil)

// Retries is how often a sheet is tried after its first try.
const Retries = 3

// Renderer is a Renderer that does not give up at once.
type Renderer struct {
	next ports.Renderer
	log  *zap.Logger
}

// New puts retries around a renderer.
func New(next ports.Renderer, log *zap.Logger) *Renderer { return &Renderer{next: next, log: log} }

// Render tries the sheet up to 1 + Retries times within ctx. The later tries are alone on their engine process: if
// it is this sheet that brings it down, it takes no other with it.
func (r *Renderer) Render(ctx context.Context, sheet domain.PrintJob) (domain.PDF, error) {
	pdf, err := r.next.Render(ctx, sheet)
	for try := 1; try <= Retries && errors.Is(err, ports.ErrEngineLost) && ctx.Err() == nil; try++ {
		r.log.Warn("the engine died under a document; rendering it again", zap.Int("try", try), zap.Error(err))
		sheet.Alone = true
		pdf, err = r.next.Render(ctx, sheet)
	}
	if errors.Is(err, ports.ErrEngineLost) && ctx.Err() == nil {
		return pdf, &domain.Error{
			Code:    domain.RenderFailed,
			Message: fmt.Sprintf("the rendering engine went down under the document, or did not come up for it, %d times in a row", Retries+1),
			Err:     err,
		}
	}
	if errors.Is(err, ports.ErrEngineLost) {
		return pdf, ctx.Err()
	}
	return pdf, err
}
