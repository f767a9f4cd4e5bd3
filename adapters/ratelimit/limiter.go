// Package ratelimit counts requests in this process's memory, for installations with one replica. Replicas that share a limit need
// a limiter that shares its counts.
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

// maxClients bounds the number of buckets. The configured keys have far fewer clients. Above the bound, the client that was silent
// the longest starts with a full bucket.
const maxClients = 1 << 16

// Limiter keeps a token bucket for each client whose bucket is not full: a bucket starts with Burst tokens, a granted request takes
// one, and Requests tokens are added in each Window, evenly. Safe for concurrent use; it needs no closing.
type Limiter struct {
	general ports.RateLimit

	mu sync.Mutex // guards buckets, and each Take as a whole, so that the Allowance describes the state after it
	// buckets are in the order of their last use.
	buckets *simplelru.LRU[owner, *rate.Limiter]
}

// owner identifies a bucket.
type owner struct {
	client string
	limit  ports.RateLimit
}

// New makes a limiter that no client has used. The Config must be valid.
func New(c Config) *Limiter {
	l := &Limiter{general: c.General()}
	// NewLRU fails only for a size below 1.
	l.buckets, _ = simplelru.NewLRU[owner, *rate.Limiter](maxClients, nil)
	return l
}

// Take implements ports.Limiter. It never fails and never waits.
func (l *Limiter) Take(_ context.Context, client ports.Client) (ports.Allowance, error) {
	limit := client.RateLimit.Or(l.general)
	if limit.Requests == 0 {
		return ports.Allowance{Granted: true}, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	l.forget(now)
	bucket := l.bucket(owner{client.Name, limit})
	granted := bucket.AllowN(now, 1)
	return allowance(limit, granted, bucket.TokensAt(now)), nil
}

// bucket returns the owner's bucket, a full one if none is kept.
func (l *Limiter) bucket(o owner) *rate.Limiter {
	if bucket, kept := l.buckets.Get(o); kept {
		return bucket
	}
	bucket := rate.NewLimiter(perSecond(o.limit), o.limit.Burst)
	l.buckets.Add(o, bucket)
	return bucket
}

// forget drops the least recently used buckets that are full again, since they equal new ones. Two at a time drop more than Take
// adds.
func (l *Limiter) forget(now time.Time) {
	for range 2 {
		o, bucket, any := l.buckets.GetOldest()
		if !any || bucket.TokensAt(now) < float64(bucket.Burst()) {
			return
		}
		l.buckets.Remove(o)
	}
}

// perSecond is the rate at which tokens are added.
func perSecond(limit ports.RateLimit) rate.Limit {
	return rate.Limit(float64(limit.Requests) / limit.Window.Seconds())
}

// allowance describes a bucket with that many tokens left.
func allowance(limit ports.RateLimit, granted bool, tokens float64) ports.Allowance {
	a := ports.Allowance{
		Granted: granted, Limited: true,
		Requests: limit.Requests, Burst: limit.Burst, Window: limit.Window,
	}
	// The bucket grants a request that is short of a token by less than a nanosecond's refill: floats are not exact.
	whole := math.Floor(tokens + float64(perSecond(limit))*time.Nanosecond.Seconds())
	if granted { // a refused client has no request left, even if the next token is due at once
		a.Remaining = max(0, int(whole))
	}
	if a.Remaining < limit.Burst {
		a.Reset = refill(limit, float64(a.Remaining+1)-tokens)
	}
	if !granted {
		a.RetryAfter = a.Reset
	}
	return a
}

// refill is the time until that many tokens are added, to the nearest nanosecond.
func refill(limit ports.RateLimit, tokens float64) time.Duration {
	nanoseconds := math.Round(tokens / float64(perSecond(limit)) * float64(time.Second))
	if nanoseconds >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(nanoseconds)
}
