package features

import (
	"context"
	"fmt"
	"image"
	"sync"

	"platen/domain"
	"platen/domain/comparison"
	"platen/ports"
)

// Schema is the version of a Matrix's JSON form.
const Schema = 1

// Matrix says which engine supports which features.
type Matrix struct {
	Schema int `json:"schema"`
	// Engines are those that were tried.
	Engines []comparison.Engine `json:"engines"`
	// Features are in the catalogue's order.
	Features []Row `json:"features"`
}

// Row is one feature with the results of all engines.
type Row struct {
	Name  string `json:"name"`
	Group string `json:"group"`
	Title string `json:"title"`
	// Results are by the names of the engines.
	Results map[string]Result `json:"results"`
}

// Result says whether an engine supports a feature.
type Result struct {
	Works bool `json:"works"`
	// Found says what was measured instead; empty if the feature works.
	Found string `json:"found,omitempty"`
	// Pictures are PNGs of what the engine drew, for the page; none without a PDF, or if nobody wishes them.
	Pictures [][]byte `json:"-"`
}

// Try renders a feature and checks its PDF. A failure of the engine is a Result; an error means that ctx ended. To make pictures takes
// longer than all else.
func Try(ctx context.Context, f Feature, engine ports.Source, rasterizer ports.Rasterizer, pictures bool) (Result, error) {
	document, err := engine.PDF(ctx, ports.Sample{Name: f.Name, Request: domain.Request{HTML: f.HTML}})
	if ctx.Err() != nil {
		return Result{}, ctx.Err()
	}
	if err != nil {
		return Result{Found: err.Error()}, nil //nolint:nilerr // it is the result
	}
	result := judge(ctx, f, rasterizer, document.PDF, pictures)
	return result, ctx.Err()
}

// judge checks the PDF of a feature.
func judge(ctx context.Context, f Feature, rasterizer ports.Rasterizer, pdf []byte, pictures bool) (r Result) {
	reading, err := rasterizer.Read(ctx, pdf)
	if err != nil || reading.Unread {
		return Result{Found: "the PDF cannot be read"}
	}
	d := drawn{reading, sync.OnceValues(func() ([]*image.RGBA, error) { return draw(ctx, rasterizer, pdf) })}
	if pictures {
		r.Pictures = d.thumbnails()
	}
	for _, c := range f.checks {
		if err := kinds[c.kind].fault(d, c); err != nil {
			r.Found = err.Error()
			return r
		}
	}
	r.Works = true
	return r
}

// draw draws the pages of a PDF.
func draw(ctx context.Context, rasterizer ports.Rasterizer, pdf []byte) (pages []*image.RGBA, err error) {
	for picture, err := range rasterizer.Pages(ctx, pdf, dpi) {
		if err != nil {
			return nil, err
		}
		pages = append(pages, picture)
	}
	return pages, nil
}

// Change is a feature that an engine supported before and does not support now, or the reverse.
type Change struct {
	Feature, Engine string
	Worse           bool
}

// String describes the change in words.
func (c Change) String() string {
	if c.Worse {
		return fmt.Sprintf("%s no longer works on %s", c.Feature, c.Engine)
	}
	return fmt.Sprintf("%s works on %s now", c.Feature, c.Engine)
}

// Changes compares with an earlier matrix, by the names of features and engines. It ignores those that one of the two
// matrices lacks.
func Changes(before, now Matrix) (changes []Change) {
	was := map[string]map[string]Result{}
	for _, row := range before.Features {
		was[row.Name] = row.Results
	}
	for _, row := range now.Features {
		for _, engine := range now.Engines {
			then, known := was[row.Name][engine.Name]
			is, tried := row.Results[engine.Name]
			if known && tried && then.Works != is.Works {
				changes = append(changes, Change{row.Name, engine.Name, then.Works})
			}
		}
	}
	return changes
}
