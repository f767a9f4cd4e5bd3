package app

import (
	"context"
	"os"

	"go.uber.org/fx"
	"go.uber.org/zap"

	"platen/adapters/metrics"
	"platen/adapters/tracing"
	"platen/app/shadow"
	"platen/configs"
	"platen/ports"
)

// generatorModule is the engine that the configuration names, and the generator of the service.
var generatorModule = fx.Module("generator", fx.Provide(newEngine, newShadow, newGenerator))

func newEngine(life fx.Lifecycle, start startContext, config configs.Config, o opener, measured *metrics.Metrics) (*engine, error) {
	o.metrics = measured
	o.egress.Observe(measured.Fetched)
	e, err := o.open(config)
	if err != nil {
		return nil, err
	}
	life.Append(fx.StartStopHook(func() error { return e.Start(start) }, e.Close))
	return e, nil
}

// newGenerator returns the generator for clients, measured from a document's arrival on.
func newGenerator(e *engine, s *shadow.Shadow, measured *metrics.Metrics, traces *tracing.Tracing) ports.Generator {
	generator := observed(e, measured, traces)
	if s != nil {
		generator = s.Generator(generator)
	}
	return generator
}

// observed measures and traces an engine's documents.
func observed(e *engine, measured *metrics.Metrics, traces *tracing.Tracing) ports.Generator {
	generator := measured.Generator(e.generator, e.name)
	if traces != nil {
		generator = traces.Generator(generator)
	}
	return generator
}

// insightModule has the metrics and traces of a running service. Commands that print do not use it.
var insightModule = fx.Module("insight", fx.Provide(
	func(config configs.Config) *metrics.Metrics { return metrics.New(config.Metrics) },
	newTracing,
))

// newTracing sends traces if the environment says where to; else it is nil.
func newTracing(life fx.Lifecycle, config configs.Config, log *zap.Logger) (*tracing.Tracing, error) {
	if !tracing.Wanted(os.Getenv) {
		return nil, nil
	}
	traces, err := tracing.Open(context.Background(), config.Admin.Version, os.Getenv, log)
	if err != nil {
		return nil, err
	}
	life.Append(fx.StopHook(traces.Close))
	return traces, nil
}
