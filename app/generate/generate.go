// Package generate holds the one use case: a request becomes a document. Everything that drives the service, HTTP or the
// command line, calls it.
//
// A document is made in steps, each of which makes a value from those before it:
//
//	plan                 the parsed body, its page rules, its header and footer   plan.go
//	printedHeaderFooter  a header or footer alone, of which the height is needed  measured.go
//	body                 the printed body and its pages                           body.go
//	printedHeaderFooter  the copies of a header or footer for those pages         numbered.go
//	document             the body with the copies on its pages                    stamp.go
//
// [Generator.Generate] fills the request, and printer.document, in document.go, takes the steps in this order.
package generate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"platen/domain"
	"platen/domain/accessibility"
	"platen/domain/page"
	"platen/domain/template"
	"platen/ports"
)

var _ ports.Generator = (*Generator)(nil)

// Settings are what an installation decides about its documents.
type Settings struct {
	// Template says how placeholders are filled.
	Template template.Settings
	// Page is that of documents whose own CSS says nothing of pages.
	Page page.Page
	// MaxPages and MaxPDF bound the result; more is an InvalidRequest.
	MaxPages int
	MaxPDF   domain.ByteSize
	// Standards is the wish for documents whose client and whose HTML have none.
	Standards domain.Standards
}

// Dependencies are what the use case needs.
type Dependencies struct {
	// Engine describes the engine that Renderer drives.
	Engine   ports.EngineInfo
	Renderer ports.Renderer
	// Reader reads what the engine printed.
	Reader  ports.PDFReader
	Stamper ports.Stamper
	// Network connects the engine, and Sheets reads style sheets in the same scope.
	Network ports.Network
	Sheets  ports.SheetReader
	// Fingerprint returns what documents depend on besides their request, whose part is empty.
	Fingerprint func() domain.Fingerprint
}

// Generator is the use case. It is safe for concurrent use.
type Generator struct {
	dependencies Dependencies
	settings     Settings
	expected     *expectations
}

// New makes the use case.
func New(dependencies Dependencies, settings Settings) *Generator {
	expected, _ := lru.New[expectationKey, page.Reserves](maxExpectations) // its error is for a number that is not positive
	return &Generator{dependencies: dependencies, settings: settings, expected: expected}
}

// Generate fills the request, prints its body, and stamps header and footer onto the pages.
func (g *Generator) Generate(ctx context.Context, request domain.Request) (domain.Document, error) {
	began := time.Now()
	var filled domain.Request
	var missing int
	err := ports.InSpan(ctx, "fill", func(context.Context) (err error) {
		filled, missing, err = g.settings.Template.Fill(request)
		return err
	})
	if err != nil {
		return domain.Document{}, err
	}
	scope := g.dependencies.Network.OpenScope(ctx)
	defer scope.Close()
	p := printer{Generator: g, scope: scope, timer: &timer{}, stamped: &atomic.Int64{}}
	document, err := p.document(ctx, request, filled)
	if err == nil && slices.Contains(g.dependencies.Engine.Capabilities.Standards, domain.UA1) {
		err = accessibility.StrictError(ctx, g.settings.Template, request, document.Standards)
	}
	timing := domain.Timing{Render: p.timer.total, Compose: time.Since(began) - p.timer.total}
	if err != nil {
		return domain.Document{Fetches: scope.Fetches(), Timing: timing}, withUnfinished(ctx, err, scope)
	}
	document.Fetches, document.Timing = scope.Fetches(), timing
	document.Engine = g.dependencies.Engine.Name
	document.Missing = missing
	document.Fingerprint = g.dependencies.Fingerprint()
	document.Fingerprint.Request = filled.Digest()
	document.Memory = p.timer.memory
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
