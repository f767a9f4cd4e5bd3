package redislimit

import (
	"context"

	"platen/ports"
)

// Allow is a Limiter that grants the requests for which another limiter fails: the limit is for fairness between known clients, and
// refusing all of them can do more harm.
type Allow struct{ Limiter ports.Limiter }

var _ ports.Limiter = Allow{}

// Take implements ports.Limiter. It never fails.
func (a Allow) Take(ctx context.Context, client ports.Client) (ports.Allowance, error) {
	allowance, err := a.Limiter.Take(ctx, client)
	if err != nil {
		return ports.Allowance{Granted: true}, nil //nolint:nilerr // that is what it is for
	}
	return allowance, nil
}
