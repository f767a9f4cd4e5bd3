package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.uber.org/fx"
	"go.uber.org/zap"

	"platen/adapters/metrics"
	"platen/app/preview"
	"platen/configs"
	"platen/domain"
	"platen/ports"
)

// previewEngineIdle is how long an engine that only previews use stays open without a document.
const previewEngineIdle = 10 * time.Minute

// previewEngines lets the workbench choose: the configured engine, which prints for all clients, or another one of the
// registry, which prints one document at a time and is open only while it is used.
type previewEngines struct {
	generator ports.Generator
	names     []string // the configured engine's first
	others    map[string]*preview.OnDemand
}

var _ ports.EngineGenerator = (*previewEngines)(nil)

func newPreviewEngines(
	life fx.Lifecycle, config configs.Config, o opener, generator ports.Generator, meter *metrics.Metrics,
) *previewEngines {
	e := &previewEngines{generator: generator, names: EngineNames(config), others: map[string]*preview.OnDemand{}}
	// An engine for previews has one document at a time, with a queue and a deadline of its own.
	config.Render.Concurrency = 1
	for _, name := range e.names[1:] {
		config := config
		config.Engine = name
		e.others[name] = preview.NewOnDemand(func(ctx context.Context) (ports.Generator, func() error, error) {
			o.log.Info("opening an engine for previews", zap.String("engine", name))
			other, err := o.start(ctx, config)
			if err != nil {
				return nil, nil, err
			}
			fixed := func(context.Context) string { return name }
			return meter.Generator(withAdmission(config, other.generator), fixed), other.Close, nil
		}, startTimeout, previewEngineIdle)
	}
	life.Append(fx.StopHook(e.close))
	return e
}

// Engines implements ports.EngineGenerator.
func (e *previewEngines) Engines() []string { return e.names }

// GenerateWith implements ports.EngineGenerator.
func (e *previewEngines) GenerateWith(ctx context.Context, engine string, request domain.Request) (domain.Document, error) {
	if engine == e.names[0] {
		client := ports.ClientOf(ctx)
		client.Engine = engine // its key may name another one
		return e.generator.Generate(ports.WithClient(ctx, client), request)
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
