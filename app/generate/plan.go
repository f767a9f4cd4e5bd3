package generate

import (
	"context"
	"fmt"

	"platen/domain"
	"platen/domain/headerfooter"
	"platen/domain/htmldoc"
	"platen/domain/pagecss"
	"platen/domain/stylesheet"
)

// plan is a request as it is printed.
type plan struct {
	body     *htmldoc.Document
	geometry *pagecss.Geometry
	margins  pagecss.PageMargins // without header and footer, on engines that do not follow page rules
	headers  []header            // at most one of each position
	// destinations are the fragments of the body that header and footer link to.
	destinations []string
}

// header is a header or a footer.
type header struct {
	*headerfooter.HeaderFooter
	position headerfooter.Position
}

// plan parses a filled request.
func (p printer) plan(ctx context.Context, filled domain.Request) (plan, error) {
	body, err := htmldoc.Parse(ctx, filled.HTML, filled.CSS)
	if err != nil {
		return plan{}, err
	}
	stamped := filled.HeaderHTML != "" || filled.FooterHTML != ""
	// An engine that follows page rules loads external style sheets itself. A header or footer has to stand within their margins.
	made := plan{body: body}
	if made.geometry, err = p.readGeometry(ctx, body, stamped || !p.followsPageRules()); err != nil {
		return plan{}, err
	}
	if made.margins, err = made.geometry.PageMargins(pagecss.MarginReserve{}); err != nil {
		return plan{}, err
	}
	if stamped && p.followsPageRules() {
		if err := made.geometry.CheckSides(); err != nil {
			return plan{}, err
		}
	}
	for position, text := range []string{headerfooter.Header: filled.HeaderHTML, headerfooter.Footer: filled.FooterHTML} {
		if text == "" {
			continue
		}
		h, err := p.parseHeader(ctx, headerfooter.Position(position), text, made.geometry)
		if err != nil {
			return plan{}, err
		}
		made.headers = append(made.headers, h)
		made.destinations = append(made.destinations, h.Fragments()...)
	}
	return made, nil
}

// readGeometry reads the page rules of a body, those of external style sheets too if it is asked to.
func (p printer) readGeometry(ctx context.Context, body *htmldoc.Document, external bool) (geometry *pagecss.Geometry, err error) {
	sheets := body.Stylesheets()
	if external {
		if sheets, err = stylesheet.WithExternal(ctx, sheets, p.readSheet); err != nil {
			return nil, err
		}
	}
	if geometry, err = pagecss.NewGeometry(ctx, pagecss.Styles{Sheets: sheets, Root: body.Root()}, p.Paper, p.Margins); err != nil {
		return nil, err
	}
	return geometry, geometry.CheckSizes()
}

// parseHeader parses a header or footer.
func (p printer) parseHeader(ctx context.Context, position headerfooter.Position, text string, geometry *pagecss.Geometry) (header, error) {
	parsed, err := headerfooter.Parse(ctx, position, text)
	if err != nil {
		return header{}, fmt.Errorf("read %s: %w", position, err)
	}
	if parsed.DiffersByPage() && geometry.FirstPageIsLeft() {
		parsed = parsed.WithLeftFirstPage()
	}
	return header{parsed, position}, nil
}

// readSheet reads a style sheet in the document's scope.
func (p printer) readSheet(ctx context.Context, address string) (string, error) {
	return p.Sheets.ReadSheet(ctx, p.scope, address)
}
