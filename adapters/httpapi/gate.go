package httpapi

import (
	"context"
	"math"
	"sync/atomic"

	"golang.org/x/sync/semaphore"
)

// gate counts the requests in progress. Once shut, it admits no more.
type gate struct {
	shut     atomic.Bool
	requests *semaphore.Weighted
}

// allRequests is more than there can be.
const allRequests = math.MaxInt64

func newGate() *gate { return &gate{requests: semaphore.NewWeighted(allRequests)} }

// enter reports whether the request may go on. If so, the caller must call leave.
func (g *gate) enter() bool { return !g.closed() && g.requests.TryAcquire(1) }

func (g *gate) leave() { g.requests.Release(1) }

// close shuts the gate and waits until no request is in progress, or until ctx ends.
func (g *gate) close(ctx context.Context) error {
	g.shut.Store(true)
	if g.requests.TryAcquire(allRequests) {
		return nil // even if ctx has ended
	}
	return g.requests.Acquire(ctx, allRequests)
}

func (g *gate) closed() bool { return g.shut.Load() }
