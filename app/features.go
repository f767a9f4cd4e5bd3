package app

import (
	"context"
	"slices"

	"go.uber.org/zap"

	"platen/adapters/pdf/reader"
	"platen/adapters/pdffolder"
	"platen/adapters/poppler"
	"platen/app/compare"
	"platen/app/features"
	"platen/domain/comparison"
	"platen/ports"
)

// TryFeatures tries features on the contestants, engines of this machine, at least one, and keeps pictures if that is wished. Progress is
// called after each step.
func TryFeatures(ctx context.Context, contestants []Contestant, list []features.Feature, pictures bool, progress func(done, of int)) (
	features.Matrix, error) {
	if err := poppler.Installed(); err != nil {
		return features.Matrix{}, &SettingsError{err}
	}
	matrix := features.Matrix{Schema: features.Schema}
	err := withContestants(ctx, *contestants[0].Config, contestants, zap.NewNop(), func(ctx context.Context, opened []compare.Engine) error {
		for _, e := range opened {
			matrix.Engines = append(matrix.Engines, comparison.Engine{Name: e.Name, Version: e.Version()})
		}
		for _, f := range list {
			row, err := tryFeature(ctx, f, opened, pictures)
			if err != nil {
				return err
			}
			matrix.Features = append(matrix.Features, row)
			progress(len(matrix.Features), len(list))
		}
		return nil
	})
	return matrix, err
}

// tryFeature tries a feature on engines. An error means that ctx ended.
func tryFeature(ctx context.Context, f features.Feature, opened []compare.Engine, pictures bool) (features.Row, error) {
	rasterizer := poppler.New(poppler.DefaultConfig(), reader.Reader{})
	row := features.Row{Name: f.Name, Group: f.Group, Title: f.Title, Results: map[string]features.Result{}}
	for _, e := range opened {
		result, err := features.Try(ctx, f, e.Source, rasterizer, pictures)
		if err != nil {
			return row, err
		}
		row.Results[e.Name] = result
	}
	return row, nil
}

// lacking returns a function that names the features which a document of the comparison uses and an engine lacks. They are tried on the
// engines that render; of finished PDFs nothing is known. How pages break is no feature of a document of one page.
func (c Comparison) lacking(ctx context.Context, opened []compare.Engine, report comparison.Report) (
	func(document, engine string) []string, error) {
	var renders []compare.Engine
	for _, e := range opened {
		if _, finished := e.Source.(*pdffolder.Source); !finished {
			renders = append(renders, e)
		}
	}
	pages := map[string]int{}
	for _, d := range report.Documents {
		for _, r := range d.Renders {
			pages[d.Name] = max(pages[d.Name], r.Pages)
		}
	}
	lacks := map[[2]string][]string{}
	for _, f := range features.All() {
		users := slices.DeleteFunc(slices.Clone(c.Samples), func(s ports.Sample) bool {
			return !f.UsedBy(s.Request) || f.Group == features.Breaks && pages[s.Name] < 2
		})
		if len(users) == 0 {
			continue
		}
		row, err := tryFeature(ctx, f, renders, false)
		if err != nil {
			return nil, err
		}
		for _, e := range renders {
			for _, s := range users {
				if !row.Results[e.Name].Works {
					lacks[[2]string{s.Name, e.Name}] = append(lacks[[2]string{s.Name, e.Name}], f.Title)
				}
			}
		}
	}
	return func(document, engine string) []string { return lacks[[2]string{document, engine}] }, nil
}
