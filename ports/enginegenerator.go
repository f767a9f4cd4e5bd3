package ports

import (
	"context"

	"platen/domain"
)

// EngineGenerator is a Generator that lets its caller choose the engine.
type EngineGenerator interface {
	// Engines are the names of all engines, the configured one first.
	Engines() []string
	// GenerateWith prints a request as Generate does, with the named engine. The first call for an engine opens it. An
	// unknown name is an InvalidRequest; an engine that cannot be opened is RenderFailed.
	GenerateWith(ctx context.Context, engine string, request domain.Request) (domain.Document, error)
}
