package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"platen/domain"
	"platen/ports"
)

// spend takes one request off the client's rate limit, and tells the client how that stands.
//
// A limiter that fails, as one may that shares its counts between replicas, refuses the request: whether an installation
// would rather let it pass is decided where the limiter is made.
func (s *Server) spend(ctx context.Context, x *exchange) error {
	allowance, err := s.limiter.Take(ctx, x.client)
	if err != nil {
		return &domain.Error{Code: domain.Overloaded, Message: "the rate limit cannot be checked at the moment: try again", Err: err}
	}
	setRateLimit(x.Header(), allowance)
	if allowance.Granted {
		return nil
	}
	wait := max(1, wholeSeconds(allowance.RetryAfter), wholeSeconds(allowance.Reset))
	x.Header().Set("Retry-After", strconv.FormatInt(wait, 10))
	return &domain.Error{Code: domain.RateLimited, Message: fmt.Sprintf("%s: try again in %d s", limitHit(allowance), wait)}
}

// limitHit names the limit that a refused request ran into. Requests are counted by a bucket that holds Burst of them and
// is refilled at the rate of the window, so that a burst smaller than the window's requests is spent first.
func limitHit(a ports.Allowance) string {
	if a.Burst < a.Requests {
		return fmt.Sprintf("the burst of %d requests is spent, and %d more come in each %s", a.Burst, a.Requests, a.Window)
	}
	return fmt.Sprintf("the rate limit of %d requests in %s is spent", a.Requests, a.Window)
}

// setRateLimit sets RateLimit-Policy and RateLimit as draft-ietf-httpapi-ratelimit-headers-11 has them: the
// policy is q requests in w seconds, and for the next t seconds r more can be made.
//
// The draft knows no bursts. q over w is the rate that a client can keep up; r is what it can do now, and
// never more than the burst, which is how the burst shows.
func setRateLimit(h http.Header, a ports.Allowance) {
	if !a.Limited {
		return
	}
	// w is in whole seconds. A window that is not is given as the next longer one at the same rate.
	window := max(1, wholeSeconds(a.Window))
	quota := a.Requests
	if exact := time.Duration(window) * time.Second; a.Window > 0 && exact != a.Window {
		quota = int(float64(a.Requests) * exact.Seconds() / a.Window.Seconds())
	}
	h.Set("RateLimit-Policy", fmt.Sprintf(`"default";q=%d;w=%d`, quota, window))
	h.Set("RateLimit", fmt.Sprintf(`"default";r=%d;t=%d`, max(0, a.Remaining), wholeSeconds(a.Reset)))
}

// wholeSeconds rounds up: who comes back after that many seconds has waited long enough.
func wholeSeconds(d time.Duration) int64 {
	return int64((max(0, d) + time.Second - 1) / time.Second)
}
