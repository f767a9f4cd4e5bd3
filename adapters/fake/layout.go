package fake

import (
	"context"
	"errors"

	"platen/domain"
	"platen/domain/htmldoc"
	"platen/domain/pagecss"
)

const (
	fontSize = 10.0
	leading  = 13.0
	// letterWidth is the width of every letter of Courier, in font sizes.
	letterWidth = 0.6
	// mostHeader is the fraction of a page's height that a header or a footer may take.
	mostHeader = 0.4
)

// page is a page of a document: its size in points, and lines of text.
type page struct {
	width, height float64
	lines         []line
}

// line is text on a baseline, from the page's left and bottom edges, in points.
type line struct {
	text   string
	x, y   float64
	letter float64 // the font size
}

// layOut lays out the text of a filled request on pages.
func (g *Generator) layOut(ctx context.Context, request domain.Request) ([]page, error) {
	document, err := htmldoc.Parse(ctx, request.HTML, request.CSS)
	if err != nil {
		return nil, err
	}
	geometry, err := pagecss.NewGeometry(ctx, pagecss.Styles{Sheets: document.Stylesheets(), Root: document.Root()}, g.settings.Paper, g.settings.Margins)
	if err != nil {
		return nil, err
	}
	paper := geometry.Default()
	width, height := paper.Size.Width.Points(), paper.Size.Height.Points()
	left, right := paper.Margins.Left.Points(), width-paper.Margins.Right.Points()
	columns := max(1, int((right-left)/(fontSize*letterWidth)))

	bodies := bodyText(request.HTML, columns)
	pages := make([]page, len(bodies))
	for i, body := range bodies {
		header := numberedText(request.HeaderHTML, i+1, len(bodies), columns)
		footer := numberedText(request.FooterHTML, i+1, len(bodies), columns)
		if err := errors.Join(checkHeight("headerHtml", header, height), checkHeight("footerHtml", footer, height)); err != nil {
			return nil, err
		}
		p := page{width: width, height: height}
		top := height - g.reserve(paper.Margins.Top, header)
		bottom := g.reserve(paper.Margins.Bottom, footer)
		edge := g.settings.Edge.Points()
		p.set(header, left, height-edge, leading)
		p.set(body, left, top, fit(len(body), top-bottom))
		p.set(footer, left, edge+leading*float64(len(footer)), leading)
		pages[i] = p
	}
	return pages, nil
}

// checkHeight returns an error if a header or footer is too tall for a page of that height.
func checkHeight(field string, lines []string, page float64) error {
	if leading*float64(len(lines)) > mostHeader*page {
		return domain.Invalidf("%s is taller than 40 %% of the page", field)
	}
	return nil
}

// reserve returns the margin that a header or a footer needs.
func (g *Generator) reserve(margin domain.Length, lines []string) float64 {
	if len(lines) == 0 {
		return margin.Points()
	}
	return max(margin.Points(), g.settings.Edge.Points()+leading*float64(len(lines))+g.settings.Gap.Points())
}

// fit returns the leading at which all lines fit into the height.
func fit(lines int, height float64) float64 {
	return min(leading, max(1, height)/float64(max(1, lines)))
}

// set places lines below each other, from a top edge down.
func (p *page) set(lines []string, left, top, leading float64) {
	letter := min(fontSize, leading)
	for i, text := range lines {
		p.lines = append(p.lines, line{text: text, x: left, y: top - leading*float64(i) - letter, letter: letter})
	}
}
