package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.uber.org/fx"
	"go.uber.org/zap"

	"platen/adapters/engines"
	"platen/adapters/workfolder"
	"platen/app/preview"
	"platen/domain"
	"platen/ports"
)

// previewEngineIdle is how long an engine that only previews use stays open without a document.
const previewEngineIdle = 10 * time.Minute

// previewEngines lets the workbench choose: the configured engine, which prints for all clients, or another one of the
// registry, which prints one document at a time and is open only while it is used.
type previewEngines struct {
	configured string
	generator  ports.Generator
	names      []string
	others     map[string]*preview.OnDemand
}

var _ ports.EngineGenerator = (*previewEngines)(nil)

// previewEngineParts are those of a generator, and where to put the engine's files.
type previewEngineParts struct {
	fx.In

	Generator ports.Generator
	Parts     generatorParts
	Folder    *workfolder.Folder
	By        instruments
}

func newPreviewEngines(life fx.Lifecycle, p previewEngineParts) *previewEngines {
	config := p.Parts.Config
	e := &previewEngines{configured: config.Engine, generator: p.Generator, names: EngineNames(config), others: map[string]*preview.OnDemand{}}
	for _, kind := range config.Registry {
		if kind.Name != config.Engine {
			open := func(ctx context.Context) (ports.Generator, func() error, error) { return p.open(ctx, kind) }
			e.others[kind.Name] = preview.NewOnDemand(open, startTimeout, previewEngineIdle)
		}
	}
	life.Append(fx.StopHook(e.close))
	return e
}

// open starts an engine for one document at a time, with a queue and a deadline of its own.
func (p previewEngineParts) open(ctx context.Context, kind engines.Kind) (ports.Generator, func() error, error) {
	parts := p.Parts
	parts.Config.Engine, parts.Config.Render.Concurrency = kind.Name, 1
	parts.Metrics = nil // its gauges are the configured engine's
	if err := findNamed(kind.Name, parts.Config.Engines[kind.Name].Program()); err != nil {
		return nil, nil, err
	}
	parts.Log.Info("opening an engine for previews", zap.String("engine", kind.Name))
	parts.Engine = openEngine(kind, parts.Config, p.Folder, parts.Egress, parts.Log)
	if err := parts.Engine.Start(ctx); err != nil {
		return nil, nil, errors.Join(err, parts.Engine.Close())
	}
	return newGenerator(parts.Config, newAdmission(parts), p.By), parts.Engine.Close, nil
}

// Engines implements ports.EngineGenerator.
func (e *previewEngines) Engines() []string { return e.names }

// GenerateWith implements ports.EngineGenerator.
func (e *previewEngines) GenerateWith(ctx context.Context, engine string, request domain.Request) (domain.Document, error) {
	if engine == e.configured {
		return e.generator.Generate(ctx, request)
	}
	other, known := e.others[engine]
	if !known {
		return domain.Document{}, domain.Invalidf("the engine %q is not known", engine)
	}
	generator, release, err := other.Acquire(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return domain.Document{}, ctx.Err()
		}
		return domain.Document{}, &domain.Error{Code: domain.RenderFailed, Err: err,
			Message: fmt.Sprintf("the engine %s cannot be started on this machine; `platen doctor` says why", engine)}
	}
	defer release()
	return generator.Generate(ctx, request)
}

func (e *previewEngines) close() error {
	var errs []error
	for _, other := range e.others {
		errs = append(errs, other.Close())
	}
	return errors.Join(errs...)
}
