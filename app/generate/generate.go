// Package generate holds the one use case: a request becomes a document. Everything that drives the service,
// HTTP or the command line, goes through it.
package generate

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"platen/domain"
	"platen/domain/template"
	"platen/ports"
)

var _ ports.Generator = (*Generator)(nil)

// Settings are what an installation decides about its documents.
type Settings struct {
	// Template says how placeholders are filled.
	Template template.Settings
	// Paper and Margins hold where the document's own CSS says nothing.
	Paper   domain.Size
	Margins domain.Margins
	// Edge is the distance between the paper's edge and a header or footer, Gap between those and the content.
	Edge, Gap domain.Length
	// MaxPages and MaxPDF bound the result; more is an InvalidRequest.
	MaxPages int
	MaxPDF   domain.ByteSize
}

// Generator is the use case. It is safe for concurrent use.
type Generator struct {
	engine    ports.EngineInfo
	renderer  ports.Renderer
	inspector ports.Inspector
	stamper   ports.Stamper
	network   ports.Network
	settings  Settings
}

// New makes the use case for an engine, which renderer drives and network connects.
func New(engine ports.EngineInfo, renderer ports.Renderer, inspector ports.Inspector, stamper ports.Stamper, network ports.Network, settings Settings) *Generator {
	return &Generator{engine: engine, renderer: renderer, inspector: inspector, stamper: stamper, network: network, settings: settings}
}

// Generate goes the way of a document: validate, substitute, assemble, render, and, where there are a header or
// a footer, make room for them and put them on.
func (g *Generator) Generate(ctx context.Context, request domain.Request) (domain.Document, error) {
	began := time.Now()
	if err := request.Validate(); err != nil {
		return domain.Document{}, err
	}
	filled, err := g.settings.Template.Fill(request)
	if err != nil {
		return domain.Document{}, err
	}
	watch := &stopwatch{Renderer: g.renderer}
	scope := g.network.OpenScope(ctx)
	defer scope.Close()
	job := &job{Generator: g, renderer: watch, body: domain.NewAssembly(filled.HTML, filled.CSS), scope: scope}
	document, err := job.run(ctx, filled)
	if err != nil {
		return domain.Document{}, withUnfinished(ctx, err, scope)
	}
	document.Engine = g.engine.Name
	document.Timing = domain.Timing{Render: watch.total, Compose: time.Since(began) - watch.total}
	return document, nil
}

// withUnfinished adds to the error of a passed deadline which resources were still loading, for the log.
func withUnfinished(ctx context.Context, err error, scope ports.NetworkScope) error {
	names := scope.Unfinished()
	if len(names) == 0 || !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("%w; still loading: %s", err, strings.Join(names, ", "))
}

// job is one document on its way.
type job struct {
	*Generator
	renderer ports.Renderer // the Generator's, timed
	body     *domain.Assembly

	// What a document with header or footer needs besides: the paper and margins of its ordinary page, and what
	// its body asked the network for.
	paper   domain.Size
	margins domain.Margins
	singled [][3]leaf // the pages 1 to 3, on engines that single pages out: without a name, and of each name
	bands   []*band
	traffic domain.Traffic

	scope  ports.NetworkScope // of all prints
	weight atomic.Int64       // bytes of the prints that are to become the PDF
}

// render prints one sheet of the document. What is printed so far is held against the limit here: a header may
// weigh more than all of the body, once for every few pages.
func (j *job) render(ctx context.Context, sheet domain.PrintJob, what string) (domain.PDF, error) {
	pdf, err := j.renderer.Render(ctx, sheet, ports.WithScope(j.scope))
	if err != nil {
		return domain.PDF{}, fmt.Errorf("render %s: %w", what, err)
	}
	return pdf, j.checkSize(j.weight.Add(int64(len(pdf.Content))))
}

func (j *job) run(ctx context.Context, filled domain.Request) (domain.Document, error) {
	if filled.HeaderHTML == "" && filled.FooterHTML == "" {
		return j.plain(ctx)
	}
	return j.furnished(ctx, filled)
}

// plain prints a document without header and footer.
func (j *job) plain(ctx context.Context) (domain.Document, error) {
	pdf, err := j.render(ctx, j.body.PrintJob(j.settings.Paper, j.settings.Margins), "the document")
	if err != nil {
		return domain.Document{}, err
	}
	pages, err := j.inspector.Pages(pdf.Content)
	if err != nil {
		return domain.Document{}, fmt.Errorf("read the engine's PDF: %w", err)
	}
	if err := j.checkPages(pages); err != nil {
		return domain.Document{}, err
	}
	return domain.Document{PDF: pdf.Content, Pages: pages, Traffic: pdf.Traffic}, nil
}

// checkSize holds a PDF against the limit.
func (j *job) checkSize(bytes int64) error {
	if most := j.settings.MaxPDF; domain.ByteSize(bytes) > most {
		return domain.Invalidf("the document's PDF has more than the %s that this service allows; split it over several requests", most)
	}
	return nil
}

// checkPages holds a number of pages against the limit.
func (j *job) checkPages(pages int) error {
	if most := j.settings.MaxPages; pages > most {
		return domain.Invalidf("the document has %d pages, more than the %d that this service allows; split it over several requests", pages, most)
	}
	return nil
}
