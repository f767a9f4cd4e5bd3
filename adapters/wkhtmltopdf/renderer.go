package wkhtmltopdf

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"go.uber.org/zap"

	"platen/adapters/wkhtmltopdf/polyfill"
	"platen/domain"
	"platen/ports"
)

var _ ports.Engine = (*Renderer)(nil)

// Renderer is wkhtmltopdf as an engine. Make it with New.
type Renderer struct {
	cfg     Config
	egress  ports.Egress
	log     *zap.Logger
	program Program
	folder  string // everything on disk is in it

	workers   chan *worker // those that are free
	available *availability
	restarts  atomic.Int64  // of processes that died or hung
	ended     chan struct{} // holds a value after a process has ended
	watch     sync.WaitGroup
	alive     context.Context // ends with the engine
	end       context.CancelFunc
	close     sync.Once
}

// New makes an engine that is not started yet. egress is its only way to the network.
func New(cfg Config, egress ports.Egress, log *zap.Logger) *Renderer {
	r := &Renderer{
		cfg: cfg, egress: egress, log: log.Named("wkhtmltopdf"),
		workers: make(chan *worker, max(0, cfg.Concurrency)), available: newAvailability(cfg.Concurrency),
		ended: make(chan struct{}, 1),
	}
	r.alive, r.end = context.WithCancel(context.Background())
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
	if r.folder, err = makeFolder(r.cfg.WorkFolder); err != nil {
		return err
	}
	started := make(chan error, r.cfg.Concurrency)
	for range r.cfg.Concurrency {
		go func() {
			w := &worker{engine: r}
			started <- w.start(ctx)
			r.workers <- w
		}()
	}
	for range r.cfg.Concurrency {
		// If several fail, the reason is the same.
		err = cmp.Or(err, <-started)
	}
	if err != nil {
		return errors.Join(err, r.Close())
	}
	r.log.Info("wkhtmltopdf is ready", zap.String("path", r.program.Path), zap.String("version", r.program.Version),
		zap.Int("processes", r.cfg.Concurrency))
	r.available.start()
	r.watch.Go(r.watchIdle)
	return nil
}

// fontsFile is the name of the fontconfig file in the engine's folder.
const fontsFile = "fonts.conf"

// makeFolder makes the engine's folder, with the files that all processes share.
func makeFolder(parent string) (string, error) {
	folder, err := os.MkdirTemp(parent, "wkhtmltopdf-*")
	if err != nil {
		return "", fmt.Errorf("wkhtmltopdf: %w", err)
	}
	if err := os.WriteFile(filepath.Join(folder, fontsFile), []byte(polyfill.FontConfig), 0o600); err != nil {
		return "", errors.Join(fmt.Errorf("wkhtmltopdf: %w", err), os.RemoveAll(folder))
	}
	return folder, nil
}

// Close ends every process and removes every file. Work under way fails.
func (r *Renderer) Close() (err error) {
	r.close.Do(func() {
		r.end()
		if r.folder == "" {
			return
		}
		r.watch.Wait()
		// A worker that prints returns to the pool soon, since its process has ended.
		for range r.cfg.Concurrency {
			(<-r.workers).stop()
		}
		err = os.RemoveAll(r.folder)
	})
	return err
}

// Ready returns why no document can be printed now; nil if one can.
func (r *Renderer) Ready() error {
	if r.alive.Err() != nil {
		return errors.New("wkhtmltopdf: the engine is closed")
	}
	return r.available.problem()
}

// Info describes the engine. Package rendertest checks its capabilities.
func (r *Renderer) Info() ports.EngineInfo {
	version := r.program.Version
	if version != "" && !r.program.Patched() {
		version += " (unpatched qt)"
	}
	return ports.EngineInfo{
		Name: "wkhtmltopdf", Path: r.program.Path, Version: version, Sandbox: "none", Restarts: r.restarts.Load(),
		UserAgent: userAgent(), AcceptLanguage: "en,*",
		Capabilities: Engine.Capabilities,
	}
}

// Render prints one document on the first process that is free.
func (r *Renderer) Render(ctx context.Context, job domain.PrintJob, options ...ports.RenderOption) (domain.PDF, error) {
	if ctx.Err() != nil {
		return domain.PDF{}, ctx.Err()
	}
	select {
	case w := <-r.workers:
		pdf, err := w.render(ctx, job, ports.NewRenderOptions(options...))
		switch {
		case ctx.Err() != nil:
			return domain.PDF{}, ctx.Err()
		case err != nil && r.alive.Err() != nil:
			return domain.PDF{}, closed()
		}
		return pdf, err
	case <-r.available.givenUp():
		return domain.PDF{}, r.available.unavailable()
	case <-ctx.Done():
		return domain.PDF{}, ctx.Err()
	case <-r.alive.Done():
		return domain.PDF{}, closed()
	}
}

func closed() error {
	return &domain.Error{Code: domain.Overloaded, Message: "the service is shutting down", Err: errors.New("wkhtmltopdf: the engine is closed")}
}
