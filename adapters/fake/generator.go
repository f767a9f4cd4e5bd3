package fake

import (
	"context"
	"regexp"
	"slices"
	"time"

	"platen/domain"
	"platen/domain/accessibility"
	"platen/domain/htmldoc"
	rules "platen/domain/page"
	"platen/domain/template"
	"platen/ports"
)

var _ ports.Generator = (*Generator)(nil)

// engine is the name of the engine in answers of the fake.
const engine = "fake"

// Generator makes documents of text, with the settings of the service. Safe for concurrent use.
type Generator struct {
	Template template.Settings
	// Page is that of documents whose own CSS says nothing of pages.
	Page rules.Page
	// Standards is the wish for documents that have none of their own.
	Standards domain.Standards
	// MaxPages bounds the result.
	MaxPages int
	// Version is the program's version.
	Version string
}

// failedResource is a resource that fails because the test asks for it.
var failedResource = []domain.FailedResource{{URL: "https://fake.example/image.png", Reason: "as the test asked"}}

// pageBreak matches the declarations that add a page, anywhere in the HTML.
var pageBreak = regexp.MustCompile(`(?i)\b(page-)?break-after\s*:\s*(page|always|left|right|recto|verso)\b`)

// Generate checks and fills the request as the service does. The document has one page more than the HTML has
// page breaks.
func (g *Generator) Generate(ctx context.Context, request domain.Request) (domain.Document, error) {
	began := time.Now()
	if err := scenarioOf(ctx).fail(ctx); err != nil {
		return domain.Document{}, err
	}
	filled, missing, err := g.Template.Fill(request)
	if err != nil {
		return domain.Document{}, err
	}
	if pages := len(pageBreak.FindAllStringIndex(filled.HTML, -1)) + 1; pages > g.MaxPages {
		return domain.Document{}, domain.TooManyPages(pages, g.MaxPages)
	}
	document, err := htmldoc.Parse(ctx, filled.HTML, filled.CSS)
	if err != nil {
		return domain.Document{}, err
	}
	standards, err := g.conformance(ctx, document, request, filled)
	if err != nil {
		return domain.Document{}, err
	}
	pages, err := g.layOut(ctx, document, filled)
	if err != nil {
		return domain.Document{}, err
	}
	pdf, err := writePDF(pages)
	if err != nil {
		return domain.Document{}, err
	}
	return domain.Document{
		PDF: pdf, Pages: len(pages), Engine: engine, Missing: missing,
		// As that of the service, but without fonts: the fake uses none that are installed.
		Fingerprint: domain.Fingerprint{Request: filled.Digest(), Engine: domain.Digest(engine), Service: domain.Digest(g.Version)},
		Traffic:     domain.Traffic{Failed: slices.Repeat(failedResource, scenarioOf(ctx).ResourcesFailed)},
		Timing:      domain.Timing{Compose: time.Since(began)}, Standards: standards,
	}, nil
}

// conformance says of a document what the service says of one from an engine that can make every standard.
func (g *Generator) conformance(ctx context.Context, document *htmldoc.Document,
	templates, filled domain.Request) (domain.Conformance, error) {
	own, err := document.Standards()
	if err != nil {
		return domain.Conformance{}, err
	}
	c := domain.Wanted(own, filled.Standards, g.Standards)
	if err := accessibility.MarkUnmet(ctx, &c, filled); err != nil {
		return domain.Conformance{}, err
	}
	return c, accessibility.StrictError(ctx, g.Template, templates, c)
}
