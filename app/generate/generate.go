// Package generate holds the one use case: a request becomes a document. Everything that drives the service,
// HTTP or the command line, goes through it.
package generate

import (
	"context"
	"fmt"
	"time"

	"platen/domain"
	"platen/ports"
)

var _ ports.Generator = (*Generator)(nil)

// Settings are what an installation decides about its documents.
type Settings struct {
	// Template says how placeholders are filled.
	Template domain.Template
	// Paper and Margins hold where the document's own CSS says nothing.
	Paper   domain.Size
	Margins domain.Margins
	// MaxPages and MaxPDF bound the result; more is an InvalidRequest.
	MaxPages int
	MaxPDF   domain.ByteSize
}

// Generator is the use case. It is safe for concurrent use.
type Generator struct {
	engine    string
	renderer  ports.Renderer
	inspector ports.Inspector
	settings  Settings
}

// New makes the use case for the engine of that name, which renderer drives.
func New(engine string, renderer ports.Renderer, inspector ports.Inspector, settings Settings) *Generator {
	return &Generator{engine: engine, renderer: renderer, inspector: inspector, settings: settings}
}

// Generate goes the way of a document: validate, substitute, assemble, render, inspect.
func (g *Generator) Generate(ctx context.Context, request domain.Request) (domain.Document, error) {
	began := time.Now()
	sheet, err := g.prepare(request)
	if err != nil {
		return domain.Document{}, err
	}
	prepared := time.Now()
	pdf, err := g.renderer.Render(ctx, sheet)
	if err != nil {
		return domain.Document{}, fmt.Errorf("render the document: %w", err)
	}
	rendered := time.Now()
	pages, err := g.inspect(pdf.Content)
	if err != nil {
		return domain.Document{}, err
	}
	return domain.Document{
		PDF: pdf.Content, Pages: pages, Engine: g.engine, Traffic: pdf.Traffic,
		Timing: domain.Timing{
			Render:  rendered.Sub(prepared),
			Compose: prepared.Sub(began) + time.Since(rendered),
		},
	}, nil
}

// prepare makes the sheet that the engine gets.
func (g *Generator) prepare(request domain.Request) (domain.Sheet, error) {
	if err := request.Validate(); err != nil {
		return domain.Sheet{}, err
	}
	filled, err := g.settings.Template.Fill(request)
	if err != nil {
		return domain.Sheet{}, err
	}
	if filled.HeaderHTML != "" || filled.FooterHTML != "" {
		return domain.Sheet{}, domain.Invalidf("headerHtml and footerHtml are not supported yet; send the document without them")
	}
	return domain.Assemble(filled.HTML, filled.CSS, g.settings.Paper, g.settings.Margins), nil
}

// inspect counts the pages and holds the result against the limits.
func (g *Generator) inspect(pdf []byte) (int, error) {
	if most := g.settings.MaxPDF; domain.ByteSize(len(pdf)) > most {
		return 0, domain.Invalidf("the document's PDF has %d bytes, more than the %s that this service allows; split it over several requests", len(pdf), most)
	}
	pages, err := g.inspector.Pages(pdf)
	if err != nil {
		return 0, fmt.Errorf("read the engine's PDF: %w", err)
	}
	if most := g.settings.MaxPages; pages > most {
		return 0, domain.Invalidf("the document has %d pages, more than the %d that this service allows; split it over several requests", pages, most)
	}
	return pages, nil
}
