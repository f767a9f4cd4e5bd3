// Package gcra is the arithmetic of rate limits, for limiters that keep one number for each client: when its burst is full again. It is the
// generic cell rate algorithm, which equals a token bucket without timers.
package gcra

import (
	"math"
	"time"

	"platen/ports"
)

// Interval is the time in which one request is granted, in nanoseconds.
func Interval(limit ports.RateLimit) float64 { return float64(limit.Window) / float64(limit.Requests) }

// Allowance describes a request: how long it has to wait, 0 if it is granted, and the time until the burst is full again. Both are in
// nanoseconds and known to the given precision.
func Allowance(limit ports.RateLimit, wait, full float64, precision time.Duration) ports.Allowance {
	a := ports.Allowance{Limited: true, Requests: limit.Requests, Burst: limit.Burst, Window: limit.Window}
	if wait > 0 {
		a.RetryAfter = max(duration(wait), precision)
		a.Reset = a.RetryAfter
		return a
	}
	a.Granted = true
	interval := Interval(limit)
	spent := full / interval
	a.Remaining = max(0, int(math.Floor(float64(limit.Burst)-spent+float64(precision)/interval+1e-9)))
	if a.Remaining < limit.Burst {
		a.Reset = max(duration(full-float64(limit.Burst-a.Remaining-1)*interval), precision)
	}
	return a
}

// duration rounds to the nearest nanosecond.
func duration(nanoseconds float64) time.Duration {
	if nanoseconds >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(math.Round(nanoseconds))
}
