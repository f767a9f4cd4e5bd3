package app

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"go.uber.org/zap"

	"platen/adapters/comparereport"
	"platen/adapters/pdf/reader"
	"platen/adapters/poppler"
	"platen/adapters/shadowfolder"
	"platen/app/compare"
	"platen/app/compare/verdict"
	"platen/configs"
	"platen/domain"
	"platen/domain/comparison"
	"platen/domain/htmldoc"
	"platen/ports"
)

// Contestant takes part in a comparison.
type Contestant struct {
	Name string
	// Config is that of an engine of this machine; nil for the others.
	Config *configs.Config
	// Other is any other source, of OpenSource.
	Other compare.Engine
}

// Comparison is what `platen compare` is asked for.
type Comparison struct {
	// Contestants are at least two, the reference first.
	Contestants []Contestant
	Samples     []ports.Sample
	Runs        int
	// IgnoreOf says what does not count in a document; nil: everything counts.
	IgnoreOf func(document string) []compare.Ignored
	// Out is the folder of the report.
	Out string
	// Config is the configuration of the command, whose network and limits the contestants share.
	Config configs.Config
	// Choose: also say which engine suits each document.
	Choose bool
	// Progress is called after each step.
	Progress func(done, of int)
}

// EngineNames are the engines of this build, the configured one first.
func EngineNames(config configs.Config) []string {
	others := slices.DeleteFunc(config.Registry.Names(), func(name string) bool { return name == config.Engine })
	return append([]string{config.Engine}, others...)
}

// Compare starts the engines, renders and compares the samples, and writes the report. Errors before anything is rendered
// are SettingsErrors where they are about settings.
func Compare(ctx context.Context, c Comparison, log *zap.Logger) (comparison.Summary, error) {
	if err := poppler.Installed(); err != nil {
		return comparison.Summary{}, &SettingsError{err}
	}
	report, err := comparereport.New(c.Out)
	if err != nil {
		return comparison.Summary{}, &SettingsError{err}
	}
	defer func() { _ = report.Close() }()
	var summary comparison.Summary
	err = withContestants(ctx, c.Config, c.Contestants, log, func(ctx context.Context, opened []compare.Engine) error {
		comparer := &compare.Comparer{
			Engines: opened, Rasterizer: poppler.New(poppler.DefaultConfig(), reader.Reader{}), Reader: reader.Reader{}, Report: report,
			Runs: c.Runs, IgnoreOf: c.IgnoreOf, Progress: c.Progress,
		}
		if c.Choose {
			comparer.TextsOf = c.textsOf
		}
		if summary, err = comparer.Run(ctx, c.Samples); err != nil || !c.Choose {
			return err
		}
		lacks, err := c.lacking(ctx, opened, summary.Report)
		if err == nil {
			summary.Choices = verdict.Choices(summary.Report, lacks)
		}
		return err
	})
	return summary, err
}

// textsOf returns the texts of a request's filled HTML.
func (c Comparison) textsOf(ctx context.Context, request domain.Request) []string {
	filled, _, _ := c.Config.Template.Fill(request) // after an error it is empty, and the engines say why
	return htmldoc.Texts(ctx, filled.HTML)
}

// CompareShadow writes a report of what the shadow of a service left in a folder. The second result is how many of its
// documents are of other engines, and left out.
func CompareShadow(dir, out string) (summary comparison.Summary, left int, err error) {
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
	return summary, left, report.Finish(summary)
}

// withContestants opens all contestants, does the work, and closes those that are engines of this machine.
func withContestants(ctx context.Context, config configs.Config, contestants []Contestant, log *zap.Logger,
	work func(context.Context, []compare.Engine) error) error {
	return withOpener(config, log, func(o opener) (err error) {
		var opened []compare.Engine
		for _, c := range contestants {
			engine, stop, failed := o.contestant(ctx, c)
			if failed != nil {
				return failed
			}
			defer func() { err = errors.Join(err, stop()) }()
			opened = append(opened, engine)
		}
		return work(ctx, opened)
	})
}

// contestant starts an engine, or takes another source as it is if somebody answers there. The second result closes it.
func (o opener) contestant(ctx context.Context, c Contestant) (compare.Engine, func() error, error) {
	if c.Config == nil {
		c.Other.Name = c.Name
		if c.Other.Reach != nil {
			if err := c.Other.Reach(ctx); err != nil {
				return compare.Engine{}, nil, fmt.Errorf("%s does not answer: %w", c.Name, err)
			}
		}
		return c.Other, func() error { return nil }, nil
	}
	config := *c.Config
	config.Render.Concurrency = 1 // documents are rendered one by one
	e, err := o.start(ctx, config)
	if err != nil {
		return compare.Engine{}, nil, err
	}
	version := func() string { return e.Info().Version }
	return compare.Engine{Name: c.Name, Source: compare.FromGenerator(withAdmission(config, e.generator)), Version: version}, e.Close, nil
}
