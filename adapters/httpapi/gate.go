package httpapi

import (
	"context"
	"sync"
)

// gate counts the requests in progress. Once shut, it admits no more. The zero value is open.
type gate struct {
	mu    sync.Mutex
	shut  bool
	count int
	empty chan struct{} // closed when the gate is shut and no request is in progress
}

// enter reports whether the request may go on. If so, the caller must call leave.
func (g *gate) enter() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut {
		return false
	}
	g.count++
	return true
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.count--
	g.check()
}

// close shuts the gate and waits until no request is in progress, or until ctx ends.
func (g *gate) close(ctx context.Context) error {
	g.mu.Lock()
	g.shut, g.empty = true, make(chan struct{})
	g.check()
	underWay := g.count
	g.mu.Unlock()
	if underWay == 0 {
		return nil // even if ctx has ended
	}
	select {
	case <-g.empty:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// check is called with the lock held.
func (g *gate) check() {
	if g.shut && g.count == 0 {
		close(g.empty)
	}
}

func (g *gate) closed() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.shut
}
