package pagecss

import "platen/domain"

// FirstPageMargins gives the margins of the first page and of all others with room for header and footer, for engines that
// do not read page rules; false if they are the same. The rules for :first decide, those for :left and :right do not.
func (g *Geometry) FirstPageMargins(r MarginReserve) (first, others domain.Margins, differ bool) {
	page, rest := g.page([]string{":first", ""}), g.Default()
	if page.Size != rest.Size {
		return rest.Margins, rest.Margins, false
	}
	first, others = page.Margins, rest.Margins
	r.widen(&first, g.variants[0][0].Steering)
	for _, steered := range []Page{rest, g.variants[0][1], g.variants[0][2]} {
		r.widen(&others, steered.Steering)
	}
	fits := fitsContent(rest.Size.Height, first.Top+first.Bottom) == nil && fitsContent(rest.Size.Height, others.Top+others.Bottom) == nil
	return first, others, fits && first != others
}

// widen makes room for header and footer in the margins of a page that is steered so.
func (r MarginReserve) widen(m *domain.Margins, s Steering) {
	header, footer := r.on(s)
	m.Top, m.Bottom = max(m.Top, header), max(m.Bottom, footer)
}
