// Package preview renders a request for the person who edits it: its pages as pictures and, with two engines, their
// differences.
package preview

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"platen/app/compare"
	"platen/domain"
	"platen/domain/accessibility"
	"platen/domain/comparison"
	"platen/domain/template"
	"platen/ports"
)

// Bounds on what previews cost beside rendering, which has its own.
const (
	// MaxPages is how many pages of a document are drawn and compared.
	MaxPages = 20
	// maxUnderWay is how many previews may be under way. Only one at a time is drawn.
	maxUnderWay = 8
	// drawingTime bounds the drawing and comparing of one preview.
	drawingTime = 30 * time.Second
	// maxListed bounds the bookmarks of a rendering and the places to mend, and maxFailed its failed resources.
	maxListed, maxFailed = 500, 50
)

var _ ports.Previewer = (*Previewer)(nil)

// Previewer is the use case.
type Previewer struct {
	engines    ports.EngineGenerator
	rasterizer ports.Rasterizer
	reader     ports.PDFReader
	template   template.Settings
	drawable   func() error
	underWay   chan struct{}
	drawing    chan struct{}
}

// New makes a Previewer. drawable returns nil if the rasterizer can work, else an error that says what to do.
func New(engines ports.EngineGenerator, rasterizer ports.Rasterizer, reader ports.PDFReader, settings template.Settings,
	drawable func() error) *Previewer {
	return &Previewer{engines, firstPages{rasterizer}, reader, settings, drawable, make(chan struct{}, maxUnderWay), make(chan struct{}, 1)}
}

// rendering is the result of one engine.
type rendering struct {
	engine   string
	document domain.Document
	err      error
}

// Preview renders with one engine after the other, so that their times can be compared, and then draws.
func (p *Previewer) Preview(ctx context.Context, request domain.Request, engines []string,
	pictures func(comparison.Picture) error) (comparison.Preview, error) {
	result := comparison.Preview{Renders: []comparison.PreviewRender{}, Missing: []string{}, Mend: []comparison.PreviewPlace{},
		Rows: []comparison.Row{}, Marks: []comparison.Mark{}, Drawn: MaxPages}
	if err := p.check(engines); err != nil {
		return result, err
	}
	select {
	case p.underWay <- struct{}{}:
		defer func() { <-p.underWay }()
	default:
		return result, &domain.Error{Code: domain.Overloaded, Message: "too many previews are under way: try again"}
	}
	result.Missing = append(result.Missing, p.template.MissingNames(request)...)
	renderings := make([]*rendering, 0, len(engines))
	for _, engine := range engines {
		r := &rendering{engine: engine}
		r.document, r.err = p.engines.GenerateWith(ctx, engine, request)
		if ctx.Err() != nil {
			return result, ctx.Err()
		}
		renderings = append(renderings, r)
		result.Renders = append(result.Renders, p.describe(r))
	}
	mend, err := p.mend(ctx, request, renderings)
	if err != nil {
		return result, err
	}
	result.Mend = append(result.Mend, mend...)
	if err := p.drawable(); err != nil {
		result.Undrawn = "pages cannot be shown: " + err.Error()
		return result, nil
	}
	if err := p.draw(ctx, renderings, &result, pictures); err != nil {
		if ctx.Err() != nil {
			return result, ctx.Err()
		}
		result.Undrawn = "pages cannot be shown: " + err.Error()
	}
	return result, nil
}

// mend returns what the author has to mend in a document that some rendering is to make accessible: what keeps it from PDF/UA, and text
// that is faint in the first such rendering.
func (p *Previewer) mend(ctx context.Context, request domain.Request, renderings []*rendering) (all []comparison.PreviewPlace, err error) {
	i := slices.IndexFunc(renderings, func(r *rendering) bool { return r.document.Standards.Wished(domain.UA1) })
	if i < 0 {
		return nil, nil
	}
	places, err := accessibility.Request(ctx, p.template, request)
	for _, place := range places {
		for _, line := range place.Lines {
			all = append(all, comparison.PreviewPlace{Line: line, Message: place.Rule.String() + " (PDF/UA)"})
		}
	}
	faint, _ := p.reader.FaintText(renderings[i].document.PDF) // a PDF that cannot be read so has pages all the same
	lines, failed := accessibility.LinesOf(p.template, request, faint)
	for n, line := range lines {
		all = append(all, comparison.PreviewPlace{Line: line, Message: fmt.Sprintf("page %d: %s (WCAG)", faint[n].Page, faint[n])})
	}
	return all[:min(len(all), maxListed)], errors.Join(err, failed)
}

func (p *Previewer) check(engines []string) error {
	known := p.engines.Engines()
	if len(engines) < 1 || len(engines) > 2 || len(engines) == 2 && engines[0] == engines[1] {
		return domain.Invalidf("a preview takes one engine, or two different ones")
	}
	for _, engine := range engines {
		if !slices.Contains(known, engine) {
			return domain.Invalidf("the engine %q is not known; there are %s", engine, strings.Join(known, ", "))
		}
	}
	return nil
}

// draw waits for its turn and adds the pages and the comparison to the result.
func (p *Previewer) draw(ctx context.Context, renderings []*rendering, result *comparison.Preview,
	pictures func(comparison.Picture) error) error {
	select {
	case p.drawing <- struct{}{}:
		defer func() { <-p.drawing }()
	case <-ctx.Done():
		return ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, drawingTime)
	defer cancel()
	comparer := &compare.Comparer{Rasterizer: p.rasterizer, Reader: p.reader, Report: sink(pictures)}
	var all []compare.Rendering
	for _, r := range renderings {
		rendered := compare.Rendering{Document: r.document}
		if r.err != nil {
			rendered.Failure = errors.New(domain.AsError(r.err).Message)
		}
		comparer.Engines, all = append(comparer.Engines, compare.Engine{Name: r.engine}), append(all, rendered)
	}
	if len(renderings) == 1 { // it is drawn as the rendering that is left where the other one failed
		comparer.Engines, all = append(comparer.Engines, compare.Engine{}), append(all, compare.Rendering{Failure: errors.ErrUnsupported})
	}
	document, err := comparer.Compare(ctx, "preview", all...)
	if err != nil {
		return err
	}
	for i, r := range renderings {
		result.Renders[i].Fonts = append(result.Renders[i].Fonts, document.Renders[r.engine].Fonts...)
	}
	compared := &document.Comparisons[0]
	result.Rows, result.Marks = append(result.Rows, compared.Rows...), append(result.Marks, compared.Marks...)
	if len(renderings) == 2 {
		result.Comparison = compared
		return nil
	}
	for i := range result.Rows {
		result.Rows[i].Score = 0
	}
	if failure := document.Renders[renderings[0].engine].Error; failure != nil && renderings[0].err == nil {
		return errors.New(*failure)
	}
	return nil
}

// describe returns the facts about a rendering, without its fonts.
func (p *Previewer) describe(r *rendering) comparison.PreviewRender {
	d := comparison.PreviewRender{Engine: r.engine, Failed: []string{}, Fonts: []string{}, Bookmarks: []domain.Bookmark{}}
	if r.err != nil {
		e := domain.AsError(r.err)
		d.Error = &comparison.PreviewError{Code: string(e.Code), Message: e.Message}
		return d
	}
	ms := func(t time.Duration) float64 { return float64(t.Microseconds()) / 1000 }
	timing := r.document.Timing
	d.Standards = r.document.Standards.String()
	d.Pages, d.Bytes = r.document.Pages, len(r.document.PDF)
	d.Queue, d.Render, d.Compose = ms(timing.Queue), ms(timing.Render), ms(timing.Compose)
	for i, f := range r.document.Traffic.Failed {
		if i == maxFailed {
			d.Failed = append(d.Failed, fmt.Sprintf("and %d more", len(r.document.Traffic.Failed)-maxFailed))
			break
		}
		d.Failed = append(d.Failed, f.URL+": "+f.Reason)
	}
	inventory, _ := p.reader.Inventory(r.document.PDF) // a PDF whose outline cannot be read has pages all the same
	d.Bookmarks = append(d.Bookmarks, inventory.Bookmarks[:min(len(inventory.Bookmarks), maxListed)]...)
	return d
}

// firstPages is a Rasterizer that reads the first MaxPages pages only. A comparison draws the pages that are read.
type firstPages struct{ ports.Rasterizer }

func (f firstPages) Read(ctx context.Context, pdf []byte) (domain.Reading, error) {
	reading, err := f.Rasterizer.Read(ctx, pdf)
	reading.Pages = reading.Pages[:min(len(reading.Pages), MaxPages)]
	return reading, err
}

// sink is a comparison report that passes pictures on and keeps nothing.
type sink func(comparison.Picture) error

func (s sink) Picture(picture comparison.Picture) error { return s(picture) }

// PDF keeps nothing.
func (sink) PDF(string, string, []byte) error { return nil }

func (s sink) Finish(comparison.Summary) error { return nil }
