// Package ratelimit counts requests in this process's memory, for installations with one replica. Replicas that share a limit need
// a limiter that shares its counts.
package ratelimit

import (
	"context"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"platen/adapters/internal/gcra"
	"platen/ports"
)

var _ ports.Limiter = (*Limiter)(nil)

// maxClients bounds the number of counts, of some hundred bytes each. The configured keys have far fewer clients. Above the bound, the
// client that was silent the longest starts with a full burst.
const maxClients = 1 << 14

// Limiter keeps for each client when its burst is full again, until then. Safe for concurrent use; it needs no closing.
type Limiter struct {
	general ports.RateLimit
	began   time.Time

	mu sync.Mutex // guards clients, and each Take as a whole, so that the Allowance describes the state after it
	// full is when the burst of a client is full again, in nanoseconds from began on, in the order of their last use.
	full *simplelru.LRU[owner, float64]
}

// owner identifies a count.
type owner struct {
	client string
	limit  ports.RateLimit
}

// New makes a limiter that no client has used. The Config must be valid.
func New(c Config) *Limiter {
	l := &Limiter{general: c.General(), began: time.Now()}
	// NewLRU fails only for a size below 1.
	l.full, _ = simplelru.NewLRU[owner, float64](maxClients, nil)
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
	of, now := owner{client.Name, limit}, float64(time.Since(l.began))
	full, _ := l.full.Get(of)
	interval := gcra.Interval(limit)
	full = max(full-now, 0) + interval
	wait := full - float64(limit.Burst)*interval
	if wait >= 1 { // less than a nanosecond is rounding
		return gcra.Allowance(limit, wait, 0, time.Nanosecond), nil
	}
	l.full.Add(of, now+full)
	return gcra.Allowance(limit, 0, full, time.Nanosecond), nil
}
