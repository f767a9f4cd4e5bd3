package chrome

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"platen/domain"
	"platen/ports"
)

var _ ports.Engine = (*Renderer)(nil)

// Renderer is Chrome as an engine.
type Renderer struct {
	cfg    Config
	egress ports.Egress
	log    *zap.Logger

	// Tests change these before Start.
	capacity    int // the number of tabs
	openTimeout time.Duration
	healthCheck healthCheck
	leavesState func(document string) bool

	busy     chan struct{}  // holds a value for each document that is being printed
	browsers chan *browser  // the supervisor sends the running browser
	tabs     chan *lease    // the goroutines of keepTab send tabs that are ready
	work     sync.WaitGroup // of the supervisor, the health checks and keepTab
	opening  sync.WaitGroup // of keepTab, until each has had a tab

	available *availability
	restarts  atomic.Int64 // of browsers that ended or hung

	alive  context.Context // until Close; the cause is then errClosed
	end    context.CancelCauseFunc
	ending sync.Once

	mu                       sync.Mutex
	path, version, userAgent string // of the last browser
	processes                []int  // its own; an isolated document has another one for a moment
}

// errClosed is the error of Render after Close.
var errClosed error = &domain.Error{Code: domain.Overloaded, Message: "the service is shutting down"}

// New makes an engine. Start starts it.
func New(cfg Config, egress ports.Egress, log *zap.Logger) *Renderer {
	r := &Renderer{
		cfg: cfg, egress: egress, log: log.Named("chrome"),
		capacity:    capacity(cfg.Concurrency),
		openTimeout: openTimeout,
		healthCheck: defaultHealthCheck,
		leavesState: leavesState,
		busy:        make(chan struct{}, cfg.Concurrency),
		browsers:    make(chan *browser),
		tabs:        make(chan *lease),

		available: newAvailability(),
	}
	r.alive, r.end = context.WithCancelCause(context.Background())
	return r
}

// Start launches the browser. It returns when every tab has printed its warm-up page, since tabs that are still being opened would
// slow the first documents down.
func (r *Renderer) Start(ctx context.Context) error {
	if err := r.cfg.Validate(); err != nil {
		return err
	}
	first, err := launch(ctx, r.cfg, r.egress, r.log)
	if err != nil {
		return err
	}
	r.describe(first)
	r.work.Go(func() { r.supervise(first) })
	r.opening.Add(r.capacity)
	for range r.capacity {
		r.work.Go(r.keepTab)
	}
	if err = r.awaitTabs(ctx); err != nil {
		return errors.Join(fmt.Errorf("chrome: print the warm-up page: %w", err), r.Close())
	}
	r.available.start()
	r.log.Info("chrome is ready", zap.String("path", first.path), zap.String("version", first.version),
		zap.String("sandbox", r.cfg.sandboxStatus()), zap.Int("tabs", r.capacity))
	return nil
}

// awaitTabs waits until each tab has printed its warm-up page.
func (r *Renderer) awaitTabs(ctx context.Context) error {
	opened := make(chan struct{})
	go func() {
		r.opening.Wait() // ends at the latest with the engine
		close(opened)
	}()
	select {
	case <-opened:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Close ends the browser and its tabs. It waits for the documents in them to fail.
func (r *Renderer) Close() error {
	r.ending.Do(func() {
		r.end(errClosed)
		r.work.Wait()
		for range r.cfg.Concurrency {
			r.busy <- struct{}{} // an isolated document closes its own browser first
		}
	})
	return nil
}

// Ready returns why no document can be printed now; nil if one can.
func (r *Renderer) Ready() error {
	if r.alive.Err() != nil {
		return errors.New("chrome: the engine is closed")
	}
	return r.available.problem()
}

// Info describes the engine.
func (r *Renderer) Info() ports.EngineInfo {
	r.mu.Lock()
	defer r.mu.Unlock()
	return ports.EngineInfo{
		Name:    "chrome",
		Path:    r.path,
		Version: r.version,
		Sandbox: r.cfg.sandboxStatus(),

		UserAgent:      r.userAgent,
		AcceptLanguage: acceptLanguage(r.version),

		Remote: r.cfg.URL != "", Processes: r.processes,

		Restarts:     r.restarts.Load(),
		Capabilities: Engine.Capabilities,
	}
}

// acceptLanguage is the Accept-Language of a browser's requests. The headless shell sends none. The whole browser sends that of its
// locale, which is here the one of browser.environment.
func acceptLanguage(product string) string {
	if strings.HasPrefix(product, "HeadlessChrome/") {
		return ""
	}
	return "en-US,en;q=0.9"
}
