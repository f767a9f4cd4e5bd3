package fake

import (
	"context"
	"time"

	"platen/ports"
)

var _ ports.Limiter = Limiter{}

// Limiter refuses a request if its scenario is a 429, and otherwise uses the wrapped limiter.
type Limiter struct{ ports.Limiter }

// Take counts a request of the client.
func (l Limiter) Take(ctx context.Context, client ports.Client) (ports.Allowance, error) {
	allowance, err := l.Limiter.Take(ctx, client)
	scenario := scenarioOf(ctx)
	if scenario.Status != 429 || err != nil {
		return allowance, err
	}
	if !allowance.Limited {
		allowance = ports.Allowance{Limited: true, Requests: 1, Burst: 1, Window: time.Second}
	}
	allowance.Granted, allowance.Remaining = false, 0
	allowance.Reset = max(allowance.Reset, time.Second)
	allowance.RetryAfter = max(allowance.RetryAfter, time.Second)
	if scenario.RetryAfter > 0 {
		allowance.Reset, allowance.RetryAfter = scenario.RetryAfter, scenario.RetryAfter
	}
	return allowance, nil
}
