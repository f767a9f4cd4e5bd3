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

	"platen/adapters/internal/engine"
	"platen/adapters/internal/workers"
	"platen/ports"
)

var _ ports.Engine = (*Engine)(nil)

// Engine is Chrome. Its processes are tabs.
type Engine struct {
	*workers.Pool

	cfg   Config
	setup engine.Setup
	log   *zap.Logger

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
func New(cfg Config, setup engine.Setup) *Engine {
	e := &Engine{
		cfg: cfg, setup: setup, log: setup.Log.Named("chrome"),
		openTimeout: openTimeout, healthCheck: defaultHealthCheck, leavesState: leavesState,
		starting: make(chan struct{}, 1),
	}
	e.Pool = workers.New(workers.Options{
		Name: "chrome", Launch: e.openTab, Concurrency: setup.Concurrency, Spare: (setup.Concurrency + 1) / 2, Persist: true,
		TakeTurns: true, Recycle: cfg.Recycle, MaxMemory: cfg.MaxMemory, Background: setup.Background, Log: e.log,
	})
	return e
}

// Start launches the browser. It returns when every tab has printed its warm-up page, since tabs that are still being opened would
// slow the first documents down.
func (e *Engine) Start(ctx context.Context) error {
	if err := e.cfg.Validate(); err != nil {
		return err
	}
	first, err := e.running(ctx)
	if err != nil {
		return err
	}
	if err := e.Pool.Start(ctx); err != nil {
		return errors.Join(fmt.Errorf("chrome: print the warm-up page: %w", err), e.Close())
	}
	e.log.Info("chrome is ready", zap.String("path", first.path), zap.String("version", first.version),
		zap.String("sandbox", e.cfg.sandboxStatus()), zap.Int("tabs", e.Concurrency+e.Spare))
	return nil
}

// Close ends the browser and its tabs. It waits for the documents in them to fail.
func (e *Engine) Close() error {
	e.Pool.Close()
	if b := e.browser.Load(); b != nil {
		b.close()
	}
	e.work.Wait()
	return nil
}

// Ready returns why no document can be printed now; nil if one can.
func (e *Engine) Ready() error {
	if err := e.Pool.Ready(); err != nil {
		return err
	}
	if err := e.browser.Load().problem(); err != nil {
		return fmt.Errorf("chrome: the browser is being restarted: %w", err)
	}
	return nil
}

// Info describes the engine.
func (e *Engine) Info() ports.EngineInfo {
	info := ports.EngineInfo{
		Name: "chrome", Sandbox: e.cfg.sandboxStatus(), Remote: e.cfg.URL != "", Restarts: e.restarts.Load(), Printing: e.Printing(),
		Capabilities: Kind.Capabilities,
	}
	b := e.browser.Load()
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
