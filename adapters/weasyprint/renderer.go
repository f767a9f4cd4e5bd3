package weasyprint

import (
	"context"
	"errors"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"go.uber.org/zap"

	"platen/adapters/internal/genericfonts"
	"platen/adapters/internal/workers"
	"platen/ports"
)

var _ ports.Engine = (*Renderer)(nil)

// Renderer is WeasyPrint as an engine. Make it with New.
type Renderer struct {
	*workers.Pool

	cfg    Config
	egress ports.Egress
	log    *zap.Logger
	python string
	folder string // everything on disk is in it

	mu       sync.Mutex
	template *template                    // nil: not started
	ready    atomic.Pointer[readyMessage] // of the last process that was started
}

// New makes an engine that is not started yet. egress is its only way to the network.
func New(cfg Config, egress ports.Egress, log *zap.Logger) *Renderer {
	r := &Renderer{cfg: cfg, egress: egress, log: log.Named("weasyprint")}
	r.Pool = workers.New(workers.Options{
		Name: "weasyprint", Launch: r.launch, Concurrency: cfg.Concurrency, Spare: 1, Recycle: cfg.Recycle, MaxMemory: cfg.MaxMemory,
		Background: cfg.Background, Log: r.log,
	})
	return r
}

// Start finds Python, starts all processes and returns when each has printed a test page that is as expected.
func (r *Renderer) Start(ctx context.Context) (err error) {
	if err := r.cfg.Validate(); err != nil {
		return err
	}
	if r.python, err = r.cfg.Find(); err != nil {
		return err
	}
	if r.folder, err = genericfonts.MakeFolder(r.cfg.WorkFolder, "weasyprint"); err != nil {
		return err
	}
	if err := r.Pool.Start(ctx); err != nil {
		return errors.Join(err, r.Close())
	}
	info := r.Info()
	r.log.Info("weasyprint is ready", zap.String("path", info.Path), zap.String("version", info.Version), zap.String("sandbox", info.Sandbox),
		zap.Int("processes", r.cfg.Concurrency))
	return nil
}

// Close ends every process and removes every file. Work under way fails.
func (r *Renderer) Close() error {
	r.Pool.Close()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.template != nil {
		r.template.close()
		r.template = nil
	}
	return os.RemoveAll(r.folder) // it may not have been made
}

// Info describes the engine. Package rendertest checks its capabilities.
func (r *Renderer) Info() ports.EngineInfo {
	info := ports.EngineInfo{
		Name: "weasyprint", Path: r.python, Sandbox: "none", Restarts: r.Restarts(), Processes: r.Processes(), Capabilities: Engine.Capabilities,
	}
	if ready := r.ready.Load(); ready != nil {
		major, _, _ := strings.Cut(ready.Version, ".")
		number, _ := strconv.Atoi(major)
		info.Version, info.Sandbox, info.Capabilities = ready.Version, ready.sandbox(), capabilities(number)
		info.UserAgent = userAgent(ready.Version)
	}
	return info
}

// userAgent is what WeasyPrint calls itself in its own requests, which the service makes for it.
func userAgent(version string) string { return "WeasyPrint " + version }
