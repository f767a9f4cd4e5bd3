package generate

import (
	"context"
	"sync"
	"time"

	"platen/domain"
	"platen/ports"
)

var _ ports.Renderer = (*stopwatch)(nil)

// stopwatch is a Renderer that tells for how long it was at work. Prints side by side count once.
type stopwatch struct {
	ports.Renderer

	mu    sync.Mutex
	busy  int
	since time.Time
	total time.Duration
}

// Render renders and keeps the time.
func (s *stopwatch) Render(ctx context.Context, job domain.PrintJob, options ...ports.RenderOption) (domain.PDF, error) {
	s.turn(+1)
	defer s.turn(-1)
	return s.Renderer.Render(ctx, job, options...)
}

func (s *stopwatch) turn(by int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy == 0 {
		s.since = time.Now()
	}
	if s.busy += by; s.busy == 0 {
		s.total += time.Since(s.since)
	}
}
