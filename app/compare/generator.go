package compare

import (
	"context"
	"errors"

	"platen/domain"
	"platen/ports"
)

// FromGenerator makes a Source of an engine of this machine. Its errors say what the service's clients would be told.
func FromGenerator(generator ports.Generator) ports.Source { return generated{generator} }

type generated struct{ ports.Generator }

func (g generated) PDF(ctx context.Context, sample ports.Sample) (domain.Document, error) {
	document, err := g.Generate(ctx, sample.Request)
	if err != nil {
		return domain.Document{}, errors.New(domain.AsError(err).Message)
	}
	return document, nil
}
