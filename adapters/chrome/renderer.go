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

	capacity    int           // tabs kept
	openTimeout time.Duration // see openTimeout
	healthCheck healthCheck
	leavesState func(document string) bool // see leavesState

	busy     chan struct{}  // as many values as documents are being printed
	browsers chan *browser  // offers the living browser
	tabs     chan *lease    // offers tabs that are ready
	work     sync.WaitGroup // the supervisor, the health checks and the tabs' keepers
	opening  sync.WaitGroup // the keepers that have not had a tab yet

	available *availability
	restarts  atomic.Int64 // of browsers that ended or hung

	alive  context.Context // ends with Close; the cause is errClosed
	end    context.CancelCauseFunc
	ending sync.Once

	mu                       sync.Mutex
	path, version, userAgent string // of the last browser
}

// errClosed is what Render answers once the engine is closed.
var errClosed error = &domain.Error{Code: domain.Overloaded, Message: "the service is shutting down"}

// New makes an engine that is yet to be started.
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

// Start launches the browser and returns when every tab has printed a page: those that are still being opened would
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
		return errors.Join(fmt.Errorf("chrome: print a first page: %w", err), r.Close())
	}
	r.available.start()
	r.log.Info("chrome is ready", zap.String("path", first.path), zap.String("version", first.version),
		zap.String("sandbox", r.cfg.sandboxWords()), zap.Int("tabs", r.capacity))
	return nil
}

// awaitTabs returns when each tab has printed a first page.
func (r *Renderer) awaitTabs(ctx context.Context) error {
	opened := make(chan struct{})
	go func() {
		r.opening.Wait() // it ends with the engine at the latest
		close(opened)
	}()
	select {
	case <-opened:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Close ends the browser and all that belongs to it.
func (r *Renderer) Close() error {
	r.ending.Do(func() {
		r.end(errClosed)
		r.work.Wait()
		for range r.cfg.Concurrency {
			r.busy <- struct{}{} // isolated documents still have a browser to close
		}
	})
	return nil
}

// Ready says why no document can be printed now; nil while one can.
func (r *Renderer) Ready() error {
	if r.alive.Err() != nil {
		return errors.New("chrome: the engine is closed")
	}
	return r.available.problem()
}

// Render prints one document; see ports.Renderer.
func (r *Renderer) Render(ctx context.Context, job domain.PrintJob, options ...ports.RenderOption) (domain.PDF, error) {
	pdf, err := r.render(ctx, job, ports.NewRenderOptions(options...))
	if err != nil && ctx.Err() != nil {
		return domain.PDF{}, ctx.Err() // whatever the end of ctx led to
	}
	return pdf, err
}

func (r *Renderer) render(ctx context.Context, job domain.PrintJob, options ports.RenderOptions) (domain.PDF, error) {
	select {
	case r.busy <- struct{}{}:
		defer func() { <-r.busy }()
	case <-ctx.Done():
		return domain.PDF{}, ctx.Err()
	case <-r.alive.Done():
		return domain.PDF{}, errClosed
	}
	switch { // select chooses at random if several cases are ready
	case r.alive.Err() != nil:
		return domain.PDF{}, errClosed
	case ctx.Err() != nil:
		return domain.PDF{}, ctx.Err()
	case options.Isolated:
		return r.renderIsolated(ctx, job, options.Scope)
	}
	return r.renderInTab(ctx, job, options.Scope)
}

// renderInTab prints a document in a tab of the pool. Where documents before it left so much memory behind that its
// tab grew too large, it is printed once more in a new tab.
func (r *Renderer) renderInTab(ctx context.Context, job domain.PrintJob, scope ports.NetworkScope) (domain.PDF, error) {
	pdf, used, err := r.printLeased(ctx, job, scope)
	switch {
	case !errors.Is(err, errOutgrown):
		return pdf, err
	case used:
		return r.renderInNewTab(ctx, job, scope)
	default:
		return pdf, r.cfg.tooMuchMemory(err)
	}
}

// printLeased prints a document in a tab of the pool, and says whether others were printed there before. The tab is
// released even if printing panics.
func (r *Renderer) printLeased(ctx context.Context, job domain.PrintJob, scope ports.NetworkScope) (_ domain.PDF, used bool, _ error) {
	lease, err := r.acquire(ctx)
	if err != nil {
		return domain.PDF{}, false, err
	}
	left := result{failed: true}
	defer func() { lease.release(left) }()
	used = lease.tab.used()
	pdf, err := lease.tab.print(ctx, job, scope)
	left = result{failed: err != nil, usedNetwork: pdf.Traffic.Requests > 0, document: job.HTML}
	return pdf, used, err
}

// acquire leases a tab that has not ended.
func (r *Renderer) acquire(ctx context.Context) (*lease, error) {
	for {
		select {
		case l := <-r.tabs:
			if l.tab.alive.Err() == nil {
				return l, nil
			}
			l.release(result{failed: true})
		case <-r.available.lost():
			return nil, r.available.unavailable()
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-r.alive.Done():
			return nil, errClosed
		}
	}
}

// Info describes the engine.
func (r *Renderer) Info() ports.EngineInfo {
	r.mu.Lock()
	defer r.mu.Unlock()
	return ports.EngineInfo{
		Name:    "chrome",
		Path:    r.path,
		Version: r.version,
		Sandbox: r.cfg.sandboxWords(),

		UserAgent:      r.userAgent,
		AcceptLanguage: acceptLanguage(r.version),

		Remote: r.cfg.URL != "",

		Restarts:     r.restarts.Load(),
		Capabilities: Engine.Capabilities,
	}
}

// acceptLanguage is the Accept-Language of a browser's requests. The headless shell sends none. The whole browser sends that
// of its locale; this is the one of the environment in which it is started here.
func acceptLanguage(product string) string {
	if strings.HasPrefix(product, "HeadlessChrome/") {
		return ""
	}
	return "en-US,en;q=0.9"
}
