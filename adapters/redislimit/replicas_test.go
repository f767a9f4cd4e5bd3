package redislimit_test

import (
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"platen/adapters/redislimit"
	"platen/ports"
	"platen/ports/limittest/redistest"
)

// TestReplicasKeepTheRate: three replicas that ask as fast as they can grant together what one limit grants in that time, by
// Redis's clock, within 5 %. The burst is what ten seconds grant, so that a busy machine does not lose any.
func TestReplicasKeepTheRate(t *testing.T) {
	limit := ports.RateLimit{Requests: 100, Window: time.Second, Burst: 1000}
	server := redistest.Start(t)
	var granted atomic.Int64
	began := clock(t, server)
	var replicas sync.WaitGroup
	for range 3 {
		l := openFor(t, redislimit.Config{URL: server.URL(), General: limit, Timeout: patience}, zap.NewNop())
		replicas.Go(func() {
			// Each ends with a refusal after the burst and 500 more were granted.
			for refused := false; !refused || granted.Load() < 1500; {
				allowance, err := l.Take(t.Context(), ports.Client{Name: "a"})
				if err != nil {
					t.Error(err)
					return
				}
				if refused = !allowance.Granted; !refused {
					granted.Add(1)
				}
			}
		})
	}
	replicas.Wait()
	expected := float64(limit.Burst) + float64(limit.Requests)*clock(t, server).Sub(began).Seconds()
	t.Logf("granted %d, expected %.0f", granted.Load(), expected)
	require.InEpsilon(t, expected, granted.Load(), 0.05)
}

// clock is Redis's time.
func clock(t *testing.T, server *redistest.Server) time.Time {
	t.Helper()
	answer := server.Ask(t, "EVAL", "local t = redis.call('TIME') return t[1] * 1000000 + t[2]", 0)
	micros, err := strconv.ParseInt(answer, 10, 64)
	require.NoError(t, err)
	return time.UnixMicro(micros)
}
