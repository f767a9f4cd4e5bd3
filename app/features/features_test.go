package features_test

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/app/features"
	"platen/domain"
	"platen/domain/comparison"
	"platen/ports"
)

func TestCatalogue(t *testing.T) {
	all := features.All()
	require.GreaterOrEqual(t, len(all), 60)
	titles, used := map[string]bool{}, 0
	for _, f := range all {
		require.False(t, titles[f.Group+f.Title], "%s: there is another %s", f.Name, f.Title)
		titles[f.Group+f.Title] = true
		require.True(t, strings.HasPrefix(f.HTML, "<!doctype html>\n"), f.Name)
		require.NotContains(t, f.HTML, "<script", f.Name)
		if f.UsedBy(domain.Request{HTML: f.HTML}) {
			used++
		}
		require.False(t, f.UsedBy(domain.Request{HTML: "<h1>Grid</h1><p>column, filter and mask: &amp; 1/2<style>p{color:red}</style>"}), f.Name)
	}
	files, err := filepath.Glob("catalog/*.html")
	require.NoError(t, err)
	for _, file := range files {
		content, err := os.ReadFile(file)
		require.NoError(t, err)
		if strings.Contains(string(content), "\nuses: ") {
			used--
		}
	}
	require.Zero(t, used, "a feature that names its uses is used by its own document")
}

// TestFeaturesFailOnABlankPage: every feature fails on a blank page, except those that only count or measure pages.
func TestFeaturesFailOnABlankPage(t *testing.T) {
	all := features.All()
	engine := source(func(context.Context, ports.Sample) (domain.Document, error) { return domain.Document{}, nil })
	for _, f := range all {
		result, err := features.Try(t.Context(), f, engine, blank{}, true)
		require.NoError(t, err)
		switch f.Name {
		case "filter", "soft-hyphen", "trailing-margin": // something is not there
			require.True(t, result.Works, f.Name)
		default:
			require.False(t, result.Works, f.Name)
			require.NotEmpty(t, result.Found)
		}
	}
}

// source is a function that implements ports.Source.
type source func(context.Context, ports.Sample) (domain.Document, error)

func (s source) PDF(ctx context.Context, sample ports.Sample) (domain.Document, error) {
	return s(ctx, sample)
}

// blank sees a white page of A3 in every PDF, and an inventory.
type blank struct {
	ports.Rasterizer
	inventory domain.Inventory
}

func (b blank) Read(context.Context, []byte) (domain.Reading, error) {
	return domain.Reading{Inventory: b.inventory, Pages: []domain.ReadPage{{Size: domain.Size{Width: 297 * domain.Millimetre, Height: 420 * domain.Millimetre}}}}, nil
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
	all := features.All()
	fails := source(func(context.Context, ports.Sample) (domain.Document, error) {
		return domain.Document{}, errors.New("out of ink")
	})
	result, err := features.Try(t.Context(), all[0], fails, blank{}, true)
	require.NoError(t, err)
	require.Equal(t, features.Result{Found: "out of ink"}, result)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = features.Try(ended, all[0], fails, blank{}, true)
	require.ErrorIs(t, err, context.Canceled)
}

func matrix(grid, flex bool) features.Matrix {
	return features.Matrix{Schema: features.Schema, Engines: []comparison.Engine{{Name: "e", Version: "<1>"}}, Features: []features.Row{
		{Name: "grid", Group: "Layout", Title: "Grid", Results: map[string]features.Result{"e": {Works: grid, Found: "<b>"}}},
		{Name: "flex", Group: "Layout", Title: "Flex", Results: map[string]features.Result{"e": {Works: flex, Pictures: [][]byte{[]byte("png")}}}},
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
	require.Contains(t, string(page), `<td class="yes"><span>e</span><b>yes</b><small>&lt;b&gt;</small>`)
	require.Contains(t, string(page), `<img src="data:image/png;base64,cG5n" alt="Flex on e" loading="lazy">`)
	require.Contains(t, string(page), "&lt;1&gt;")
	require.NotContains(t, string(page), "<script")
}

func TestStructureIsMeasured(t *testing.T) {
	bookmark := func(title string, level, page int) domain.Bookmark {
		return domain.Bookmark{Title: title, Level: level, Page: page}
	}
	outline := []domain.Bookmark{bookmark("One", 1, 1), bookmark("Two and a half", 2, 2), bookmark("Three", 1, 2)}
	flat := []domain.Bookmark{bookmark("One", 1, 1), bookmark("Two and a half", 1, 2), bookmark("Three", 1, 2)}
	unplaced := []domain.Bookmark{bookmark("One", 1, 1), bookmark("Two and a half", 2, 1), bookmark("Three", 1, 1)}
	tag := func(level int, kind string) domain.Tag { return domain.Tag{Level: level, Type: kind} }
	list := []domain.Tag{tag(1, "L"), tag(2, "LI"), tag(3, "Lbl"), tag(3, "Div"), tag(4, "L"), tag(5, "LI")}
	lists := []domain.Tag{tag(1, "L"), tag(2, "LI"), tag(1, "L"), tag(2, "LI")}
	figure := domain.Tag{Level: 1, Type: "Figure", Alt: "A green square"}
	for name, test := range map[string]struct {
		feature   string
		bookmarks []domain.Bookmark
		fields    []string
		tags      []domain.Tag
		found     string
	}{
		"bookmarks":            {feature: "bookmarks", bookmarks: outline},
		"bookmarks of a level": {feature: "bookmarks", bookmarks: flat, found: `the bookmarks are: "One" at level 1 to page 1, "Two and a half" at level 1 to page 2, "Three" at level 1 to page 2`},
		"bookmarks to page 1":  {feature: "bookmarks", bookmarks: unplaced, found: `the bookmarks are: "One" at level 1 to page 1, "Two and a half" at level 2 to page 1, "Three" at level 1 to page 1`},
		"a field":              {feature: "page-form", fields: []string{"typed"}},
		"another field":        {feature: "page-form", fields: []string{"other"}, found: "the form has the fields: other"},
		"headings":             {feature: "tags-headings", tags: []domain.Tag{tag(1, "H1"), tag(1, "H2"), tag(1, "P"), tag(1, "H3"), tag(1, "H4"), tag(1, "H5"), tag(1, "H6")}},
		"headings in disorder": {feature: "tags-headings", tags: []domain.Tag{tag(1, "H2"), tag(1, "H1"), tag(1, "H3"), tag(1, "H4"), tag(1, "H5"), tag(1, "H6")}, found: "the tags are: H2, H1, H3, H4, H5, H6"},
		"a list in a list":     {feature: "tags-list", tags: list},
		"a list after a list":  {feature: "tags-list", tags: lists, found: "the tags are: L, LI, L, LI"},
		"a figure":             {feature: "tags-figure", tags: []domain.Tag{figure}},
		"a figure without alt": {feature: "tags-figure", tags: []domain.Tag{tag(1, "Figure")}, found: "the alternative texts are: none"},
	} {
		t.Run(name, func(t *testing.T) {
			all := features.All()
			i := slices.IndexFunc(all, func(f features.Feature) bool { return f.Name == test.feature })
			engine := source(func(context.Context, ports.Sample) (domain.Document, error) { return domain.Document{}, nil })
			drawn := blank{inventory: domain.Inventory{Bookmarks: test.bookmarks, Fields: test.fields, Tags: test.tags}}
			result, err := features.Try(t.Context(), all[i], engine, drawn, true)
			require.NoError(t, err)
			require.NotEmpty(t, result.Pictures)
			result.Pictures = nil
			require.Equal(t, features.Result{Works: test.found == "", Found: test.found}, result)
		})
	}
}
