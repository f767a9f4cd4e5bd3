// Package compare renders requests by several sources and says how far the results differ, as a person would: what
// became of the words first, then what is drawn.
package compare

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"platen/app/compare/pictures"
	"platen/app/compare/verdict"
	"platen/app/compare/words"
	"platen/domain"
	"platen/domain/comparison"
	"platen/ports"
)

// Engine is a source that takes part.
type Engine struct {
	Name   string
	Source ports.Source
	// Reach fails if nobody answers at the source; nil: that is not known before a document is asked for.
	Reach func(context.Context) error
	// Version is asked for when all is rendered; a server's is known then.
	Version func() string
	// BodyOnly: headers and footers are left out.
	BodyOnly bool
}

// Comparer compares engines. The first is the reference.
type Comparer struct {
	Engines    []Engine
	Rasterizer ports.Rasterizer
	// Reader reads what the Rasterizer does not.
	Reader ports.PDFReader
	// Report keeps the pictures; nil: they are not drawn.
	Report ports.ComparisonReport
	// IgnoreOf says what does not count in a document; nil: everything counts.
	IgnoreOf func(document string) []Ignored
	// TextsOf returns the texts that a document of a request may show; nil: those that no engine shows are not looked for.
	TextsOf func(ctx context.Context, request domain.Request) []string
	// Runs is how often each engine renders each document, at least 1. Engines take turns.
	Runs int
	// Progress is called after each step, unless it is nil.
	Progress func(done, of int)
}

// rendered is what an engine made of a sample.
type rendered struct {
	document domain.Document
	err      error
	times    []time.Duration
	// memory is the most of all runs.
	memory domain.ByteSize
	// leftOut is what the source does not print of the request, as in "the header and the footer".
	leftOut string
	reading domain.Reading
	// whole is the reading with all that does not count.
	whole domain.Reading
	// ignored are the regions of each page that do not count.
	ignored [][]domain.Rect
	// margins are those of the drawn pages; nil for a blank one.
	margins []*pictures.Margins
}

// addMargins measures the margins of a page, from 0, if there is a picture of it. The pages come in order.
func (r *rendered) addMargins(page int, picture *image.RGBA) *pictures.Margins {
	if picture == nil {
		return nil
	}
	if page == len(r.margins) {
		r.margins = append(r.margins, pictures.MarginsOf(picture))
	}
	return r.margins[page]
}

// equals reports whether two sources gave the same bytes.
func (r *rendered) equals(other *rendered) bool {
	return len(r.document.PDF) > 0 && bytes.Equal(r.document.PDF, other.document.PDF)
}

// Run renders the samples one by one, so that times can be compared, and compares those that are rendered meanwhile. A
// document that an engine fails on is part of the result; an error means that the comparison could not be finished.
func (c *Comparer) Run(ctx context.Context, samples []ports.Sample) (comparison.Summary, error) {
	documents := make([]comparison.Document, len(samples))
	var done atomic.Int64
	steps := len(samples) * (1 + c.Runs*len(c.Engines))
	step := func() {
		if n := done.Add(1); c.Progress != nil {
			c.Progress(int(n), steps)
		}
	}
	group, running := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, sample := range samples {
		renders := c.render(running, sample, step)
		if running.Err() != nil {
			break
		}
		group.Go(func() (err error) {
			defer step()
			if documents[i], err = c.compareSample(running, sample.Name, renders); err == nil && c.TextsOf != nil {
				documents[i].Unseen = c.unseen(running, sample.Request, renders)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return comparison.Summary{}, err
	}
	if err := ctx.Err(); err != nil {
		return comparison.Summary{}, err
	}
	report := comparison.Report{Schema: comparison.Schema, Reference: c.Engines[0].Name, Documents: documents}
	for _, e := range c.Engines {
		report.Engines = append(report.Engines, comparison.Engine{Name: e.Name, Version: e.Version()})
	}
	summary := comparison.Summary{Report: report, Headline: verdict.Headline(report)}
	if c.Report == nil {
		return summary, nil
	}
	return summary, c.Report.Finish(summary)
}

// Rendering is what an engine made of a request: a document, or the failure that its users are told.
type Rendering struct {
	Document domain.Document
	Failure  error
}

// Compare compares what the Engines made of one request, in their order.
func (c *Comparer) Compare(ctx context.Context, name string, renderings ...Rendering) (comparison.Document, error) {
	all := make([]*rendered, len(renderings))
	for i, r := range renderings {
		took := r.Document.Timing.Render + r.Document.Timing.Compose
		all[i] = &rendered{document: r.Document, times: []time.Duration{took}, memory: r.Document.Memory, err: r.Failure}
	}
	return c.compareSample(ctx, name, all)
}

// render has every engine render a sample, in turns.
func (c *Comparer) render(ctx context.Context, sample ports.Sample, step func()) []*rendered {
	renders := make([]*rendered, len(c.Engines))
	for i := range renders {
		renders[i] = &rendered{}
		if c.Engines[i].BodyOnly {
			renders[i].leftOut = headerAndFooter(sample.Request)
		}
	}
	for range c.Runs {
		for i, engine := range c.Engines {
			if r := renders[i]; r.err == nil && ctx.Err() == nil {
				began := time.Now()
				r.document, r.err = engine.Source.PDF(ctx, sample)
				r.times = append(r.times, time.Since(began))
				r.memory = max(r.memory, r.document.Memory)
			}
			step()
		}
	}
	return renders
}

// compareSample compares what the engines made of one sample.
func (c *Comparer) compareSample(ctx context.Context, name string, renders []*rendered) (comparison.Document, error) {
	document := comparison.Document{Name: name, Renders: map[string]comparison.Render{}, Comparisons: []comparison.Comparison{}}
	for i, r := range renders {
		switch {
		case r.err != nil:
		case i > 0 && r.equals(renders[0]):
			r.reading, r.whole, r.ignored, r.err = renders[0].reading, renders[0].whole, renders[0].ignored, renders[0].err
		default:
			if r.whole, r.err = c.Rasterizer.Read(ctx, r.document.PDF); r.err != nil {
				r.err = fmt.Errorf("the PDF cannot be read: %w", r.err)
				break
			}
			if r.reading = r.whole; c.IgnoreOf != nil {
				r.reading, r.ignored = withoutIgnored(c.IgnoreOf(name), r.whole)
			}
		}
		if ctx.Err() != nil {
			return document, ctx.Err()
		}
	}
	for i := range renders[1:] {
		d := &drawing{Comparer: c, document: name, engine: c.Engines[i+1].Name, keepsReference: i == 0}
		d.a.rendered, d.b.rendered = renders[0], renders[i+1]
		result, err := d.compare(ctx)
		if err != nil {
			return document, fmt.Errorf("compare %s: %w", name, err)
		}
		document.Comparisons = append(document.Comparisons, result)
	}
	for i, r := range renders {
		document.Renders[c.Engines[i].Name] = c.describe(r)
		if c.Report == nil || r.err != nil {
			continue
		}
		if err := c.Report.PDF(name, c.Engines[i].Name, r.document.PDF); err != nil {
			return document, fmt.Errorf("keep the PDF of %s: %w", name, err)
		}
	}
	return document, nil
}

// unseen returns the words of a request that none of its PDFs has; none if there is no PDF.
func (c *Comparer) unseen(ctx context.Context, request domain.Request, renders []*rendered) []string {
	var readings []domain.Reading
	for _, r := range renders {
		if r.err == nil {
			readings = append(readings, r.whole)
		}
	}
	if len(readings) == 0 {
		return nil
	}
	return words.Unseen(c.TextsOf(ctx, request), readings)
}

// describe returns the report's numbers of a render.
func (c *Comparer) describe(r *rendered) comparison.Render {
	d := comparison.Render{Fonts: []string{}, Paper: [][2]float64{}}
	if r.err != nil {
		message := r.err.Error()
		d.Error = &message
		return d
	}
	d.Pages, d.Bytes, d.FailedResources = len(r.reading.Pages), len(r.document.PDF), len(r.document.Traffic.Failed)
	if r.document.Engine != "" { // else it was finished before
		slices.Sort(r.times)
		d.P50 = verdict.Round(r.times[len(r.times)/2].Seconds()*1000, 1)
	}
	if asked := r.document.Standards; len(asked.Claimed.List())+len(asked.Unmet) > 0 {
		d.Standards = asked.String()
	}
	if r.document.Standards.Wished(domain.UA1) {
		faint, _ := c.Reader.FaintText(r.document.PDF) // not every PDF that can be drawn can be read so
		for _, text := range faint {
			d.FaintText = append(d.FaintText, fmt.Sprintf("page %d: %s", text.Page, text))
		}
	}
	d.Memory, d.LeftOut, d.Fingerprint = int64(r.memory), r.leftOut, r.document.Fingerprint.String()
	d.Fonts = append(d.Fonts, r.reading.Fonts...)
	d.Margins, d.Title, d.Bookmarks, d.Links = r.margins, r.reading.Title, len(r.reading.Bookmarks), len(r.reading.Links)
	for _, p := range r.reading.Pages {
		d.Paper = append(d.Paper, [2]float64{paper(p.Size.Width), paper(p.Size.Height)})
	}
	return d
}

// headerAndFooter names those that a request has.
func headerAndFooter(request domain.Request) string {
	var parts []string
	if request.HeaderHTML != "" {
		parts = append(parts, "the header")
	}
	if request.FooterHTML != "" {
		parts = append(parts, "the footer")
	}
	return strings.Join(parts, " and ")
}

// paper is a side of a page in millimetres: engines round A4 to points or pixels.
func paper(side domain.Length) float64 {
	exact := side.Millimetres()
	if whole := math.Round(exact); math.Abs(exact-whole) < 0.2 {
		return whole
	}
	return verdict.Round(exact, 1)
}

// FromGenerator makes a Source of an engine of this machine. Its errors say what the service's clients would be told.
func FromGenerator(generator ports.Generator) ports.Source { return generated{generator} }

type generated struct{ ports.Generator }

func (g generated) PDF(ctx context.Context, sample ports.Sample) (domain.Document, error) {
	document, err := g.Generate(ctx, sample.Request)
	if err != nil {
		return domain.Document{}, errors.New(domain.AsError(err).Message)
	}
	return document, nil
}
