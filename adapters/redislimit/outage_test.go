package redislimit_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"platen/adapters/redislimit"
	"platen/ports"
	"platen/ports/limittest/redistest"
)

// outage is a way for Redis to fail.
type outage struct {
	name       string
	begin, end func(*redistest.Server, testing.TB)
}

var outages = []outage{
	{
		"killed", func(s *redistest.Server, _ testing.TB) { s.Kill() },
		func(s *redistest.Server, t testing.TB) { require.NoError(t, s.Run()) },
	},
	{"stopped by a signal", (*redistest.Server).Pause, (*redistest.Server).Resume},
}

// manyRequests is more than the pool has connections.
const manyRequests = 100

// TestNoticesOutages: an outage and its end are each logged once and shown by Problem, with and without requests.
func TestNoticesOutages(t *testing.T) {
	for _, outage := range outages {
		t.Run(outage.name, func(t *testing.T) {
			server := redistest.Start(t)
			core, logs := observer.New(zap.InfoLevel)
			l := openFor(t, redislimit.Config{URL: server.URL(), General: general}, zap.New(core))
			requireUsed(t, l)
			logs.TakeAll()

			outage.begin(server, t)
			requireAllFail(t, l)
			require.Error(t, l.Problem())
			require.Len(t, logs.FilterMessageSnippet("cannot be used").All(), 1, "not once for each request")

			outage.end(server, t)
			require.Eventually(t, func() bool { return l.Problem() == nil }, patience, time.Millisecond, "without a request")
			require.NotEmpty(t, logs.FilterMessageSnippet("used again").All())
			requireUsed(t, l)
		})
	}
}

// TestWrongPassword: what Redis says of it is told, without it.
func TestWrongPassword(t *testing.T) {
	server := redistest.Start(t, "--requirepass", "right")
	for credentials, want := range map[string]string{":hush@": "WRONGPASS", "": "NOAUTH"} {
		core, logs := observer.New(zap.InfoLevel)
		l := openFor(t, redislimit.Config{URL: "redis://" + credentials + server.Addr, General: general}, zap.New(core))
		require.Eventually(t, func() bool { return logs.Len() > 0 }, patience, time.Millisecond)
		told := fmt.Sprint(l.Problem(), logs.All()[0].Message, logs.All()[0].ContextMap())
		require.Contains(t, told, "Redis cannot be used")
		require.Contains(t, told, want)
		require.NotContains(t, told, "hush")
	}
}

// TestWaitsOnce: a request waits for the timeout and not longer: not once to connect and once more for the answer, and not for a
// connection that other requests wait for. The timeout is long, so that a busy machine does not double it.
func TestWaitsOnce(t *testing.T) {
	const timeout = 2 * time.Second
	for _, outage := range outages {
		t.Run(outage.name, func(t *testing.T) {
			t.Parallel()
			server := redistest.Start(t)
			l := openFor(t, redislimit.Config{URL: server.URL(), General: general, Timeout: timeout}, zap.NewNop())
			requireUsed(t, l)
			outage.begin(server, t)
			for range 2 { // with connections from before the outage, and without
				waits := requireAllFail(t, l)
				require.Less(t, waits[len(waits)-1], 2*timeout)
			}
		})
	}
}

// TestTimeoutIs100ms: no wait is shorter, and one of them is not longer. On a busy machine most are.
func TestTimeoutIs100ms(t *testing.T) {
	server := redistest.Start(t)
	l := openFor(t, redislimit.Config{URL: server.URL(), General: general}, zap.NewNop())
	requireUsed(t, l)
	server.Pause(t)
	start := time.Now()
	for shortest := patience; shortest > 120*time.Millisecond; {
		require.Less(t, time.Since(start), patience, "the shortest of all waits is %s", shortest)
		began := time.Now()
		_, err := l.Take(t.Context(), ports.Client{Name: "a"})
		require.Error(t, err)
		shortest = min(shortest, time.Since(began))
		require.GreaterOrEqual(t, shortest, 80*time.Millisecond)
	}
}

// TestRedisComesBack: within 2 s, requests are counted in Redis again and Problem is nil. The quickest of three outages counts, so
// that a busy machine does not matter.
func TestRedisComesBack(t *testing.T) {
	for _, outage := range outages {
		t.Run(outage.name, func(t *testing.T) {
			server := redistest.Start(t)
			l := openFor(t, redislimit.Config{URL: server.URL(), General: general}, zap.NewNop())
			requireUsed(t, l)
			quickest := patience
			for range 3 {
				outage.begin(server, t)
				requireAllFail(t, l)
				outage.end(server, t)
				began := time.Now()
				requireUsed(t, l)
				quickest = min(quickest, time.Since(began))
				t.Logf("used again after %s", time.Since(began).Round(time.Millisecond))
			}
			require.Less(t, quickest, 2*time.Second)
		})
	}
}

// requireUsed waits until Redis counts a request.
func requireUsed(t *testing.T, l *redislimit.Limiter) {
	t.Helper()
	require.Eventually(t, func() bool {
		_, err := l.Take(t.Context(), ports.Client{Name: "a"})
		return err == nil && l.Problem() == nil
	}, patience, time.Millisecond)
}

// requireAllFail sends many requests at once and gives the time that each waited, in order.
func requireAllFail(t *testing.T, l *redislimit.Limiter) []time.Duration {
	t.Helper()
	waits := make([]time.Duration, manyRequests)
	var all sync.WaitGroup
	for i := range waits {
		all.Go(func() {
			began := time.Now()
			if _, err := l.Take(t.Context(), ports.Client{Name: "a"}); err == nil {
				t.Error("a request was granted without Redis")
			}
			waits[i] = time.Since(began)
		})
	}
	all.Wait()
	slices.Sort(waits)
	t.Logf("%d requests waited %s to %s", len(waits), waits[0], waits[len(waits)-1])
	return waits
}
