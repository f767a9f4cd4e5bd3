package fake

import (
	"context"
	"unicode/utf8"

	"platen/domain"
	"platen/domain/headerfooter"
	"platen/domain/htmldoc"
	rules "platen/domain/page"
)

const (
	fontSize = 10.0
	leading  = 13.0
	// letterWidth is the width of every letter of Courier, in font sizes.
	letterWidth = 0.6
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
func (g *Generator) layOut(ctx context.Context, document *htmldoc.Document, request domain.Request) ([]page, error) {
	read, err := rules.Read(ctx, document.Stylesheets(), document.RootAttributes(), g.Page)
	if err != nil {
		return nil, err
	}
	layout, err := read.ComputedLayout()
	if err != nil {
		return nil, err
	}
	paper := layout.Default()
	width, height := paper.Size.Width.Points(), paper.Size.Height.Points()
	left, right := paper.Margins.Left.Points(), width-paper.Margins.Right.Points()
	columns := max(1, int((right-left)/(fontSize*letterWidth)))

	bodies := bodyText(request.HTML, columns)
	margins, err := g.reserve(ctx, layout, request, len(bodies), columns)
	if err != nil {
		return nil, err
	}
	top, bottom := height-margins.Top.Points(), margins.Bottom.Points()
	pages := make([]page, len(bodies))
	for i, body := range bodies {
		header := numberedText(request.HeaderHTML, i+1, len(bodies), columns)
		footer := numberedText(request.FooterHTML, i+1, len(bodies), columns)
		p := page{width: width, height: height}
		edge := g.Page.Steering.Edge.Points()
		p.set(header, left, right, height-edge, leading)
		p.set(body, left, right, top, leadingOf(len(body), top-bottom))
		p.set(footer, left, right, edge+leading*float64(len(footer)), leading)
		pages[i] = p
	}
	return pages, nil
}

// reserve checks header and footer, and returns the margins beside them.
func (g *Generator) reserve(ctx context.Context, layout rules.Layout, request domain.Request, pages, columns int) (domain.Margins, error) {
	var reserve rules.MarginReserve
	for _, at := range []struct {
		position headerfooter.Position
		text     string
		height   *domain.Length
	}{{headerfooter.Header, request.HeaderHTML, &reserve.Header}, {headerfooter.Footer, request.FooterHTML, &reserve.Footer}} {
		if at.text == "" {
			continue
		}
		if _, err := headerfooter.Parse(ctx, at.position, at.text, false); err != nil {
			return domain.Margins{}, err
		}
		lines := len(numberedText(at.text, pages, pages, columns))
		*at.height = domain.Length(float64(lines) * leading * float64(domain.Point))
	}
	reserved, err := layout.Reserve(reserve.Everywhere())
	if err != nil {
		return domain.Margins{}, err
	}
	return reserved.Default().Margins, nil
}

// leadingOf returns the leading at which all lines fit into the height.
func leadingOf(lines int, height float64) float64 {
	return min(leading, max(1, height)/float64(max(1, lines)))
}

// set places lines below each other, from a top edge down. A word that is wider than the page has smaller letters.
func (p *page) set(lines []string, left, right, top, leading float64) {
	for i, text := range lines {
		letter := min(fontSize, leading, max(1, right-left)/(letterWidth*float64(utf8.RuneCountInString(text))))
		p.lines = append(p.lines, line{text: text, x: left, y: top - leading*float64(i) - letter, letter: letter})
	}
}
