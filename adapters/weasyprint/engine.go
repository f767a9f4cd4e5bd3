package weasyprint

import (
	"context"
	"errors"
	"os"
	"sync"
	"sync/atomic"

	"go.uber.org/zap"

	"platen/adapters/internal/engine"
	"platen/adapters/internal/genericfonts"
	"platen/adapters/internal/workers"
	"platen/ports"
)

var _ ports.Engine = (*Engine)(nil)

// Engine is WeasyPrint. Make it with New.
type Engine struct {
	*workers.Pool

	cfg    Config
	setup  engine.Setup
	log    *zap.Logger
	python string
	folder string // everything on disk is in it

	mu     sync.Mutex
	server *forkServer                  // nil: not started
	ready  atomic.Pointer[readyMessage] // of the last process that was started
}

// New makes an engine that is not started yet.
func New(cfg Config, setup engine.Setup) *Engine {
	e := &Engine{cfg: cfg, setup: setup, log: setup.Log.Named("weasyprint")}
	e.Pool = workers.New(workers.Options{
		Name: "weasyprint", Launch: e.launch, Concurrency: setup.Concurrency, Spare: 1, Recycle: cfg.Recycle, MaxMemory: cfg.MaxMemory,
		Background: setup.Background, Log: e.log,
	})
	return e
}

// Start finds Python, starts all processes and returns when each has printed a test page that is as expected.
func (e *Engine) Start(ctx context.Context) (err error) {
	if err := e.cfg.Validate(); err != nil {
		return err
	}
	if e.python, err = e.cfg.Find(); err != nil {
		return err
	}
	if e.folder, err = genericfonts.MakeFolder(e.setup.WorkFolder, "weasyprint", ""); err != nil {
		return err
	}
	if err := e.Pool.Start(ctx); err != nil {
		return errors.Join(err, e.Close())
	}
	info := e.Info()
	e.log.Info("weasyprint is ready", zap.String("path", info.Path), zap.String("version", info.Version), zap.String("sandbox", info.Sandbox),
		zap.Int("processes", e.Concurrency))
	return nil
}

// Close ends every process and removes every file. Work under way fails.
func (e *Engine) Close() error {
	e.Pool.Close()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.server != nil {
		e.server.close()
		e.server = nil
	}
	return os.RemoveAll(e.folder) // it may not have been made
}

// Info describes the engine. Package rendertest checks its capabilities.
func (e *Engine) Info() ports.EngineInfo {
	info := ports.EngineInfo{
		Name: "weasyprint", Path: e.python, Sandbox: "none", Restarts: e.Restarts(), Processes: e.Processes(), Printing: e.Printing(),
		Capabilities: Kind.Capabilities,
	}
	if ready := e.ready.Load(); ready != nil {
		info.Version, info.Sandbox, info.UserAgent = ready.Version, ready.sandbox(), userAgent(ready.Version)
	}
	return info
}

// userAgent is what WeasyPrint calls itself in its own requests, which the service makes for it.
func userAgent(version string) string { return "WeasyPrint " + version }
