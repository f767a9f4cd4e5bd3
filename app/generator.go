package app

import (
	"context"

	"go.uber.org/fx"
	"go.uber.org/zap"

	"platen/adapters/keyfile"
	"platen/adapters/metrics"
	"platen/adapters/tracing"
	"platen/app/admission"
	"platen/app/rendercache"
	"platen/app/shadow"
	"platen/configs"
	"platen/ports"
)

// generatorModule is the engines of the service, and its generator.
var generatorModule = fx.Module("generator", fx.Provide(newEngines, newAdmission, newShadow, newGenerator))

func newEngines(life fx.Lifecycle, start startContext, config configs.Config, o opener, keyring *keyfile.Keyring,
	meter *metrics.Metrics) (*serviceEngines, error) {
	o.prints = rendercache.New(config.Render.HeaderCache)
	o.egress.Observe(meter.Fetched)
	engines, err := newServiceEngines(config, o)
	if err != nil {
		return nil, err
	}
	keyring.Observe(func() { engines.openNamed(engines.life, keyring.Engines()) })
	life.Append(fx.StartStopHook(func() error { return engines.start(start, keyring.Engines()) }, engines.close))
	return engines, nil
}

// newAdmission returns the limits that all engines share.
func newAdmission(config configs.Config, engines *serviceEngines) *admission.Admission {
	return withAdmission(config, engines)
}

// newGenerator returns the generator for clients, measured from a document's arrival on.
func newGenerator(admission *admission.Admission, engines *serviceEngines, s *shadow.Shadow, meter *metrics.Metrics,
	traces *tracing.Tracing) ports.Generator {
	generator := meter.Generator(admission, engines.nameFor)
	if traces != nil {
		generator = traces.Generator(generator)
	}
	if s != nil {
		generator = s.Generator(generator)
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
	if !tracing.Wanted() {
		return nil, nil
	}
	traces, err := tracing.Open(context.Background(), config.Admin.Version, log)
	if err != nil {
		return nil, err
	}
	life.Append(fx.StopHook(traces.Close))
	return traces, nil
}
