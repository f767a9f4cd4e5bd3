package redislimit

import (
	"context"

	"platen/ports"
)

// Fallback is a Limiter for the requests for which another one fails.
type Fallback struct {
	Limiter ports.Limiter
	// Local decides then; nil: the request is granted. The limit is for fairness between known clients, and refusing all of them
	// can do more harm.
	Local ports.Limiter
}

var _ ports.Limiter = Fallback{}

// Take implements ports.Limiter. It fails only if Local does.
func (f Fallback) Take(ctx context.Context, client ports.Client) (ports.Allowance, error) {
	allowance, err := f.Limiter.Take(ctx, client)
	switch {
	case err == nil:
		return allowance, nil
	case f.Local != nil:
		return f.Local.Take(ctx, client)
	}
	return ports.Allowance{Granted: true}, nil
}
