// Package ratelimit counts requests in this process's memory: the rate limit of an installation with one replica.
// Several replicas that share a limit need a limiter that shares its counts.
package ratelimit

import (
	"context"
	"math"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/time/rate"

	"platen/ports"
)

var _ ports.Limiter = (*Limiter)(nil)

// maxClients bounds the buckets that are kept. Clients are those of the configured keys, far fewer; with more,
// the one that was silent the longest starts anew.
const maxClients = 1 << 16

// Limiter keeps a token bucket for each client that is not full: it starts with Burst tokens, a granted request
// takes one, and Requests come back in each Window, evenly. Safe for concurrent use; it needs no closing.
type Limiter struct {
	config Config
	// perSecond is the rate at which tokens come back.
	perSecond rate.Limit

	mu sync.Mutex // over buckets, and over each Take as a whole, so that what it says fits what it did
	// buckets are in the order of their last use.
	buckets *simplelru.LRU[string, *rate.Limiter]
}

// New makes a limiter that no client has used. The Config must be valid.
func New(c Config) *Limiter {
	l := &Limiter{config: c}
	if c.Requests > 0 {
		l.perSecond = rate.Limit(float64(c.Requests) / c.Window.Seconds())
	}
	// An error is a size below 1.
	l.buckets, _ = simplelru.NewLRU[string, *rate.Limiter](maxClients, nil)
	return l
}

// Take implements ports.Limiter. It never fails and never waits.
func (l *Limiter) Take(_ context.Context, client string) (ports.Allowance, error) {
	if l.config.Requests == 0 {
		return ports.Allowance{Granted: true}, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	l.forget(now)
	bucket, kept := l.buckets.Get(client)
	if !kept {
		bucket = rate.NewLimiter(l.perSecond, l.config.Burst)
		l.buckets.Add(client, bucket)
	}
	granted := bucket.AllowN(now, 1)
	return l.allowance(granted, bucket.TokensAt(now)), nil
}

// forget drops those buckets of the longest silence that are full again: they are as good as new ones. Two at a
// time are enough to drop more than Take adds.
func (l *Limiter) forget(now time.Time) {
	for range 2 {
		client, bucket, any := l.buckets.GetOldest()
		if !any || bucket.TokensAt(now) < float64(l.config.Burst) {
			return
		}
		l.buckets.Remove(client)
	}
}

// allowance says what a bucket with so many tokens left says.
func (l *Limiter) allowance(granted bool, tokens float64) ports.Allowance {
	a := ports.Allowance{
		Granted: granted, Limited: true,
		Requests: l.config.Requests, Burst: l.config.Burst, Window: l.config.Window,
	}
	// The bucket grants what is short of a token by less than a nanosecond's refill: floats are not exact.
	whole := math.Floor(tokens + float64(l.perSecond)*time.Nanosecond.Seconds())
	if granted { // what was refused one has none, however near it was
		a.Remaining = max(0, int(whole))
	}
	if a.Remaining < l.config.Burst {
		a.Reset = l.refill(float64(a.Remaining+1) - tokens)
	}
	if !granted {
		a.RetryAfter = a.Reset
	}
	return a
}

// refill is the time that so many tokens take to come back, to the nearest nanosecond.
func (l *Limiter) refill(tokens float64) time.Duration {
	nanoseconds := math.Round(tokens / float64(l.perSecond) * float64(time.Second))
	if nanoseconds >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(nanoseconds)
}
