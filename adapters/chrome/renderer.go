package chrome

import (
	"context"
	"errors"
	"fmt"
	"sync"
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

	places      int                        // tabs kept
	patience    time.Duration              // how long a browser, or a tab, may take to become ready
	leavesState func(document string) bool // see leavesState
	busy        chan struct{}              // as many values as sheets are being printed
	browsers    chan *browser              // offers the living browser
	tabs        chan *loan                 // offers tabs that are ready
	work        sync.WaitGroup             // the supervisor and the places of the pool
	opening     sync.WaitGroup             // the places that have not had a tab yet

	available *availability

	alive  context.Context // ends with Close; the cause is errClosed
	end    context.CancelCauseFunc
	ending sync.Once

	mu            sync.Mutex
	path, version string // of the first browser
}

// errClosed is what Render answers once the engine is closed.
var errClosed error = &domain.Error{Code: domain.Overloaded, Message: "the service is shutting down"}

// New makes an engine that is yet to be started.
func New(cfg Config, egress ports.Egress, log *zap.Logger) *Renderer {
	r := &Renderer{
		cfg: cfg, egress: egress, log: log.Named("chrome"),
		places:      places(cfg.Concurrency),
		patience:    30 * time.Second,
		leavesState: leavesState,
		busy:        make(chan struct{}, cfg.Concurrency),
		browsers:    make(chan *browser),
		tabs:        make(chan *loan),

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
	r.mu.Lock()
	r.path, r.version = first.path, first.version
	r.mu.Unlock()
	r.work.Go(func() { r.supervise(first) })
	r.opening.Add(r.places)
	for range r.places {
		r.work.Go(r.keepTab)
	}
	_, err = r.Render(ctx, warmUp)
	if err == nil {
		err = r.awaitTabs(ctx)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("chrome: print a first page: %w", err), r.Close())
	}
	r.available.start()
	return nil
}

// awaitTabs returns when each place has had a tab.
func (r *Renderer) awaitTabs(ctx context.Context) error {
	opened := make(chan struct{})
	go func() {
		r.opening.Wait() // it ends with the places at the latest
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
			r.busy <- struct{}{} // whoever still prints has a browser of its own to end
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
		return domain.PDF{}, ctx.Err() // whatever else it led to
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
	switch { // the choice above is free where several are possible
	case r.alive.Err() != nil:
		return domain.PDF{}, errClosed
	case ctx.Err() != nil:
		return domain.PDF{}, ctx.Err()
	case options.Isolated:
		return r.renderAlone(ctx, job, options.Scope)
	}
	return r.renderInTab(ctx, job, options.Scope)
}

// renderInTab prints a sheet in a tab of the pool. The tab goes back to its place even where printing panics.
func (r *Renderer) renderInTab(ctx context.Context, job domain.PrintJob, scope ports.NetworkScope) (domain.PDF, error) {
	loan, err := r.borrow(ctx)
	if err != nil {
		return domain.PDF{}, err
	}
	left := outcome{failed: true}
	defer func() { loan.back <- left }()
	pdf, err := loan.tab.print(ctx, job, scope)
	left = outcome{failed: err != nil, usedNetwork: pdf.Traffic.Requests > 0, document: job.HTML}
	return pdf, err
}

// borrow takes a tab that lives.
func (r *Renderer) borrow(ctx context.Context) (*loan, error) {
	for {
		select {
		case l := <-r.tabs:
			if !l.dead() {
				return l, nil
			}
			l.back <- outcome{failed: true}
		case <-r.available.lost():
			return nil, r.available.unavailable()
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-r.alive.Done():
			return nil, errClosed
		}
	}
}

// renderAlone prints a sheet in a browser that is started for it and ended after it.
func (r *Renderer) renderAlone(ctx context.Context, job domain.PrintJob, scope ports.NetworkScope) (domain.PDF, error) {
	ctx, cancel := both(ctx, r.alive)
	defer cancel()
	b, err := launch(ctx, r.cfg, r.egress, r.log)
	if err != nil {
		return domain.PDF{}, lost(ctx, err)
	}
	defer b.close()
	t, err := b.openTab(ctx)
	if err != nil {
		return domain.PDF{}, lost(ctx, err)
	}
	defer t.exit.Close()
	return t.print(ctx, job, scope)
}

// lost says that there is no engine for a sheet, and why.
func lost(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return fmt.Errorf("%w: %w", ports.ErrEngineLost, err)
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
		Capabilities: ports.Capabilities{
			NamedPages: true, MarginBoxes: true, Grid: true, WebFontText: true, PrintOnlyResources: true,
			ColourEmoji: true, Tagged: true,
		},
	}
}
