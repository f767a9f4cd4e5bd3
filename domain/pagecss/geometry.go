package pagecss

import (
	"context"
	"math"

	"platen/domain"
)

// Geometry holds the sizes and margins of a document's pages. It is computed once and safe for concurrent use.
type Geometry struct {
	properties map[string]*cascade
	defaults   Page
	variants   []pageVariants // of pages without a name, and of each name

	variantNames []string
}

// Page is a page as it is shown.
type Page struct {
	Size     domain.Size
	Margins  domain.Margins
	Steering Steering

	mark domain.Length // what is added to the width of the sheet that it is printed on
}

// pageVariants are the pages of one name that page selectors tell apart: the first, a left and a right one.
type pageVariants [3]Page

// pageProperties are the properties of a page that are read.
var pageProperties = []string{"size", "margin-top", "margin-right", "margin-bottom", "margin-left", "page-orientation",
	headerProperty, footerProperty, edgeProperty, gapProperty, bleedProperty}

// NewGeometry reads the page rules of style sheets in document order. Paper and margins hold where no rule says
// otherwise. The error is that of ctx, soon after it ends, or an InvalidRequest: there are too many rules.
func NewGeometry(ctx context.Context, sheets []Stylesheet, paper domain.Size, margins domain.Margins) (*Geometry, error) {
	defaults := Page{Size: paper, Margins: margins}
	rules := newPageRules()
	if err := readRules(ctx, sheets, mediaOf(defaults), &rules.layers, rules); err != nil {
		return nil, err
	}
	g := &Geometry{properties: rules.properties, defaults: defaults, variantNames: append([]string{""}, rules.names...)}
	for _, name := range g.variantNames {
		var pages pageVariants
		for i := range pages {
			pages[i] = g.named(name, i+1)
		}
		g.variants = append(g.variants, pages)
	}
	g.markNames()
	return g, nil
}

// Default gives the page that no selector matches. It is for engines that do not read page rules, which print every
// page like this. Rules that leave no room for content on the paper are not followed; browsers ignore them, too.
func (g *Geometry) Default() Page { return g.page([]string{""}) }

// Page gives the page of a number, counted from 1, that an engine which supports page selectors has printed in a size.
//
// Only the engine knows which pages have a name, and a PDF does not tell; a named page is recognised by its size, which the
// overrides of ReserveMargins change where it is that of other pages. Page.Paper gives the size to cut it back to. A page
// that page-orientation turns is given as it is shown. Text runs from left to right, so the first page is a right page.
func (g *Geometry) Page(number int, size domain.Size) Page {
	for _, pages := range g.variants {
		if page := pages[variantOf(number)]; sameSize(page.printed(), size) {
			return page
		}
	}
	return g.variants[0][variantOf(number)]
}

// variantOf gives the index of the page variant that a page number belongs to: all pages after the first three are
// like one of those.
func variantOf(number int) int {
	if number <= 3 {
		return number - 1
	}
	return 1 + number%2
}

// sameSize tells whether two sizes are equal but for the hundredths of an inch that engines round paper to.
func sameSize(a, b domain.Size) bool {
	return math.Abs(float64(a.Width-b.Width)) <= float64(domain.Point) &&
		math.Abs(float64(a.Height-b.Height)) <= float64(domain.Point)
}

// named gives the page of a name, "" for none, and of a number, as it is shown.
func (g *Geometry) named(name string, number int) Page {
	selectors := selectorsOf(name, number)
	d, _ := g.properties["page-orientation"].first(selectors)
	return g.page(selectors).turned(orientationOf(d.value))
}

// selectorsOf gives the selectors that match the page of a name and a number.
func selectorsOf(name string, number int) []string {
	pseudos := []string{":right", ""}
	switch {
	case number == 1:
		pseudos = []string{":first", ":right", ""}
	case number%2 == 0:
		pseudos = []string{":left", ""}
	}
	if name == "" {
		return pseudos
	}
	selectors := make([]string, 0, 2*len(pseudos))
	for _, pseudo := range pseudos {
		selectors = append(selectors, name+pseudo)
	}
	return append(selectors, pseudos...)
}

// page gives the page that all of the selectors match, the most specific one first.
func (g *Geometry) page(selectors []string) Page {
	size := g.defaults.Size
	if d, found := g.properties["size"].first(selectors); found {
		if declared, ok := sizeOf(d.parts(), size); ok && isPaper(declared) {
			size = declared
		}
	}
	margin := func(property string, whole, otherwise domain.Length) domain.Length {
		d, found := g.properties[property].first(selectors)
		if !found {
			return otherwise
		}
		return marginOf(d.value, whole, size, otherwise)
	}
	margins := domain.Margins{
		Top:    margin("margin-top", size.Height, g.defaults.Margins.Top),
		Right:  margin("margin-right", size.Width, g.defaults.Margins.Right),
		Bottom: margin("margin-bottom", size.Height, g.defaults.Margins.Bottom),
		Left:   margin("margin-left", size.Width, g.defaults.Margins.Left),
	}
	page := Page{Size: size, Margins: margins, Steering: g.steering(selectors, size)}
	if !page.hasRoom() {
		page.Size, page.Margins = g.defaults.Size, g.defaults.Margins
	}
	return page
}

// marginOf gives the margin of a declared value; otherwise is for a value that only an engine could know. A negative
// margin, with which content would leave the paper, is 0.
func marginOf(value string, whole domain.Length, paper domain.Size, otherwise domain.Length) domain.Length {
	switch value {
	case "auto", "initial", "inherit", "unset":
		return 0
	}
	length, ok := evaluate(value, whole, paper)
	if !ok {
		return otherwise
	}
	return max(0, length)
}

// isPaper tells whether a page can have that size.
func isPaper(s domain.Size) bool {
	return s.Width > 0 && s.Height > 0 && s.Width <= MaxSide && s.Height <= MaxSide
}

// hasRoom tells whether the page has room for content between its margins.
func (p Page) hasRoom() bool {
	m := p.Margins
	return p.Size.Width-m.Left-m.Right >= domain.Pixel && p.Size.Height-m.Top-m.Bottom >= domain.Pixel
}

// CheckSizes refuses sizes that no PDF reader could show. An engine would print another size instead. The error is an
// InvalidRequest.
func (g *Geometry) CheckSizes() error {
	sizes := g.properties["size"]
	for _, selector := range sizes.selectors {
		d := sizes.declared[selector]
		if size, ok := sizeOf(d.parts(), domain.A4); ok && max(size.Width, size.Height) > MaxSide {
			err := domain.Invalidf("@page size: %s is larger than a PDF page can be, %.0f mm a side", d.value, MaxSide.Millimetres())
			err.LogMessage = "an @page size is larger than a PDF page can be"
			return err
		}
	}
	return nil
}
