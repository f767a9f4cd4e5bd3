package wkhtmltopdf

import (
	"context"
	"errors"
	"os"

	"go.uber.org/zap"

	"platen/adapters/internal/engine"
	"platen/adapters/internal/genericfonts"
	"platen/adapters/internal/workers"
	"platen/ports"
)

var _ ports.Engine = (*Engine)(nil)

// Engine is wkhtmltopdf. Make it with New.
type Engine struct {
	*workers.Pool

	cfg    Config
	setup  engine.Setup
	log    *zap.Logger
	folder string // everything on disk is in it

	path, version string // of the program; see Config.Find
}

// New makes an engine that is not started yet.
func New(cfg Config, setup engine.Setup) *Engine {
	if setup.Reproducible {
		// Each process is started in the same state: the fonts that a document made Qt load move letters and lines of the next one by fractions
		// of a pixel.
		cfg.Recycle = 1
	}
	e := &Engine{cfg: cfg, setup: setup, log: setup.Log.Named("wkhtmltopdf")}
	e.Pool = workers.New(workers.Options{
		Name: "wkhtmltopdf", Launch: e.launch, Concurrency: setup.Concurrency, Recycle: cfg.Recycle, MaxMemory: cfg.MaxMemory,
		Background: setup.Background, Log: e.log,
	})
	return e
}

// withoutBitmaps rejects fonts of coloured bitmaps. Qt paints nothing for their characters, and gives them another width in the first
// document of a process than in later ones.
const withoutBitmaps = `<selectfont><rejectfont><pattern>
    <patelt name="color"><bool>true</bool></patelt><patelt name="outline"><bool>false</bool></patelt>
  </pattern></rejectfont></selectfont>`

// Start finds the program, starts all processes and returns when each has printed a test page that is as expected.
func (e *Engine) Start(ctx context.Context) (err error) {
	if err := e.cfg.Validate(); err != nil {
		return err
	}
	if e.path, e.version, err = e.cfg.Find(ctx); err != nil {
		return err
	}
	if e.folder, err = genericfonts.MakeFolder(e.setup.WorkFolder, "wkhtmltopdf", withoutBitmaps); err != nil {
		return err
	}
	if err := e.Pool.Start(ctx); err != nil {
		return errors.Join(err, e.Close())
	}
	e.log.Info("wkhtmltopdf is ready", zap.String("path", e.path), zap.String("version", e.version),
		zap.Int("processes", e.Concurrency))
	return nil
}

// Close ends every process and removes every file. Work under way fails.
func (e *Engine) Close() error {
	e.Pool.Close()
	return os.RemoveAll(e.folder) // it may not have been made
}

// Info describes the engine. Package rendertest checks its capabilities.
func (e *Engine) Info() ports.EngineInfo {
	return ports.EngineInfo{
		Name: "wkhtmltopdf", Path: e.path, Version: e.version, Sandbox: "none", Restarts: e.Restarts(), Processes: e.Processes(),
		UserAgent: userAgent(), AcceptLanguage: "en,*", Printing: e.Printing(), Capabilities: Kind.Capabilities,
	}
}
