package generate

import (
	"context"
	"fmt"
	"sync/atomic"

	"platen/domain"
	"platen/domain/htmldoc"
	"platen/domain/pagecss"
	"platen/domain/stylesheet"
	"platen/ports"
)

// job is one document that is being generated.
type job struct {
	settings  Settings
	renderer  ports.Renderer
	inspector ports.Inspector
	paint     ports.PaintReader
	stamper   ports.Stamper
	sheets    ports.SheetReader

	body      *htmldoc.Document
	geometry  *pagecss.Geometry
	margins   pagecss.PageMargins // without header and footer
	selectors bool                // the engine supports page selectors
	// destinations are the fragments of the body that header and footer link to.
	destinations []string

	scope  ports.NetworkScope // of all prints
	weight atomic.Int64       // bytes of the prints that become the PDF

	expected *expectations
}

func (g *Generator) newJob(renderer ports.Renderer, scope ports.NetworkScope) *job {
	return &job{
		settings:  g.settings,
		renderer:  renderer,
		inspector: g.inspector,
		paint:     g.paint,
		stamper:   g.stamper,
		sheets:    g.sheets,
		selectors: g.engine.Capabilities.NamedPages,
		scope:     scope,

		expected: g.expected,
	}
}

// run prints the filled request. templates is the request before it was filled.
func (j *job) run(ctx context.Context, templates, filled domain.Request) (_ domain.Document, err error) {
	if j.body, err = htmldoc.Parse(ctx, filled.HTML, filled.CSS); err != nil {
		return domain.Document{}, err
	}
	plain := filled.HeaderHTML == "" && filled.FooterHTML == ""
	if err := j.readGeometry(ctx, plain); err != nil {
		return domain.Document{}, err
	}
	if plain {
		return j.runPlain(ctx)
	}
	return j.runStamped(ctx, templates, filled)
}

// readGeometry reads the page rules of the body. External style sheets are read if an engine does not follow page rules
// itself, or a header or footer has to stand within the margins.
func (j *job) readGeometry(ctx context.Context, plain bool) (err error) {
	sheets := j.body.Stylesheets()
	if !plain || !j.selectors {
		if sheets, err = stylesheet.WithExternal(ctx, sheets, j.readSheet); err != nil {
			return err
		}
	}
	if j.geometry, err = pagecss.NewGeometry(ctx, pagecss.Styles{Sheets: sheets, Root: j.body.Root()}, j.settings.Paper, j.settings.Margins); err != nil {
		return err
	}
	if j.margins, err = j.geometry.PageMargins(pagecss.MarginReserve{}); err != nil {
		return err
	}
	return j.geometry.CheckSizes()
}

// runPlain prints a document without header and footer.
func (j *job) runPlain(ctx context.Context) (domain.Document, error) {
	if !j.selectors && j.margins.Differ() {
		body, err := j.printDiffering(ctx, j.margins)
		if err != nil {
			return domain.Document{}, err
		}
		return j.stamp(ctx, body, nil)
	}
	if j.selectors {
		return j.printPlain(ctx)
	}
	return j.print(ctx)
}

// print prints a document without header and footer, all of whose pages have the same margins or which the engine gives theirs.
func (j *job) print(ctx context.Context) (domain.Document, error) {
	pdf, err := j.renderPlain(ctx)
	if err != nil {
		return domain.Document{}, err
	}
	pages, err := j.inspector.Layout(pdf.Content)
	if err != nil {
		return domain.Document{}, fmt.Errorf("read the engine's PDF: %w", err)
	}
	if err := j.checkPages(len(pages)); err != nil {
		return domain.Document{}, err
	}
	for _, page := range pages {
		if err := checkPageSize(page.Size); err != nil {
			return domain.Document{}, err
		}
	}
	return domain.Document{PDF: pdf.Content, Pages: len(pages), Traffic: pdf.Traffic}, nil
}

func (j *job) renderPlain(ctx context.Context) (domain.PDF, error) {
	if j.selectors {
		return j.renderSelecting(ctx, "")
	}
	return j.renderOn(ctx, domain.PrintJob{Paper: j.geometry.Default().Size, Margins: j.margins.Of(1)})
}

// renderSelecting prints the body on an engine with page selectors, which decides itself which page rules apply. It gets the
// installation's defaults. The overrides are page rules that win over the author's.
func (j *job) renderSelecting(ctx context.Context, overrides string) (domain.PDF, error) {
	clamps, err := j.geometry.ClampMargins(ctx)
	if err != nil {
		return domain.PDF{}, err
	}
	return j.renderBodyJob(ctx, domain.PrintJob{
		HTML: j.body.HTML(clamps + overrides), Paper: j.settings.Paper, Margins: j.settings.Margins, Destinations: j.destinations,
	})
}

// renderOn prints the body on an engine without page selectors, on the paper and with the margins of a job.
func (j *job) renderOn(ctx context.Context, on domain.PrintJob) (domain.PDF, error) {
	on.HTML, on.Destinations = j.body.HTML(""), j.destinations
	return j.renderBodyJob(ctx, on)
}

// renderBodyJob prints the body.
func (j *job) renderBodyJob(ctx context.Context, printJob domain.PrintJob) (pdf domain.PDF, err error) {
	err = ports.InSpan(ctx, "body", func(ctx context.Context) (err error) {
		pdf, err = j.render(ctx, "the document", printJob)
		return err
	})
	if err != nil {
		return domain.PDF{}, err
	}
	return pdf, j.checkSize(int64(len(pdf.Content)))
}

// renderCopies prints copies of a header or footer, which another document may have, too. The sum of the prints is held
// against the limit here: a header can be larger than all of the body, once for every few pages.
func (j *job) renderCopies(ctx context.Context, what string, printJob domain.PrintJob) (domain.PDF, error) {
	pdf, err := j.render(ctx, what, printJob, ports.Reusable())
	if err != nil {
		return domain.PDF{}, err
	}
	return pdf, j.checkSize(j.weight.Add(int64(len(pdf.Content))))
}

func (j *job) render(ctx context.Context, what string, printJob domain.PrintJob, options ...ports.RenderOption) (domain.PDF, error) {
	pdf, err := j.renderer.Render(ctx, printJob, append(options, ports.WithScope(j.scope.During(ctx)))...)
	if err != nil {
		return domain.PDF{}, fmt.Errorf("render %s: %w", what, err)
	}
	return pdf, nil
}

// checkSize holds the size of a PDF against the limit.
func (j *job) checkSize(bytes int64) error {
	if limit := j.settings.MaxPDF; domain.ByteSize(bytes) > limit {
		return domain.PDFTooLarge(limit)
	}
	return nil
}

// checkPages holds a number of pages against the limit.
func (j *job) checkPages(pages int) error {
	if limit := j.settings.MaxPages; pages > limit {
		return domain.Invalidf("the document has %d pages, more than the %d that this service allows; split it over several requests", pages, limit)
	}
	return nil
}
