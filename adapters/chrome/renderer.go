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

	"platen/adapters/internal/workers"
	"platen/ports"
)

var _ ports.Engine = (*Renderer)(nil)

// Renderer is Chrome as an engine. Its processes are tabs.
type Renderer struct {
	*workers.Pool

	cfg    Config
	egress ports.Egress
	log    *zap.Logger

	// Tests change these before Start.
	openTimeout time.Duration
	healthCheck healthCheck
	leavesState func(document string) bool

	browser  atomic.Pointer[browser] // the last one; nil: none was started
	starting chan struct{}           // holds a value while a browser is looked for or started
	pause    time.Duration           // before the last start
	restarts atomic.Int64            // of browsers that ended or hung
	work     sync.WaitGroup          // of the health checks
}

// New makes an engine. Start starts it.
func New(cfg Config, egress ports.Egress, log *zap.Logger) *Renderer {
	r := &Renderer{
		cfg: cfg, egress: egress, log: log.Named("chrome"),
		openTimeout: openTimeout, healthCheck: defaultHealthCheck, leavesState: leavesState,
		starting: make(chan struct{}, 1),
	}
	r.Pool = workers.New(workers.Options{
		Name: "chrome", Launch: r.openTab, Concurrency: cfg.Concurrency, Spare: (cfg.Concurrency + 1) / 2, Persist: true,
		TakeTurns: true, Recycle: cfg.Recycle, MaxMemory: cfg.MaxMemory, Background: cfg.Background, Log: r.log,
	})
	return r
}

// Start launches the browser. It returns when every tab has printed its warm-up page, since tabs that are still being opened would
// slow the first documents down.
func (r *Renderer) Start(ctx context.Context) error {
	if err := r.cfg.Validate(); err != nil {
		return err
	}
	first, err := r.running(ctx)
	if err != nil {
		return err
	}
	if err := r.Pool.Start(ctx); err != nil {
		return errors.Join(fmt.Errorf("chrome: print the warm-up page: %w", err), r.Close())
	}
	r.log.Info("chrome is ready", zap.String("path", first.path), zap.String("version", first.version),
		zap.String("sandbox", r.cfg.sandboxStatus()), zap.Int("tabs", r.Concurrency+r.Spare))
	return nil
}

// Close ends the browser and its tabs. It waits for the documents in them to fail.
func (r *Renderer) Close() error {
	r.Pool.Close()
	if b := r.browser.Load(); b != nil {
		b.close()
	}
	r.work.Wait()
	return nil
}

// Ready returns why no document can be printed now; nil if one can.
func (r *Renderer) Ready() error {
	if err := r.Pool.Ready(); err != nil {
		return err
	}
	if err := r.browser.Load().problem(); err != nil {
		return fmt.Errorf("chrome: the browser is being restarted: %w", err)
	}
	return nil
}

// Info describes the engine.
func (r *Renderer) Info() ports.EngineInfo {
	info := ports.EngineInfo{
		Name: "chrome", Sandbox: r.cfg.sandboxStatus(), Remote: r.cfg.URL != "", Restarts: r.restarts.Load(), Capabilities: Engine.Capabilities,
	}
	b := r.browser.Load()
	if b == nil {
		return info
	}
	info.Path, info.Version, info.UserAgent, info.AcceptLanguage = b.path, b.version, b.userAgent, acceptLanguage(b.version)
	if !b.remote() {
		info.Processes = []int{b.group.Pid()} // an isolated document has another one for a moment
	}
	return info
}

// acceptLanguage is the Accept-Language of a browser's requests. The headless shell sends none. The whole browser sends that of its
// locale, which is here the one of browser.environment.
func acceptLanguage(product string) string {
	if strings.HasPrefix(product, "HeadlessChrome/") {
		return ""
	}
	return "en-US,en;q=0.9"
}
