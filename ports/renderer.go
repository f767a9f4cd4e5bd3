package ports

import (
	"context"
	"errors"

	"platen/domain"
)

// Renderer prints HTML to PDF. It knows nothing of placeholders, headers, keys or HTTP.
type Renderer interface {
	// Render prints one sheet.
	//
	// Scripts in it never run. What it refers to (images, stylesheets, fonts) is loaded before printing; what
	// fails to load is left out and told in the PDF's Traffic. The PDF is whole or there is an error. One
	// sheet sees nothing of another.
	//
	// Errors: ctx's own error when ctx ends, soon after it does; ErrEngineLost when the engine died under the
	// sheet, which may then be tried again; otherwise a *domain.Error. After any error the next Render works.
	//
	// Safe for concurrent use; calls beyond the engine's capacity wait for their turn or for ctx.
	Render(ctx context.Context, sheet domain.PrintJob) (domain.PDF, error)
}

// ErrEngineLost is in the chain of an error when an engine's process died under a sheet. Rendering has no side
// effects, so the sheet can be rendered again.
var ErrEngineLost = errors.New("the rendering engine died")
