package generate

import (
	"context"
	"fmt"
	"slices"

	"platen/domain"
	"platen/domain/accessibility"
	"platen/domain/headerfooter"
	"platen/domain/htmldoc"
	"platen/domain/page"
	"platen/domain/stylesheet"
)

// plan is a request as it is printed.
type plan struct {
	source        *htmldoc.Document            // the HTML of the body
	layout        page.Layout                  // of the body's pages; zero if nothing is stamped and the engine follows page rules
	headerFooters []*headerfooter.HeaderFooter // at most one of each position
	// destinations are the fragments of the body that header and footer link to.
	destinations []string
	standards    domain.Conformance // before the body is printed
}

// plan parses a filled request.
func (p printer) plan(ctx context.Context, filled domain.Request) (plan, error) {
	source, err := htmldoc.Parse(ctx, filled.HTML, filled.CSS)
	if err != nil {
		return plan{}, err
	}
	made := plan{source: source}
	if made.standards, err = p.requestedStandards(ctx, source, filled); err != nil {
		return plan{}, err
	}
	stamped := filled.HeaderHTML != "" || filled.FooterHTML != ""
	if stamped || !p.followsPageRules() {
		made.layout, err = p.layout(ctx, source)
	} else {
		// This only checks the document's own rules: an engine may crash at some. If the print fails, causeOf reads the external ones.
		_, err = page.Read(ctx, source.Stylesheets(), source.RootAttributes(), p.settings.Page)
	}
	if err != nil {
		return plan{}, err
	}
	for position, text := range []string{headerfooter.Header: filled.HeaderHTML, headerfooter.Footer: filled.FooterHTML} {
		if text == "" {
			continue
		}
		parsed, err := headerfooter.Parse(ctx, headerfooter.Position(position), text, made.layout.FirstPageIsLeft)
		if err != nil {
			return plan{}, fmt.Errorf("read %s: %w", headerfooter.Position(position), err)
		}
		made.headerFooters = append(made.headerFooters, parsed)
		made.destinations = append(made.destinations, parsed.Fragments()...)
	}
	return made, nil
}

// pageRules reads the page rules of a body.
func (p printer) pageRules(ctx context.Context, source *htmldoc.Document) (*page.Rules, error) {
	sheets, err := stylesheet.WithExternal(ctx, source.Stylesheets(), func(ctx context.Context, address string) (string, error) {
		return p.dependencies.Sheets.ReadSheet(ctx, p.scope, address)
	})
	if err != nil {
		return nil, err
	}
	return page.Read(ctx, sheets, source.RootAttributes(), p.settings.Page)
}

// layout returns the layout of a body's pages. An engine that follows page rules is asked for it by specimens of the pages. The error of
// rules that it cannot follow is an InvalidRequest.
func (p printer) layout(ctx context.Context, source *htmldoc.Document) (page.Layout, error) {
	rules, err := p.pageRules(ctx, source)
	if err != nil {
		return page.Layout{}, err
	}
	if !p.followsPageRules() {
		return rules.ComputedLayout()
	}
	specimens, err := rules.Specimens()
	if err != nil {
		return page.Layout{}, err
	}
	printed, err := each(ctx, specimens, func(ctx context.Context, specimen page.Specimen) ([]domain.PrintedPage, error) {
		job := p.defaultJob(source.WithBody(specimen.CSS, specimen.Body))
		job.PageBoxes, job.Untagged = true, true
		_, pages, err := p.print(ctx, "the specimen of the document's pages", job, true)
		return pages, err
	})
	if err != nil {
		return page.Layout{}, p.causeOf(ctx, source, err)
	}
	layout, err := rules.MeasuredLayout(specimens, printed)
	if err != nil {
		return page.Layout{}, unprintable(err)
	}
	return layout, nil
}

// causeOf returns the cause of a print that failed: on some engines, page rules that only it can compute.
func (p printer) causeOf(ctx context.Context, source *htmldoc.Document, failed error) error {
	if domain.AsError(failed).Code != domain.RenderFailed {
		return failed
	}
	rules, err := p.pageRules(ctx, source)
	switch {
	case err != nil && domain.AsError(err).Code == domain.InvalidRequest:
		return err
	case err == nil && rules.HasFunctions():
		return unprintable(failed)
	}
	return failed
}

// unprintable is the error of page rules that the engine cannot follow.
func unprintable(cause error) error {
	return &domain.Error{Code: domain.InvalidRequest, Err: cause,
		Message: "the engine cannot print pages as the document's @page rules ask for: change their sizes and margins"}
}

// requestedStandards returns the standards that the document is to keep: those of the most particular wish. What the engine cannot make is
// unmet, and so is what only the author can mend.
func (p printer) requestedStandards(ctx context.Context, source *htmldoc.Document, filled domain.Request) (domain.Conformance, error) {
	own, err := source.Standards()
	if err != nil {
		return domain.Conformance{}, err
	}
	c := domain.Wanted(own, filled.Standards, p.settings.Standards)
	for _, standard := range c.Claimed.List() {
		if !slices.Contains(p.dependencies.Engine.Capabilities.Standards, standard) {
			c.Fail(standard, fmt.Sprintf("%s cannot make it", p.dependencies.Engine.Name))
		}
	}
	return c, accessibility.MarkUnmet(ctx, &c, filled)
}
