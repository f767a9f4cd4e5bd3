package wkhtmltopdf

import (
	"context"
	"errors"
	"os"

	"go.uber.org/zap"

	"platen/adapters/internal/genericfonts"
	"platen/adapters/internal/workers"
	"platen/ports"
)

var _ ports.Engine = (*Renderer)(nil)

// Renderer is wkhtmltopdf as an engine. Make it with New.
type Renderer struct {
	*workers.Pool

	cfg     Config
	egress  ports.Egress
	log     *zap.Logger
	program Program
	folder  string // everything on disk is in it
}

// New makes an engine that is not started yet. egress is its only way to the network.
func New(cfg Config, egress ports.Egress, log *zap.Logger) *Renderer {
	r := &Renderer{cfg: cfg, egress: egress, log: log.Named("wkhtmltopdf")}
	r.Pool = workers.New(workers.Options{
		Name: "wkhtmltopdf", Launch: r.launch, Concurrency: cfg.Concurrency, Recycle: cfg.recycle(), MaxMemory: cfg.MaxMemory,
		Background: cfg.Background, Log: r.log,
	})
	return r
}

// Start finds the program, starts all processes and returns when each has printed a test page that is as expected.
func (r *Renderer) Start(ctx context.Context) (err error) {
	if err := r.cfg.Validate(); err != nil {
		return err
	}
	if r.program, err = r.cfg.Find(ctx); err != nil {
		return err
	}
	if r.folder, err = genericfonts.MakeFolder(r.cfg.WorkFolder, "wkhtmltopdf"); err != nil {
		return err
	}
	if err := r.Pool.Start(ctx); err != nil {
		return errors.Join(err, r.Close())
	}
	r.log.Info("wkhtmltopdf is ready", zap.String("path", r.program.Path), zap.String("version", r.program.Version),
		zap.Int("processes", r.cfg.Concurrency))
	return nil
}

// Close ends every process and removes every file. Work under way fails.
func (r *Renderer) Close() error {
	r.Pool.Close()
	return os.RemoveAll(r.folder) // it may not have been made
}

// Info describes the engine. Package rendertest checks its capabilities.
func (r *Renderer) Info() ports.EngineInfo {
	version := r.program.Version
	if version != "" && !r.program.Patched() {
		version += " (unpatched qt)"
	}
	return ports.EngineInfo{
		Name: "wkhtmltopdf", Path: r.program.Path, Version: version, Sandbox: "none", Restarts: r.Restarts(), Processes: r.Processes(),
		UserAgent: userAgent(), AcceptLanguage: "en,*",
		Capabilities: Engine.Capabilities,
	}
}
