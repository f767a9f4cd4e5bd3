package generate

import (
	"context"
	"sync"
	"time"

	"platen/domain"
	"platen/ports"
)

var _ ports.Renderer = (*timer)(nil)

// timer is a Renderer that measures for how long it was rendering, and the most memory of a print. Concurrent renders count once.
type timer struct {
	next ports.Renderer

	mu    sync.Mutex
	busy  int
	since time.Time
	total time.Duration
	// memory is the most of a print.
	memory domain.ByteSize
}

// Render renders and measures the time.
func (t *timer) Render(ctx context.Context, job domain.PrintJob, options ...ports.RenderOption) (domain.PDF, error) {
	t.count(+1)
	defer t.count(-1)
	pdf, err := t.next.Render(ctx, job, options...)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.memory = max(t.memory, pdf.Memory)
	return pdf, err
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
