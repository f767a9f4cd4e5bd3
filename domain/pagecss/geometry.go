package pagecss

import (
	"context"
	"math"
	"sync"

	"platen/domain"
	"platen/domain/internal/csscondition"
	"platen/domain/internal/cssvalue"
	"platen/domain/internal/pagerule"
	"platen/domain/internal/rootstyle"
	"platen/domain/stylesheet"
)

// Geometry holds the sizes and margins of a document's pages. It is computed once and safe for concurrent use.
type Geometry struct {
	rules    *pagerule.Rules
	defaults Page
	variants []pageVariants // of pages without a name, and of each name

	variantNames []string
	rtl          bool    // the first page is a left page
	zoom         float64 // of the root element, which scales lengths in page rules
	root         func() rootstyle.Style
}

// Page is a page as it is shown.
type Page struct {
	Size domain.Size
	// Margins are the distances of the content from the paper's edges: the author's margin, border and padding.
	Margins  domain.Margins
	Steering Steering

	// inset is the part of the margins that is border and padding.
	inset    domain.Margins
	widening domain.Length // what is added to the width of the sheet that it is printed on
}

// pageVariants are the pages of one name that page selectors tell apart: the first, a left and a right one.
type pageVariants [3]Page

// Styles are the styles of a document.
type Styles struct {
	// Sheets are its style sheets in document order.
	Sheets []stylesheet.Sheet
	// Root are the attributes of its root element. Page rules inherit from it.
	Root map[string]string
}

// NewGeometry reads the page rules of a document. Paper and margins hold where no rule says otherwise. The error is that of
// ctx, soon after it ends, or an InvalidRequest: there are too many rules.
func NewGeometry(ctx context.Context, styles Styles, paper domain.Size, margins domain.Margins) (*Geometry, error) {
	defaults := Page{Size: paper, Margins: margins}
	root := sync.OnceValue(func() rootstyle.Style { return rootstyle.Of(ctx, styles.Sheets, styles.Root, mediaOf(defaults)) })
	rules, err := pagerule.Read(ctx, styles.Sheets, mediaOf(defaults), root)
	if err != nil {
		return nil, err
	}
	g := &Geometry{rules: rules, defaults: defaults, variantNames: append([]string{""}, rules.Names()...), root: root, zoom: 1}
	if rootstyle.MayZoom(styles.Sheets, styles.Root) {
		g.zoom = root().Zoom
	}
	g.defaults.Margins = scaled(margins, g.zoom)
	g.rtl = rules.HasSides() && root().RTL
	for _, name := range g.variantNames {
		var pages pageVariants
		for i := range pages {
			pages[i] = g.named(name, i+1)
		}
		g.variants = append(g.variants, pages)
	}
	g.widenNamedPages()
	return g, nil
}

// Default returns the page that no selector matches. It is for engines that do not read page rules, which print every
// page like this. Rules that leave no room for content on the paper are not followed; browsers ignore them, too.
func (g *Geometry) Default() Page { return g.page([]string{""}) }

// FirstPageIsLeft reports whether the first page is a left page: text runs from right to left.
func (g *Geometry) FirstPageIsLeft() bool { return g.root().RTL }

// Page returns the page of a number, counted from 1, that an engine which supports page selectors has printed in a size.
//
// Only the engine knows which pages have a name, and a PDF does not tell; a named page is recognised by its size, which the
// overrides of ReserveMargins change where it is that of other pages. Page.Paper gives the size to cut it back to. A page
// that page-orientation turns is given as it is shown.
func (g *Geometry) Page(number int, size domain.Size) Page {
	for _, pages := range g.variants {
		if page := pages[variantOf(number)]; sameSize(page.printed(), size) {
			return page
		}
	}
	return g.variants[0][variantOf(number)]
}

// variantOf returns the index of the page variant that a page number belongs to: all pages after the first three are
// like one of those.
func variantOf(number int) int {
	if number <= 3 {
		return number - 1
	}
	return 1 + number%2
}

// sameSize reports whether two sizes are equal but for the hundredths of an inch that engines round paper to.
func sameSize(a, b domain.Size) bool {
	return math.Abs(float64(a.Width-b.Width)) <= float64(domain.Point) &&
		math.Abs(float64(a.Height-b.Height)) <= float64(domain.Point)
}

// named returns the page of a name, "" for none, and of a number, as it is shown.
func (g *Geometry) named(name string, number int) Page {
	selectors := g.selectorsOf(name, number)
	d, _ := g.rules.First("page-orientation", selectors)
	return g.page(selectors).turned(pagerule.OrientationOf(d.Value))
}

// page returns the page that all of the selectors match, the most specific one first.
func (g *Geometry) page(selectors []string) Page {
	size := g.defaults.Size
	if d, found := g.rules.First("size", selectors); found {
		if declared, ok := pagerule.SizeOf(d.Parts(), g.units(selectors)); ok && isPaper(declared) {
			size = declared
		}
	}
	page := Page{Size: size, Steering: g.steering(selectors, g.unitsOn(selectors, size))}
	b := g.pageBox(selectors, size)
	page.inset = b.inset()
	page.Margins = domain.Margins{
		Top:    max(0, b.margin("margin-top", size.Height, g.defaults.Margins.Top)+page.inset.Top),
		Right:  max(0, b.margin("margin-right", size.Width, g.defaults.Margins.Right)+page.inset.Right),
		Bottom: max(0, b.margin("margin-bottom", size.Height, g.defaults.Margins.Bottom)+page.inset.Bottom),
		Left:   max(0, b.margin("margin-left", size.Width, g.defaults.Margins.Left)+page.inset.Left),
	}
	if !page.hasRoom() {
		page.Size, page.Margins, page.inset = g.defaults.Size, g.defaults.Margins, domain.Margins{}
	}
	return page
}

// units returns what relative units refer to on a page that all of the selectors match, before its size is known.
func (g *Geometry) units(selectors []string) cssvalue.Units {
	return g.unitsOn(selectors, g.defaults.Size)
}

// unitsOn is units for a page of that size. Relative units in page rules refer to the page's own font size, rem too, which
// is inherited from the root element.
func (g *Geometry) unitsOn(selectors []string, paper domain.Size) cssvalue.Units {
	root := cssvalue.Units{Paper: paper, Font: func() domain.Length { return g.root().Font }}
	d, found := g.rules.First("font-size", selectors)
	if !found {
		return root
	}
	return cssvalue.Units{Paper: paper, Font: func() domain.Length { return cssvalue.FontSize(d.Value, cssvalue.MediumFont, root) }}
}

// isPaper reports whether a page can have that size.
func isPaper(s domain.Size) bool {
	return s.Width > 0 && s.Height > 0 && s.Width <= domain.MaxPageSide && s.Height <= domain.MaxPageSide
}

// hasRoom reports whether the page has room for content between its margins.
func (p Page) hasRoom() bool {
	m := p.Margins
	return p.Size.Width-m.Left-m.Right >= domain.Pixel && p.Size.Height-m.Top-m.Bottom >= domain.Pixel
}

// CheckSizes refuses sizes that no PDF reader could show. An engine would print another size instead. The error is an
// InvalidRequest.
func (g *Geometry) CheckSizes() error {
	for _, selector := range g.rules.Selectors("size") {
		d := g.rules.Declared("size", selector)
		if size, ok := pagerule.SizeOf(d.Parts(), g.units(nil)); ok && max(size.Width, size.Height) > domain.MaxPageSide {
			err := domain.Invalidf("@page size: %s is larger than a PDF page can be, %.0f mm a side", d.Value, domain.MaxPageSide.Millimetres())
			err.LogMessage = "an @page size is larger than a PDF page can be"
			return err
		}
	}
	return nil
}

func mediaOf(defaults Page) csscondition.Media {
	m := defaults.Margins
	return csscondition.Media{Width: defaults.Size.Width - m.Left - m.Right, Height: defaults.Size.Height - m.Top - m.Bottom}
}
