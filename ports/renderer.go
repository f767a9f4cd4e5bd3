package ports

import (
	"context"
	"errors"

	"platen/domain"
)

// Renderer prints HTML to PDF. It knows nothing of placeholders, headers, keys or HTTP.
type Renderer interface {
	// Render prints one document.
	//
	// Its scripts never run. Its images, stylesheets and fonts are loaded before printing; one that fails to load
	// is left out and listed in the PDF's Traffic. The PDF is complete, or there is an error. No document sees
	// anything of another. Lengths of CSS are those on paper, and links are link annotations.
	//
	// Errors: ctx's own error soon after ctx ends; ErrEngineLost if the engine crashed while rendering the
	// document, which may then be rendered again; otherwise a *domain.Error. After any error the next Render works.
	//
	// Safe for concurrent use; calls beyond the engine's capacity wait for their turn or for ctx.
	Render(ctx context.Context, job domain.PrintJob, options RenderOptions) (domain.PDF, error)
}

// ErrEngineLost is in the chain of an error if an engine's process crashed while rendering a document. Rendering has
// no side effects, so the document can be rendered again.
var ErrEngineLost = errors.New("the process of the rendering engine ended")
