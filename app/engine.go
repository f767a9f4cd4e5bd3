package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"

	"go.uber.org/zap"

	"platen/adapters/egress"
	"platen/adapters/engines"
	"platen/adapters/fontconfig"
	"platen/adapters/pdf/reader"
	"platen/adapters/pdf/stamper"
	"platen/adapters/sheetreader"
	"platen/adapters/workfolder"
	"platen/app/admission"
	"platen/app/generate"
	"platen/app/rendercache"
	"platen/app/retry"
	"platen/configs"
	"platen/domain"
	"platen/domain/page"
	"platen/ports"
)

// opener opens engines, each with a generator: for the service, its shadow and previews, and for commands. They share the network,
// the folder for files, and the fonts.
type opener struct {
	folder *workfolder.Folder
	egress *egress.Egress
	fonts  func() string // their digest
	log    *zap.Logger
	// prints are kept for all engines together; nil: for each by itself.
	prints *rendercache.Cache
	// background: the engines' processes give way to those of others.
	background bool
}

// withOpener makes an opener, does the work, and closes what engines share, even if the work failed.
func withOpener(config configs.Config, log *zap.Logger, work func(opener) error) (err error) {
	folder, err := workfolder.Open(log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	guard, err := egress.New(config.Egress, log)
	if err != nil {
		return &SettingsError{err}
	}
	defer guard.Close()
	reading, stop := context.WithCancel(context.Background())
	defer stop()
	return work(opener{folder: folder, egress: guard, fonts: readFonts(reading, fontconfig.Fonts{}, log), log: log})
}

// engine is an engine with its generator.
type engine struct {
	ports.Engine
	// generator has retries around the engine, and no limits.
	generator ports.Generator
}

// open makes the engine that the configuration names. It is not started.
func (o opener) open(config configs.Config) (*engine, error) {
	kind, known := config.Registry.Find(config.Engine)
	if !known {
		return nil, fmt.Errorf("engine: %q is not known", config.Engine)
	}
	if err := findNamed(config.Engine, config.Engines[config.Engine]); err != nil {
		return nil, err
	}
	e := o.make(kind, config)
	return &engine{e, o.generator(config, e)}, nil
}

// make makes an engine of any kind with its settings.
func (o opener) make(kind engines.Kind, config configs.Config) ports.Engine {
	return &diskSpaceEngine{Engine: kind.Open(config.Engines[kind.Name], o.setup(config)), folderFull: o.folder.Full}
}

// start opens and starts the engine that the configuration names. The context bounds the start.
func (o opener) start(ctx context.Context, config configs.Config) (*engine, error) {
	e, err := o.open(config)
	if err != nil {
		return nil, &SettingsError{err}
	}
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	if err := e.Start(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("start: %w", err), e.Close())
	}
	return e, nil
}

func (o opener) setup(config configs.Config) engines.Setup {
	return engines.Setup{
		Concurrency: config.Render.EffectiveConcurrency(), MaxPDF: config.Render.MaxPDF, Reproducible: config.Render.Reproducible,
		Background: o.background, WorkFolder: o.folder.Path(), Egress: o.egress, Log: o.log,
	}
}

// findNamed checks that the program that the configuration names for its engine exists, before anything is started. Without a
// name, the engine itself looks on PATH.
func findNamed(engine string, config engines.Config) error {
	key, program := config.Program()
	if program == "" {
		return nil
	}
	if _, err := exec.LookPath(program); err != nil {
		return fmt.Errorf("%s.%s: %w; name a program that is installed, or leave the key empty to look on PATH", engine, key, err)
	}
	return nil
}

func (o opener) generator(config configs.Config, engine ports.Engine) ports.Generator {
	renderer := ports.Renderer(retry.Renderer{Renderer: engine, Log: o.log})
	if limit := config.Render.HeaderCache; limit > 0 {
		renderer = cmp.Or(o.prints, rendercache.New(limit)).Renderer(renderer, engine.Info)
	}
	return generate.New(generate.Dependencies{
		Engine: engine.Info(), Renderer: renderer, Reader: reader.Reader{},
		Stamper: stamper.Stamper{Reproducible: config.Render.Reproducible},
		Network: o.egress, Sheets: sheetreader.Reader{Engine: engine.Info}, Fingerprint: fingerprint(config, engine, o.fonts),
	}, generate.Settings{
		Template: config.Template,
		Page:     defaultPage(config),
		MaxPages: config.Render.MaxPages, MaxPDF: config.Render.MaxPDF,
		Standards: config.PDF.Standards,
	})
}

// defaultPage is the page of documents whose own CSS says nothing of pages.
func defaultPage(config configs.Config) page.Page {
	return page.Page{
		Size: domain.A4, Margins: domain.UniformMargins(config.Page.Margin),
		Steering: page.Steering{Edge: config.Page.Edge, Gap: config.Page.Gap},
	}
}

// withAdmission puts limits and a queue around a generator.
func withAdmission(config configs.Config, generator ports.Generator) *admission.Admission {
	return admission.New(generator, admission.Limits{
		Concurrency: config.Render.EffectiveConcurrency(), Queue: config.Render.Queue, Timeout: config.Render.Timeout,
	})
}
