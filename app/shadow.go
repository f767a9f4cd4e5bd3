package app

import (
	"context"
	"fmt"

	"go.uber.org/fx"

	"platen/adapters/metrics"
	"platen/adapters/poppler"
	"platen/adapters/shadowfolder"
	"platen/adapters/workfolder"
	"platen/app/compare"
	"platen/app/shadow"
	"platen/configs"
	"platen/domain"
	"platen/domain/comparison"
	"platen/ports"
)

// shadowModule is the second engine of a service, and what becomes of its documents.
// It is no fx.Module, whose decorations end with it.
var shadowModule = fx.Options(fx.Provide(newShadow), fx.Decorate(func(next ports.Generator, s *shadow.Shadow) ports.Generator {
	if s == nil {
		return next
	}
	return s.Generator(next)
}))

// shadowParts are the parts of a service that the shadow needs.
type shadowParts struct {
	fx.In

	Life    fx.Lifecycle
	Start   startContext
	Folder  *workfolder.Folder
	Parts   generatorParts
	Metrics *metrics.Metrics
}

// newShadow returns nil where there is no second engine.
func newShadow(p shadowParts) (*shadow.Shadow, error) {
	first, settings := p.Parts, p.Parts.Config.Shadow
	if settings.Engine == "" {
		return nil, nil
	}
	name, config, err := first.Config.ShadowEngine()
	if err != nil {
		return nil, err
	}
	second, err := p.openSecond(config)
	if err != nil {
		return nil, fmt.Errorf("shadow.engine: %w", err)
	}
	folder, err := shadowfolder.Open(settings.Dir, settings.MaxBytes)
	if err != nil {
		return nil, fmt.Errorf("shadow.dir: %w", err)
	}
	p.Life.Append(fx.StopHook(folder.Close))
	names := func() []comparison.Engine {
		return []comparison.Engine{{Name: first.Config.Engine, Version: first.Engine.Info().Version}, {Name: name, Version: second.Engine.Info().Version}}
	}
	s := shadow.New(shadow.Parts{
		Engines: names, Second: newAdmission(second), Compare: comparePair(first.Config.Engine, name),
		Store: folder, Compared: p.Metrics.ShadowCompared, Dropped: p.Metrics.ShadowDropped, Log: first.Log,
	}, shadow.Settings{Sample: settings.Sample, KeepRequests: settings.KeepRequests, Timeout: config.Render.Timeout})
	p.Life.Append(fx.StopHook(s.Close))
	return s, nil
}

// openSecond opens the second engine, which renders one document at a time in the background, and gives the parts of a
// generator with it. Nobody measures that.
func (p shadowParts) openSecond(config configs.Config) (generatorParts, error) {
	config.Render.Concurrency = 1
	parts := p.Parts
	parts.Config, parts.Metrics = config, nil
	if err := poppler.Installed(); err != nil {
		return parts, err
	}
	kind, _ := config.Registry.Find(config.Engine)
	if err := findNamed(kind.Name, config.Engines[kind.Name].Program()); err != nil {
		return parts, err
	}
	setup := engineSetup(config, p.Folder, parts.Egress, parts.Log)
	setup.Background = true
	engine := kind.Open(config.Engines[kind.Name], setup)
	p.Life.Append(fx.StartStopHook(func() error { return engine.Start(p.Start) }, engine.Close))
	parts.Engine = engine
	return parts, nil
}

// lowestPriority is the greatest niceness (nice(2)).
const lowestPriority = 19

// comparePair compares without pictures.
func comparePair(first, second string) func(context.Context, string, domain.Document, domain.Document, error) (comparison.Document, error) {
	config := poppler.DefaultConfig()
	config.Niceness = lowestPriority
	comparer := &compare.Comparer{Engines: []compare.Engine{{Name: first}, {Name: second}}, Rasterizer: poppler.New(config)}
	return comparer.Pair
}
