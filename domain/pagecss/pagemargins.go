package pagecss

import (
	"math"

	"platen/domain"
)

// PageMargins are the margins of the pages of a document, with room for header and footer. They are for engines that do not
// read page rules: all pages have the default page's paper.
type PageMargins struct {
	paper domain.Size
	own   [len(pageVariants{})]domain.Margins
}

// PageMargins returns the margins that the rules for all pages, :first, :left and :right make. A page of another size has the
// default page's margins, and so has one whose margins leave no room for content between header and footer. The error is an
// InvalidRequest: header and footer are too tall for the paper.
func (g *Geometry) PageMargins(r MarginReserve) (PageMargins, error) {
	rest := g.Default()
	m := PageMargins{paper: rest.Size}
	if err := r.Fits(rest.Size.Height); err != nil {
		return m, err
	}
	for at := range m.own {
		page := g.page(g.selectorsOf("", at+1))
		if page.Size != rest.Size {
			page.Margins, page.inset = rest.Margins, rest.inset
		}
		var err error
		if m.own[at], err = r.marginsOf(page, rest); err != nil {
			return m, err
		}
	}
	return m, nil
}

// marginsOf returns the margins of a page with room for header and footer, or those of another page if they leave no room for content.
func (r MarginReserve) marginsOf(page, otherwise Page) (domain.Margins, error) {
	if r.Header <= 0 && r.Footer <= 0 {
		return page.Margins, nil
	}
	height := otherwise.Size.Height
	if own := r.widened(page.Margins, page.inset, page.Steering); fitsContent(height, own.Top+own.Bottom) == nil {
		return own, nil
	}
	m := r.widened(otherwise.Margins, otherwise.inset, page.Steering)
	return m, fitsContent(height, m.Top+m.Bottom)
}

// widened makes room for header and footer in the margins of a page that is steered so. They stand outside of its border
// and padding.
func (r MarginReserve) widened(m, inset domain.Margins, s Steering) domain.Margins {
	header, footer := r.on(s)
	m.Top, m.Bottom = max(m.Top, header+inset.Top), max(m.Bottom, footer+inset.Bottom)
	return m
}

// Of returns the margins of the page of a number, counted from 1.
func (m PageMargins) Of(number int) domain.Margins { return m.own[variantOf(number)] }

// Differ reports whether not all pages have the same margins.
func (m PageMargins) Differ() bool {
	for _, own := range m.own[1:] {
		if !near(own.Top, m.own[0].Top) || !near(own.Right, m.own[0].Right) || !near(own.Bottom, m.own[0].Bottom) || !near(own.Left, m.own[0].Left) {
			return true
		}
	}
	return false
}

// near reports whether two lengths are equal but for the rounding of their units.
func near(a, b domain.Length) bool { return math.Abs(float64(a-b)) < 0.01 }
