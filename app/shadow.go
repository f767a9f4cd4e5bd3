package app

import (
	"context"
	"fmt"

	"go.uber.org/fx"

	"platen/adapters/metrics"
	"platen/adapters/pdf/reader"
	"platen/adapters/poppler"
	"platen/adapters/shadowfolder"
	"platen/app/compare"
	"platen/app/shadow"
	"platen/configs"
	"platen/domain"
	"platen/domain/comparison"
)

// newShadow opens the second engine of a service, which renders one document at a time in the background. It returns nil where there is
// none.
func newShadow(life fx.Lifecycle, start startContext, config configs.Config, o opener, engines *serviceEngines,
	meter *metrics.Metrics) (*shadow.Shadow, error) {
	settings := config.Shadow
	if settings.Engine == "" {
		return nil, nil
	}
	name, secondConfig, err := config.ShadowEngine()
	if err != nil {
		return nil, err
	}
	o.background, secondConfig.Render.Concurrency = true, 1
	err = poppler.Installed()
	var second *engine
	if err == nil {
		second, err = o.open(secondConfig)
	}
	if err != nil {
		return nil, fmt.Errorf("shadow.engine: %w", err)
	}
	life.Append(fx.StartStopHook(func() error { return second.Start(start) }, second.Close))
	folder, err := shadowfolder.Open(settings.Dir, settings.MaxBytes)
	if err != nil {
		return nil, fmt.Errorf("shadow.dir: %w", err)
	}
	life.Append(fx.StopHook(folder.Close))
	names := func() []comparison.Engine {
		configured := comparison.Engine{Name: config.Engine, Version: engines.configured.Info().Version}
		return []comparison.Engine{configured, {Name: name, Version: second.Info().Version}}
	}
	s := shadow.New(shadow.Dependencies{
		Engines: names, Second: withAdmission(secondConfig, second.generator), Compare: comparePair(config.Engine, name),
		Store: folder, Compared: meter.ShadowCompared, Dropped: meter.ShadowDropped, Log: o.log,
	}, shadow.Settings{Sample: settings.Sample, KeepRequests: settings.KeepRequests, Timeout: secondConfig.Render.Timeout})
	life.Append(fx.StopHook(s.Close))
	return s, nil
}

// lowestPriority is the greatest niceness (nice(2)).
const lowestPriority = 19

// comparePair compares without pictures.
func comparePair(first, second string) func(context.Context, string, domain.Document, domain.Document, error) (comparison.Document, error) {
	config := poppler.DefaultConfig()
	config.Niceness = lowestPriority
	comparer := &compare.Comparer{Engines: []compare.Engine{{Name: first}, {Name: second}}, Rasterizer: poppler.New(config, reader.Reader{}),
		Reader: reader.Reader{}}
	return func(ctx context.Context, name string, served, second domain.Document, failure error) (comparison.Document, error) {
		return comparer.Compare(ctx, name, compare.Rendering{Document: served}, compare.Rendering{Document: second, Failure: failure})
	}
}
