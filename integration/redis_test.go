package integration_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/limittest/redistest"
)

// TestReplicasShareTheLimit sends requests to two services in turn. On a busy machine Redis may not answer within 100 ms, and then it
// is unknown whether the request was counted.
func TestReplicasShareTheLimit(t *testing.T) {
	t.Parallel()
	const burst = 6
	redis := redistest.Start(t)
	settings := []string{
		quick,
		"PLATEN_RATE_LIMIT_REDIS_URL=" + redis.URL(), "PLATEN_RATE_LIMIT_ON_REDIS_ERROR=deny",
		"PLATEN_RATE_LIMIT_REQUESTS=1", "PLATEN_RATE_LIMIT_WINDOW=1h", fmt.Sprintf("PLATEN_RATE_LIMIT_BURST=%d", burst),
	}
	one, two := harness.Start(t, settings...), harness.Start(t, settings...)
	answers := map[int]int{}
	for answers[http.StatusTooManyRequests] < 4 {
		answer := call{body: "{}"}.to(t, one)
		answers[answer.Status]++
		if answer.Status == http.StatusTooManyRequests {
			require.Regexp(t, `^"[^"]+";q=1;w=3600$`, answer.Header.Get("RateLimit-Policy"))
			require.Regexp(t, `^"[^"]+";r=0;t=\d+$`, answer.Header.Get("RateLimit"))
			require.NotEmpty(t, answer.Header.Get("Retry-After"))
		}
		one, two = two, one
	}
	require.LessOrEqual(t, answers[http.StatusBadRequest], burst)
	require.GreaterOrEqual(t, answers[http.StatusBadRequest]+answers[http.StatusServiceUnavailable], burst)
}

// TestRedisIsAway: on_redis_error decides while Redis does not answer, no request waits longer than 100 ms for it, and Redis is used
// again when it is back. adapters/redislimit tests the times more closely.
func TestRedisIsAway(t *testing.T) {
	t.Parallel()
	for policy, status := range map[string]int{"allow": http.StatusBadRequest, "deny": http.StatusServiceUnavailable, "local": http.StatusTooManyRequests} {
		t.Run(policy, func(t *testing.T) {
			redis := redistest.Start(t)
			service := harness.Start(t, quick, "PLATEN_RATE_LIMIT_REDIS_URL="+redis.URL(), "PLATEN_RATE_LIMIT_ON_REDIS_ERROR="+policy,
				"PLATEN_RATE_LIMIT_REQUESTS=1", "PLATEN_RATE_LIMIT_WINDOW=1h", "PLATEN_RATE_LIMIT_BURST=1")
			ask := func() harness.Answer { return call{body: "{}"}.to(t, service) }
			spent := func() bool { return ask().Status == http.StatusTooManyRequests }
			require.Eventually(t, spent, patience, 10*time.Millisecond)
			for range 2 {
				redis.Pause(t)
				requireWithoutRedis(t, ask, policy, status)
				now := ready(t, service)
				require.NotEqual(t, "ok", now.Checks["redis"])
				require.Equal(t, policy != "deny", now.Ready, "only a service that refuses everything is not ready")
				redis.Resume(t)
				require.Eventually(t, spent, patience, 10*time.Millisecond, "after a pause")

				redis.Kill()
				requireWithoutRedis(t, ask, policy, status)
				require.NoError(t, redis.Run())
				require.Eventually(t, spent, patience, 10*time.Millisecond, "after a restart")
			}
			for line := range strings.Lines(service.Log()) {
				whole := strings.HasSuffix(line, "\n") // the last line may still be on its way
				require.True(t, !whole || json.Valid([]byte(line)), "not JSON: %s", line)
			}
		})
	}
}

// requireWithoutRedis checks the answers during an outage. One of them comes soon: on a busy machine most take longer.
func requireWithoutRedis(t *testing.T, ask func() harness.Answer, policy string, status int) {
	t.Helper()
	start, shortest := time.Now(), patience
	for i := 0; i < 5 || shortest >= 200*time.Millisecond; i++ {
		require.Less(t, time.Since(start), patience, "%s: the shortest of %d waits is %s", policy, i, shortest)
		began := time.Now()
		answer := ask()
		shortest = min(shortest, time.Since(began))
		if i == 0 && policy == "local" && answer.Status == http.StatusBadRequest {
			continue // the first one that this replica counts
		}
		refused(t, answer, status)
		require.Regexp(t, `^"[^"]+";q=1;w=3600$`, answer.Header.Get("RateLimit-Policy"))
		require.Equal(t, policy == "allow", strings.Contains(answer.Header.Get("RateLimit"), ";r=1;"), "only then more are granted")
		require.Equal(t, policy != "allow", answer.Header.Get("Retry-After") != "")
	}
}
