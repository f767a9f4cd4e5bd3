package chrome

import (
	"context"
	"math/rand/v2"
	"time"

	"go.uber.org/zap"
)

// The pauses between attempts to start a browser or a tab grow up to a limit. They are random in part, so that tabs do not all start
// at the same moments.
const (
	firstPause          = 100 * time.Millisecond
	longestTabPause     = 2 * time.Second
	longestBrowserPause = 5 * time.Second
)

// nextPause returns the pause after another failed attempt: firstPause after the first one.
func nextPause(last, longest time.Duration) time.Duration {
	if last < firstPause {
		return firstPause
	}
	next := min(2*last, longest)
	return next - rand.N(next/4) //nolint:gosec // no secret
}

// pause waits until the time is over or ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// durationMS is a duration in the log, in milliseconds.
func durationMS(key string, d time.Duration) zap.Field {
	return zap.Float64(key, float64(d.Microseconds())/1000)
}
