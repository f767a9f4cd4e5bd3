package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"platen/domain"
	"platen/ports"
)

// takeAllowance takes one request off the client's rate limit and sets the RateLimit fields.
//
// If the limiter fails, the request is refused. With rate_limit.on_redis_error, an installation can choose a limiter that does not fail.
func (s *Server) takeAllowance(ctx context.Context, x *exchange) error {
	allowance, err := s.limiter.Take(ctx, x.client)
	setRateLimit(x.Header(), allowance)
	if err != nil {
		return &domain.Error{Code: domain.Overloaded, Message: "the rate limit cannot be checked at the moment: try again", Err: err}
	}
	if allowance.Granted {
		return nil
	}
	wait := max(allowance.RetryAfter, allowance.Reset)
	return &domain.Error{Code: domain.RateLimited, RetryAfter: wait,
		Message: fmt.Sprintf("%s: try again in %d s", limitHit(allowance), retrySeconds(wait))}
}

// limitHit names the limit that a refused request exceeded. A bucket holds Burst requests and is refilled at the window's
// rate, so a burst smaller than the window's requests is used up first.
func limitHit(a ports.Allowance) string {
	if a.Burst < a.Requests {
		return fmt.Sprintf("the burst of %d requests is spent, and %d more come in each %s", a.Burst, a.Requests, a.Window)
	}
	return fmt.Sprintf("the rate limit of %d requests in %s is spent", a.Requests, a.Window)
}

// setRateLimit sets RateLimit-Policy and RateLimit as draft-ietf-httpapi-ratelimit-headers-11 has them: the
// policy is q requests in w seconds; r more can be made now, and r grows after t seconds.
//
// The draft has no field for bursts. q over w is the lasting rate; r is the number of requests that the client can send
// now, which is never more than the burst.
func setRateLimit(h http.Header, a ports.Allowance) {
	if !a.Limited {
		return
	}
	// w is in whole seconds. Another window is given as the next longer one at the same rate.
	window := max(1, wholeSeconds(a.Window))
	quota := a.Requests
	if exact := time.Duration(window) * time.Second; a.Window > 0 && exact != a.Window {
		quota = int(float64(a.Requests) * exact.Seconds() / a.Window.Seconds())
	}
	h.Set("RateLimit-Policy", fmt.Sprintf(`"default";q=%d;w=%d`, quota, window))
	h.Set("RateLimit", fmt.Sprintf(`"default";r=%d;t=%d`, max(0, a.Remaining), wholeSeconds(a.Reset)))
}

// retrySeconds is a Retry-After: whole seconds, at least 1.
func retrySeconds(d time.Duration) int64 { return max(1, wholeSeconds(d)) }

// wholeSeconds rounds up, so that a client that waits so many seconds has waited long enough.
func wholeSeconds(d time.Duration) int64 {
	return int64((max(0, d) + time.Second - 1) / time.Second)
}
