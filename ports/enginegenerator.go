package ports

import (
	"context"

	"platen/domain"
)

// EngineGenerator is a Generator that lets its caller choose the engine.
type EngineGenerator interface {
	// Engines are the names of the engines that there are, the configured one first.
	Engines() []string
	// GenerateWith prints a request as Generate does, with an engine of that name. It is opened when it is first asked
	// for. An unknown name is an InvalidRequest; an engine that cannot be opened is RenderFailed.
	GenerateWith(ctx context.Context, engine string, request domain.Request) (domain.Document, error)
}
