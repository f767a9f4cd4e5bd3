package app

import (
	"context"

	"go.uber.org/zap"

	"platen/adapters/pdf/reader"
	"platen/adapters/poppler"
	"platen/app/compare"
	"platen/app/features"
	"platen/domain"
	"platen/ports"
)

// TryFeatures tries features on the contestants, engines of this machine, at least one. Progress is called after each step.
func TryFeatures(ctx context.Context, contestants []Contestant, list []features.Feature, progress func(done int)) (features.Matrix, error) {
	if err := poppler.Installed(); err != nil {
		return features.Matrix{}, &SettingsError{err}
	}
	readers := features.Readers{Rasterizer: poppler.New(poppler.DefaultConfig()), Bookmarks: reader.PDF{}, Tags: reader.PDF{}}
	matrix := features.Matrix{Schema: features.Schema}
	err := withContestants(ctx, *contestants[0].Config, contestants, zap.NewNop(), func(ctx context.Context, opened []compare.Engine) error {
		for _, e := range opened {
			matrix.Engines = append(matrix.Engines, features.Engine{Name: e.Name, Version: e.Version()})
		}
		for _, f := range list {
			row := features.Row{Name: f.Name, Group: f.Group, Title: f.Title, Results: map[string]features.Result{}}
			for _, e := range opened {
				result, err := features.Try(ctx, f, generatorOf(e.Source), readers)
				if err != nil {
					return err
				}
				row.Results[e.Name] = result
				progress(len(matrix.Features)*len(opened) + len(row.Results))
			}
			matrix.Features = append(matrix.Features, row)
		}
		return nil
	})
	return matrix, err
}

// generatorOf renders requests by a source.
func generatorOf(source ports.Source) ports.Generator {
	return ports.GeneratorFunc(func(ctx context.Context, request domain.Request) (domain.Document, error) {
		return source.PDF(ctx, ports.Sample{Request: request})
	})
}
