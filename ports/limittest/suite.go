// Package limittest is the conformance suite of ports.Limiter. Every implementation passes it with one line in its
// own tests:
//
//	func TestConformance(t *testing.T) { limittest.Suite{Open: open}.Run(t) }
package limittest

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/ports"
)

// Suite tests one implementation.
type Suite struct {
	// Open returns a limiter with that general limit, which no client has used.
	Open func(testing.TB, ports.RateLimit) ports.Limiter
	// In runs one test; nil calls it. A limiter that reads no clock but this process's is quicker in
	// synctest.Test, where waiting takes no time.
	In func(*testing.T, func(*testing.T))
}

// slow gives a token back in an hour: none comes back while a test runs.
var slow = ports.RateLimit{Requests: 1, Window: time.Hour, Burst: 5}

// fast gives a token back each 200 ms.
var fast = ports.RateLimit{Requests: 5, Window: time.Second, Burst: 3}

// Run runs the tests. In real time they take some seconds.
func (s Suite) Run(t *testing.T) {
	in := s.In
	if in == nil {
		in = func(t *testing.T, test func(*testing.T)) { test(t) }
	}
	for name, test := range map[string]func(*testing.T){
		"grants a burst, then no more":    s.burst,
		"a refused request costs nothing": s.refused,
		"grants again after RetryAfter":   s.retryAfter,
		"Remaining grows after Reset":     s.reset,
		"silence earns a burst at most":   s.silence,
		"grants a burst to all at once":   s.atOnce,
		"no limit":                        s.noLimit,
		"keeps the rate in the long term": s.rate,
		"clients do not share":            s.names,
		"a client's own limit":            s.own,
		"a client without a limit":        s.unlimited,
		"a limit that changes":            s.changed,
	} {
		t.Run(name, func(t *testing.T) { in(t, test) })
	}
}

func (s Suite) burst(t *testing.T) {
	for _, policy := range []ports.RateLimit{slow, {Requests: 1, Window: time.Hour, Burst: 1}} {
		l := s.Open(t, policy)
		for i := range policy.Burst {
			a := take(t, l, "a")
			require.True(t, a.Granted)
			requirePolicy(t, policy, a)
			require.Equal(t, policy.Burst-1-i, a.Remaining)
			require.Zero(t, a.RetryAfter)
			requireWithin(t, a.Reset, policy.Window)
		}
		a := take(t, l, "a")
		require.False(t, a.Granted)
		requirePolicy(t, policy, a)
		require.Zero(t, a.Remaining)
		requireWithin(t, a.Reset, policy.Window)
		requireWithin(t, a.RetryAfter, policy.Window)
		require.Greater(t, a.RetryAfter, policy.Window-time.Minute, "the whole window, but for the time that the test takes")
	}
}

func (s Suite) refused(t *testing.T) {
	l := s.Open(t, slow)
	first := exhaust(t, l)
	for range 100 {
		a := take(t, l, "a")
		require.False(t, a.Granted)
		require.LessOrEqual(t, a.RetryAfter, first.RetryAfter)
	}
}

func (s Suite) retryAfter(t *testing.T) {
	l := s.Open(t, fast)
	for range 3 {
		a := exhaust(t, l)
		require.LessOrEqual(t, a.RetryAfter, fast.Window/time.Duration(fast.Requests)+time.Millisecond)
		time.Sleep(a.RetryAfter)
		require.True(t, take(t, l, "a").Granted)
	}
}

func (s Suite) reset(t *testing.T) {
	l := s.Open(t, fast)
	take(t, l, "a")
	before := take(t, l, "a")
	time.Sleep(before.Reset)
	after := take(t, l, "a")
	require.GreaterOrEqual(t, after.Remaining, before.Remaining, "one came back before one was taken")
}

func (s Suite) silence(t *testing.T) {
	l := s.Open(t, fast)
	exhaust(t, l)
	time.Sleep(2 * fast.Window)
	require.Equal(t, fast.Burst-1, take(t, l, "a").Remaining)
}

func (s Suite) atOnce(t *testing.T) {
	l := s.Open(t, slow)
	var granted atomic.Int64
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if a, err := l.Take(t.Context(), ports.Client{Name: "a"}); err == nil && a.Granted {
				granted.Add(1)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, slow.Burst, granted.Load())
}

func (s Suite) noLimit(t *testing.T) {
	l := s.Open(t, ports.RateLimit{})
	for range 1000 {
		require.Equal(t, ports.Allowance{Granted: true}, take(t, l, "a"))
	}
}

// rate asks again and again for two windows: the burst, and what comes back, are granted.
func (s Suite) rate(t *testing.T) {
	l := s.Open(t, fast)
	granted := 0
	start := time.Now()
	for time.Since(start) < 2*fast.Window {
		if a := take(t, l, "a"); a.Granted {
			granted++
		} else {
			time.Sleep(5 * time.Millisecond)
		}
	}
	most := fast.Burst + int(time.Since(start)*time.Duration(fast.Requests)/fast.Window) + 1
	require.LessOrEqual(t, granted, most)
	require.GreaterOrEqual(t, granted, fast.Burst+2*fast.Requests-2)
}

// names takes for clients whose names look strange or alike, after another one has used up its burst.
func (s Suite) names(t *testing.T) {
	l := s.Open(t, slow)
	exhaust(t, l) // as client a
	for _, client := range []string{"", " ", "A", "a b", "a:b", "a*", "{a}", "é", "日本語", fmt.Sprintf("%0200d", 0)} {
		require.Equal(t, slow.Burst-1, take(t, l, client).Remaining, "%q", client)
	}
}

// own gives one client a limit that others do not have. What it leaves out is the general limit's.
func (s Suite) own(t *testing.T) {
	l := s.Open(t, slow)
	own := ports.RateLimit{Requests: 7, Window: 3 * time.Hour, Burst: 2}
	requirePolicy(t, own, takeAs(t, l, ports.Client{Name: "a", RateLimit: &own}))
	a := takeAs(t, l, ports.Client{Name: "a", RateLimit: &own})
	require.True(t, a.Granted)
	require.Zero(t, a.Remaining)
	a = takeAs(t, l, ports.Client{Name: "a", RateLimit: &own})
	require.False(t, a.Granted)
	requireWithin(t, a.RetryAfter, own.Window/time.Duration(own.Requests))

	requirePolicy(t, slow, take(t, l, "b"))
	part := ports.RateLimit{Requests: 7}
	requirePolicy(t, ports.RateLimit{Requests: 7, Window: slow.Window, Burst: slow.Burst},
		takeAs(t, l, ports.Client{Name: "c", RateLimit: &part}))
}

func (s Suite) unlimited(t *testing.T) {
	l := s.Open(t, slow)
	for range 2 * slow.Burst {
		require.Equal(t, ports.Allowance{Granted: true}, takeAs(t, l, ports.Client{Name: "a", RateLimit: &ports.RateLimit{}}))
	}
	requirePolicy(t, fast, takeAs(t, s.Open(t, ports.RateLimit{}), ports.Client{Name: "a", RateLimit: &fast}))
}

// changed gives another limit to a client that has used up its own: it starts anew.
func (s Suite) changed(t *testing.T) {
	l := s.Open(t, slow)
	exhaust(t, l)
	other := ports.RateLimit{Requests: 2, Window: time.Hour, Burst: 3}
	a := takeAs(t, l, ports.Client{Name: "a", RateLimit: &other})
	require.True(t, a.Granted)
	require.Equal(t, other.Burst-1, a.Remaining)
	requirePolicy(t, other, a)
}

func take(t *testing.T, l ports.Limiter, client string) ports.Allowance {
	t.Helper()
	return takeAs(t, l, ports.Client{Name: client})
}

func takeAs(t *testing.T, l ports.Limiter, client ports.Client) ports.Allowance {
	t.Helper()
	a, err := l.Take(t.Context(), client)
	require.NoError(t, err)
	return a
}

// exhaust takes for client a until no more is granted, and returns the refusal.
func exhaust(t *testing.T, l ports.Limiter) ports.Allowance {
	t.Helper()
	for range 1000 {
		if a := take(t, l, "a"); !a.Granted {
			return a
		}
	}
	t.Fatal("1000 requests were granted at once")
	return ports.Allowance{}
}

func requirePolicy(t *testing.T, want ports.RateLimit, a ports.Allowance) {
	t.Helper()
	require.True(t, a.Limited)
	require.Equal(t, want, ports.RateLimit{Requests: a.Requests, Burst: a.Burst, Window: a.Window})
}

// requireWithin checks that a wait is positive and at most that long.
func requireWithin(t *testing.T, got, most time.Duration) {
	t.Helper()
	require.Positive(t, got)
	require.LessOrEqual(t, got, most)
}
