package features_test

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"iter"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/app/features"
	"platen/domain"
	"platen/ports"
)

func TestCatalogue(t *testing.T) {
	all, err := features.All()
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(all), 60)
	titles := map[string]bool{}
	for _, f := range all {
		require.False(t, titles[f.Group+f.Title], "%s: there is another %s", f.Name, f.Title)
		titles[f.Group+f.Title] = true
		require.True(t, strings.HasPrefix(f.HTML, "<!doctype html>\n"), f.Name)
		require.NotContains(t, f.HTML, "<script", f.Name)
	}
}

// TestFeaturesFailOnABlankPage: every feature fails on a blank page, except those that only count or measure pages.
func TestFeaturesFailOnABlankPage(t *testing.T) {
	all, err := features.All()
	require.NoError(t, err)
	engine := ports.GeneratorFunc(func(context.Context, domain.Request) (domain.Document, error) { return domain.Document{}, nil })
	for _, f := range all {
		result, err := features.Try(t.Context(), f, engine, blank{})
		require.NoError(t, err)
		switch f.Name {
		case "filter", "hyphens", "soft-hyphen", "trailing-margin": // something is not there
			require.True(t, result.Works, f.Name)
		default:
			require.False(t, result.Works, f.Name)
			require.NotEmpty(t, result.Found)
		}
	}
}

// blank is a ports.Rasterizer to which every PDF is a white page of A3.
type blank struct{}

func (blank) Read(context.Context, []byte) (domain.Reading, error) {
	return domain.Reading{Pages: []domain.ReadPage{{Size: domain.Size{Width: 297 * domain.Millimetre, Height: 420 * domain.Millimetre}}}}, nil
}

func (blank) Pages(_ context.Context, _ []byte, dpi float64) iter.Seq2[*image.RGBA, error] {
	return func(yield func(*image.RGBA, error) bool) {
		picture := image.NewRGBA(image.Rect(0, 0, int(297/25.4*dpi), int(420/25.4*dpi)))
		draw.Draw(picture, picture.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
		yield(picture, nil)
	}
}

// TestFailedRender: if the engine fails, it does not support the feature.
func TestFailedRender(t *testing.T) {
	all, err := features.All()
	require.NoError(t, err)
	fails := ports.GeneratorFunc(func(context.Context, domain.Request) (domain.Document, error) {
		return domain.Document{}, errors.New("out of ink")
	})
	result, err := features.Try(t.Context(), all[0], fails, blank{})
	require.NoError(t, err)
	require.Equal(t, features.Result{Found: "out of ink"}, result)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = features.Try(ended, all[0], fails, blank{})
	require.ErrorIs(t, err, context.Canceled)
}

func matrix(grid, flex bool) features.Matrix {
	return features.Matrix{Schema: features.Schema, Engines: []features.Engine{{Name: "e", Version: "<1>"}}, Features: []features.Row{
		{Name: "grid", Group: "Layout", Title: "Grid", Results: map[string]features.Result{"e": {Works: grid, Found: "<b>"}}},
		{Name: "flex", Group: "Layout", Title: "Flex", Results: map[string]features.Result{"e": {Works: flex}}},
	}}
}

func TestChanges(t *testing.T) {
	require.Empty(t, features.Changes(matrix(true, false), matrix(true, false)))
	require.Equal(t, []features.Change{{Feature: "grid", Engine: "e", Worse: true}, {Feature: "flex", Engine: "e"}},
		features.Changes(matrix(true, false), matrix(false, true)))
	require.Empty(t, features.Changes(features.Matrix{}, matrix(false, true)), "what was not tried is no change")
}

func TestPage(t *testing.T) {
	page, err := features.Page(matrix(true, false))
	require.NoError(t, err)
	require.Contains(t, string(page), `<td class="yes">yes<small>&lt;b&gt;</small></td>`)
	require.Contains(t, string(page), "&lt;1&gt;")
	require.NotContains(t, string(page), "<script")
}
