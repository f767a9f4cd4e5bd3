package httpapi_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports"
)

func TestRateLimitFields(t *testing.T) {
	for _, c := range []struct {
		name       string
		allowance  ports.Allowance
		policy     string
		limit      string
		retryAfter string // empty: granted
	}{
		{
			"the default",
			ports.Allowance{Granted: true, Limited: true, Requests: 600, Burst: 60, Window: time.Minute, Remaining: 59, Reset: 100 * time.Millisecond},
			`"default";q=600;w=60`, `"default";r=59;t=1`, "",
		},
		{
			"spent",
			ports.Allowance{Limited: true, Requests: 600, Burst: 60, Window: time.Minute, Reset: 100 * time.Millisecond, RetryAfter: 100 * time.Millisecond},
			`"default";q=600;w=60`, `"default";r=0;t=1`, "1",
		},
		{
			"spent for longer, rounded up",
			ports.Allowance{Limited: true, Requests: 2, Burst: 1, Window: time.Hour, Reset: time.Minute, RetryAfter: 29*time.Minute + time.Nanosecond},
			`"default";q=2;w=3600`, `"default";r=0;t=60`, "1741",
		},
		{
			"spent, and the limiter does not know for how long",
			ports.Allowance{Limited: true, Requests: 1, Burst: 1, Window: time.Second},
			`"default";q=1;w=1`, `"default";r=0;t=0`, "1",
		},
		{
			"Retry-After is not before the effective window's end",
			ports.Allowance{Limited: true, Requests: 1, Burst: 1, Window: time.Minute, Reset: 9 * time.Second, RetryAfter: 3 * time.Second},
			`"default";q=1;w=60`, `"default";r=0;t=9`, "9",
		},
		{
			"a window shorter than a second, at the same rate",
			ports.Allowance{Granted: true, Limited: true, Requests: 10, Burst: 5, Window: 500 * time.Millisecond, Remaining: 5},
			`"default";q=20;w=1`, `"default";r=5;t=0`, "",
		},
		{
			"a window of some seconds and a half",
			ports.Allowance{Granted: true, Limited: true, Requests: 10, Burst: 5, Window: 2500 * time.Millisecond, Remaining: 5},
			`"default";q=12;w=3`, `"default";r=5;t=0`, "",
		},
		{"no limit", ports.Allowance{Granted: true}, "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := start(t, func(s *service) { s.limits.allowance = c.allowance })
			for body, status := range map[string]int{small: 200, "{": 400} {
				r := s.do(s.request(strings.NewReader(body)))
				if c.retryAfter != "" {
					require.Contains(t, failure(t, r, 429, domain.RateLimited), c.retryAfter+" s")
					require.True(t, r.Close, "the connection must close: the body was not read")
				} else {
					require.Equal(t, status, r.StatusCode)
				}
				require.Equal(t, c.retryAfter, r.Header.Get("Retry-After"))
				require.Equal(t, c.policy, r.Header.Get("RateLimit-Policy"))
				require.Equal(t, c.limit, r.Header.Get("RateLimit"))
			}
			if c.retryAfter != "" {
				require.Zero(t, s.printer.count())
			}
			r := s.do(s.request(strings.NewReader(small), "Authorization", "Bearer x"))
			require.Equal(t, 401, r.StatusCode)
			require.Empty(t, r.Header.Get("RateLimit-Policy"), "a stranger has no limit to read")
			require.Empty(t, r.Header.Get("RateLimit"))
		})
	}
}

// TestRefusalNamesTheLimit: if the burst is smaller than the window's requests, it is used up first.
func TestRefusalNamesTheLimit(t *testing.T) {
	for message, allowance := range map[string]ports.Allowance{
		"the burst of 60 requests is spent, and 600 more come in each 1m0s: try again in 1 s": {Limited: true, Requests: 600, Burst: 60, Window: time.Minute},
		"the rate limit of 60 requests in 1m0s is spent: try again in 1 s":                    {Limited: true, Requests: 60, Burst: 60, Window: time.Minute},
	} {
		s := start(t, func(s *service) { s.limits.allowance = allowance })
		require.Equal(t, message, failure(t, s.do(s.request(strings.NewReader(small))), 429, domain.RateLimited))
	}
}

func TestFailingLimiterRefuses(t *testing.T) {
	s := start(t, func(s *service) {
		s.limits.err = errors.New("connection refused")
		s.limits.allowance = ports.Allowance{Limited: true}
	})
	r := s.do(s.request(strings.NewReader(small)))
	require.Contains(t, failure(t, r, 503, domain.Overloaded), "rate limit")
	require.Equal(t, "1", r.Header.Get("Retry-After"))
	require.Equal(t, `"default";r=0;t=0`, r.Header.Get("RateLimit"))
	require.Zero(t, s.printer.count())
	requireAccess(t, s, map[string]any{"error": "connection refused", "client": "acme"})
}
