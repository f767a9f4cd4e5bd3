package app

import (
	"go.uber.org/fx"

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
