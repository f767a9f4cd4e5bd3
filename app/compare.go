package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.uber.org/fx"
	"go.uber.org/zap"

	"platen/adapters/comparereport"
	"platen/adapters/pdf/reader"
	"platen/adapters/pdffolder"
	"platen/adapters/poppler"
	"platen/adapters/remote"
	"platen/adapters/shadowfolder"
	"platen/app/compare"
	"platen/app/compare/verdict"
	"platen/configs"
	"platen/domain/comparison"
	"platen/ports"
)

// Contestant is an engine, a server or a folder that takes part in a comparison.
type Contestant struct {
	Name string
	// Config is that of an engine of this machine; nil for the others.
	Config *configs.Config
	// URL and Key are a server's.
	URL, Key string
	// Folder holds finished PDFs.
	Folder string
}

// Comparison is what `platen compare` is asked for.
type Comparison struct {
	// Contestants are at least two, the reference first.
	Contestants []Contestant
	Samples     []ports.Sample
	Runs        int
	// Out is the folder of the report.
	Out string
	// Limits are those of PDFs.
	Limits configs.Render
	// Started is told the number of steps when everything is ready, and Progress how many are done.
	Started, Progress func(steps int)
}

// EngineNames are the engines of this build, the configured one first.
func EngineNames(config configs.Config) []string {
	names := []string{config.Engine}
	for _, name := range config.Registry.Names() {
		if name != config.Engine {
			names = append(names, name)
		}
	}
	return names
}

// remoteTimeout bounds one document of another server, which may be busy.
const remoteTimeout = 5 * time.Minute

// Compare starts the engines, renders and compares the samples, and writes the report. Errors before anything is rendered
// are SettingsErrors where they are about settings.
func Compare(ctx context.Context, c Comparison, log *zap.Logger) (comparison.Summary, error) {
	if err := poppler.Installed(); err != nil {
		return comparison.Summary{}, &SettingsError{err}
	}
	engines := make([]compare.Engine, len(c.Contestants))
	for i, contestant := range c.Contestants {
		engine, err := openSource(contestant, c.Limits)
		if err != nil {
			return comparison.Summary{}, &SettingsError{err}
		}
		engines[i] = engine
	}
	report, err := comparereport.New(c.Out)
	if err != nil {
		return comparison.Summary{}, &SettingsError{err}
	}
	defer func() { _ = report.Close() }()
	var summary comparison.Summary
	err = withEngines(ctx, c.Contestants, engines, log, func(ctx context.Context) error {
		comparer := &compare.Comparer{Engines: engines, Rasterizer: poppler.New(poppler.DefaultConfig()), Bookmarks: reader.PDF{}, Report: report, Runs: c.Runs, Progress: c.Progress}
		c.Started(comparer.Steps(len(c.Samples)))
		summary, err = comparer.Run(ctx, c.Samples)
		return err
	})
	return summary, err
}

// CompareShadow writes a report of what the shadow of a service left in a folder. The second result is how many of its
// documents are of other engines, and left out.
func CompareShadow(ctx context.Context, dir, out string) (summary comparison.Summary, left int, err error) {
	results, err := shadowfolder.Read(dir)
	if err == nil && len(results.Lines) == 0 {
		err = errors.New("there is no result of a shadow in it")
	}
	if err != nil {
		return summary, 0, &SettingsError{fmt.Errorf("--shadow %s: %w", dir, err)}
	}
	report, err := comparereport.New(out)
	if err != nil {
		return summary, 0, &SettingsError{err}
	}
	defer func() { _ = report.Close() }()
	summary, left = verdict.FromShadow(results.Lines)
	return summary, left, report.Finish(ctx, summary)
}

// openSource opens what is no engine of this machine.
func openSource(c Contestant, limits configs.Render) (compare.Engine, error) {
	engine := compare.Engine{Name: c.Name, Version: func() string { return "" }}
	var err error
	switch {
	case c.URL != "":
		var server *remote.Source
		if server, err = remote.New(remote.Config{URL: c.URL, Key: c.Key, Timeout: remoteTimeout, MaxPDF: limits.MaxPDF}); err == nil {
			engine.Source, engine.Version = server, server.Version
		}
	case c.Folder != "":
		engine.Source, err = pdffolder.New(c.Folder, limits.MaxPDF)
	}
	return engine, err
}

// withEngines starts the engines one after the other, does the work, and stops them again.
func withEngines(ctx context.Context, contestants []Contestant, engines []compare.Engine, log *zap.Logger, work func(context.Context) error) error {
	for i, c := range contestants {
		if c.Config == nil {
			continue
		}
		var generator ports.Generator
		var engine ports.Engine
		return run(ctx, *c.Config, log, fx.Populate(&generator, &engine), func(ctx context.Context) error {
			engines[i].Name, engines[i].Source = c.Name, compare.FromGenerator(generator)
			engines[i].Version = func() string { return engine.Info().Version }
			return withEngines(ctx, contestants[i+1:], engines[i+1:], log, work)
		})
	}
	return work(ctx)
}
