package ratelimit_test

import (
	"context"
	"math"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"platen/adapters/ratelimit"
	"platen/ports"
	"platen/ports/limittest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestConformance(t *testing.T) {
	limittest.Suite{
		Open: func(_ testing.TB, general ports.RateLimit) ports.Limiter {

			return ratelimit.New(ratelimit.Config{Requests: general.Requests, Window: general.Window, Burst: general.Burst})

		},
		In: synctest.Test,
	}.Run(t)
}

// Each number is exact.
func TestAllowance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := ratelimit.New(ratelimit.Config{Requests: 60, Window: time.Minute, Burst: 3})
		want := func(granted bool, remaining int, reset, retry time.Duration) {
			t.Helper()
			require.Equal(t, ports.Allowance{
				Granted: granted, Limited: true, Requests: 60, Burst: 3, Window: time.Minute,
				Remaining: remaining, Reset: reset, RetryAfter: retry,
			}, take(t, l, "a"))
		}
		want(true, 2, time.Second, 0)
		want(true, 1, time.Second, 0)
		time.Sleep(400 * time.Millisecond)
		want(true, 0, 600*time.Millisecond, 0)
		want(false, 0, 600*time.Millisecond, 600*time.Millisecond)
		time.Sleep(500 * time.Millisecond)
		want(false, 0, 100*time.Millisecond, 100*time.Millisecond)
		time.Sleep(100 * time.Millisecond)
		want(true, 0, time.Second, 0)
		time.Sleep(2500 * time.Millisecond)
		want(true, 1, 500*time.Millisecond, 0)
		time.Sleep(time.Hour)
		want(true, 2, time.Second, 0)
	})
}

// For any limit: a request after RetryAfter is granted, an earlier one is not; and Remaining grows after Reset.
func TestWaitsAreExact(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		// A test in a bubble has no Deadline, which rapid calls.
		rapid.Check(struct{ rapid.TB }{t}, func(r *rapid.T) {
			config := ratelimit.Config{
				Requests: rapid.IntRange(1, 10_000).Draw(r, "requests"),
				Window:   time.Duration(rapid.Int64Range(int64(time.Second), int64(24*time.Hour)).Draw(r, "window")),
				Burst:    rapid.IntRange(1, 20).Draw(r, "burst"),
			}
			l := ratelimit.New(config)
			interval := config.Window / time.Duration(config.Requests)
			start, granted := time.Now(), 0
			for range rapid.IntRange(1, 60).Draw(r, "takes") {
				time.Sleep(time.Duration(rapid.Int64Range(0, int64(interval)).Draw(r, "pause")))
				a := take(r, l, "a")
				require.LessOrEqual(r, a.Remaining, config.Burst)
				if !a.Granted {
					require.Equal(r, a.Reset, a.RetryAfter)
					require.LessOrEqual(r, a.RetryAfter, interval+time.Microsecond)
					early := max(0, a.RetryAfter*99/100-2*time.Nanosecond) // a request that is early by a nanosecond is granted
					time.Sleep(early)
					require.False(r, take(r, l, "a").Granted)
					time.Sleep(a.RetryAfter - early)
					a = take(r, l, "a")
					require.True(r, a.Granted)
				}
				granted++
				most := float64(config.Burst) + float64(time.Since(start))*float64(config.Requests)/float64(config.Window)
				require.LessOrEqual(r, float64(granted), most+1e-3)
			}
		})
	})
}

// Limits at which the arithmetic of floats is off by less than a nanosecond.
func TestRounding(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		t.Log("a request after Reset has as many left as the one before")
		l := ratelimit.New(ratelimit.Config{Requests: 3855, Window: 4*time.Hour + 4*time.Minute + 16*time.Second + 210_790_271, Burst: 15})
		before := take(t, l, "a")
		for range 20 {
			require.Positive(t, before.Reset)
			time.Sleep(before.Reset)
			after := take(t, l, "a")
			require.Equal(t, before.Remaining, after.Remaining)
			before = after
		}

		t.Log("a refused client has none left")
		l = ratelimit.New(ratelimit.Config{Requests: 2828, Window: 7*time.Hour + 18*time.Minute + 41*time.Second + 279_901_700, Burst: 1})
		take(t, l, "a")
		time.Sleep(take(t, l, "a").RetryAfter - 3*time.Nanosecond)
		for range 3 {
			if a := take(t, l, "a"); !a.Granted {
				require.Zero(t, a.Remaining)
				require.Positive(t, a.RetryAfter)
			}
			time.Sleep(time.Nanosecond)
		}

		t.Log("the longest Duration")
		l = ratelimit.New(ratelimit.Config{Requests: 1, Window: math.MaxInt64, Burst: 1})
		require.Positive(t, take(t, l, "a").Reset)
	})
}

// With more clients than the bound, the most recent ones keep their counts, and the others start with a full bucket.
func TestBoundsItsMemory(t *testing.T) {
	l := ratelimit.New(ratelimit.Config{Requests: 1, Window: time.Hour, Burst: 1})
	for i := range 100_000 {
		require.True(t, take(t, l, strconv.Itoa(i)).Granted)
	}
	require.False(t, take(t, l, "99999").Granted)
	require.False(t, take(t, l, "90000").Granted)
	require.True(t, take(t, l, "0").Granted)
}

func TestConfig(t *testing.T) {
	require.Equal(t, ratelimit.Config{Requests: 600, Window: time.Minute, Burst: 60, OnRedisError: "allow"}, ratelimit.DefaultConfig())
	require.NoError(t, ratelimit.DefaultConfig().Validate())
	require.NoError(t, ratelimit.Config{Window: time.Second, Burst: 1, OnRedisError: "deny"}.Validate(), "no limit")
	for key, config := range map[string]ratelimit.Config{
		"rate_limit.requests":       {Requests: -1, Window: time.Minute, Burst: 1},
		"rate_limit.window":         {Requests: 1, Burst: 1},
		"rate_limit.burst":          {Requests: 1, Window: time.Minute},
		"rate_limit.on_redis_error": {Window: time.Minute, Burst: 1, OnRedisError: "wait"},
	} {
		if config.OnRedisError == "" {
			config.OnRedisError = "allow"
		}
		require.ErrorContains(t, config.Validate(), key)
	}
	for url, fits := range map[string]bool{
		"redis://redis.example": true, "rediss://user:hush@redis.example:6380/1": true, "http://:hush@redis.example": false,
		"redis.example:6379": false, "redis://:hush@": false, "redis://:hush@\x00": false,
		"redis://redis.example:99999": false, "redis://redis.example:0": false, "redis://redis.example:": true,
	} {
		config := ratelimit.DefaultConfig()
		config.RedisURL = url
		err := config.Validate()
		require.Equal(t, fits, err == nil, url)
		if err != nil {
			require.ErrorContains(t, err, "rate_limit.redis_url")
			require.NotContains(t, err.Error(), "hush")
		}
	}
}

func BenchmarkTake(b *testing.B) {
	l := ratelimit.New(ratelimit.DefaultConfig())
	b.ReportAllocs()
	for b.Loop() {
		_, _ = l.Take(b.Context(), ports.Client{Name: "a"})
	}
}

func take(tb rapid.TB, l *ratelimit.Limiter, client string) ports.Allowance {
	tb.Helper()
	a, err := l.Take(context.Background(), ports.Client{Name: client})
	require.NoError(tb, err)
	return a
}
