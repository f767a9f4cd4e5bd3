package generate

import (
	"context"
	"sync"
	"time"

	"platen/domain"
	"platen/ports"
)

var _ ports.Renderer = (*timer)(nil)

// timer is a Renderer that measures for how long it was rendering. Concurrent renders count once.
type timer struct {
	next ports.Renderer

	mu    sync.Mutex
	busy  int
	since time.Time
	total time.Duration
}

// Render renders and measures the time.
func (t *timer) Render(ctx context.Context, job domain.PrintJob, options ...ports.RenderOption) (domain.PDF, error) {
	t.count(+1)
	defer t.count(-1)
	return t.next.Render(ctx, job, options...)
}

// count notes that a render begins or ends.
func (t *timer) count(by int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.busy == 0 {
		t.since = time.Now()
	}
	if t.busy += by; t.busy == 0 {
		t.total += time.Since(t.since)
	}
}
