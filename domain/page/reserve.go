package page

import (
	"fmt"
	"slices"
	"strings"

	"platen/domain"
)

// MarginReserve is what a header and a footer need of the top and bottom margins of a page, beside their distances.
type MarginReserve struct {
	// Header and Footer are their measured heights; 0: there is none.
	Header, Footer domain.Length
}

// Reserves are what they need on the first page and on the others, since their styles can make them taller on the first page.
type Reserves struct {
	First, Others MarginReserve
}

// Everywhere returns the reserves of a header and a footer that are as tall on all pages.
func (r MarginReserve) Everywhere() Reserves { return Reserves{First: r, Others: r} }

// Page returns the reserve on the page of a number, counted from 1.
func (r Reserves) Page(number int) MarginReserve {
	if number == 1 {
		return r.First
	}
	return r.Others
}

// Max returns the larger heights of two reserves.
func (r MarginReserve) Max(other MarginReserve) MarginReserve {
	return MarginReserve{Header: max(r.Header, other.Header), Footer: max(r.Footer, other.Footer)}
}

// Max returns the larger heights of both.
func (r Reserves) Max(other Reserves) Reserves {
	return Reserves{First: r.First.Max(other.First), Others: r.Others.Max(other.Others)}
}

// Equals reports whether both are the same but for a tolerance.
func (r Reserves) Equals(other Reserves, tolerance domain.Length) bool {
	equal := func(a, b MarginReserve) bool {
		return max(apart(a.Header, b.Header), apart(a.Footer, b.Footer)) <= tolerance
	}
	return equal(r.First, other.First) && equal(r.Others, other.Others)
}

// MaxShare is the share of a page's height that a header or a footer may take.
const MaxShare = 0.4

// minContent is the least height of the content of a page with a header or a footer.
const minContent = 5 * domain.Millimetre

// Check checks that header and footer, if there are any, leave enough for content on a page of that height that is steered so, whatever its
// margins. The error is an InvalidRequest.
func (r MarginReserve) Check(height domain.Length, s Steering) error {
	if r.Header <= 0 && r.Footer <= 0 {
		return nil
	}
	const rounding = domain.Pixel // to whole CSS pixels, by engines that lay out and measure
	for _, position := range []struct {
		field  string
		height domain.Length
	}{{"headerHtml", r.Header}, {"footerHtml", r.Footer}} {
		if position.height > MaxShare*height+rounding {
			return domain.Invalidf("%s is %.0f mm tall, more than %.0f %% of the page's %.0f mm",
				position.field, position.height.Millimetres(), 100*MaxShare, height.Millimetres())
		}
	}
	top, bottom := r.on(s)
	return checkContent(height, top+bottom)
}

func checkContent(height, margins domain.Length) error {
	if height-margins < minContent {
		return domain.Invalidf("header, footer and margins together leave no room for content on a page of %.0f mm", height.Millimetres())
	}
	return nil
}

// on returns the margins that header and footer need on a page that is steered so.
func (r MarginReserve) on(s Steering) (top, bottom domain.Length) {
	distance := s.Edge + s.Gap
	if r.Header > 0 && !s.NoHeader {
		top = r.Header + distance
	}
	if r.Footer > 0 && !s.NoFooter {
		bottom = r.Footer + distance
	}
	return top, bottom
}

// Reserve returns the layout with margins for a header and a footer on every page that shows them: each margin is the larger
// of the author's and what they need there. Where that leaves too little for content, the default page's margins are in the place of the
// author's. The error is an InvalidRequest: they are too tall for the paper.
func (l Layout) Reserve(r Reserves) (Layout, error) {
	if r == (Reserves{}) {
		return l, nil
	}
	for _, one := range []MarginReserve{r.First, r.Others} {
		if err := one.Check(l.Default().Size.Height, l.Default().Steering); err != nil {
			return Layout{}, err
		}
	}
	reserved := Layout{FirstPageIsLeft: l.FirstPageIsLeft, named: slices.Clone(l.named)}
	fallback := l.Default().Margins
	for i := range reserved.named {
		for v := range reserved.named[i].kind {
			p, r := &reserved.named[i].kind[v], r.Page(1+v) // which is of that kind
			if p.reserve(r); checkContent(p.Size.Height, p.Margins.Top+p.Margins.Bottom) != nil {
				p.Margins.Top, p.Margins.Bottom = fallback.Top, fallback.Bottom
				p.reserve(r)
			}
		}
	}
	reserved.tellApart()
	m := reserved.Default().Margins
	return reserved, checkContent(l.Default().Size.Height, m.Top+m.Bottom)
}

// reserve makes the margins large enough for header and footer. They stand outside of the page's border and padding.
func (p *Page) reserve(r MarginReserve) {
	top, bottom := r.on(p.Steering)
	p.Margins.Top, p.Margins.Bottom = max(p.Margins.Top, top+p.inset.Top), max(p.Margins.Bottom, bottom+p.inset.Bottom)
}

// step is added to the height of the content of pages that have the same size and margins as pages with other headers or footers, so
// that the PDF tells them apart. It is two CSS pixels: rectangles in a PDF are in whole ones.
const step = 2 * domain.Pixel

// tellApart makes the margins of named pages differ if headers and footers do.
func (l Layout) tellApart() {
	for v := range variants {
		for i := range l.named {
			p := &l.named[i].kind[v]
			for tries := 0; tries <= i && l.looksLike(i, v); tries++ {
				p.Margins.Bottom -= step
			}
		}
	}
}

// looksLike reports whether a kind has the size and margins of an earlier one that shows other headers or footers.
func (l Layout) looksLike(i int, v variant) bool {
	p := l.named[i].kind[v]
	for _, pages := range l.named[:i] {
		o := pages.kind[v]
		if sameSize(p.Size, o.Size) && difference(p.Margins, o.Margins) < step*0.75 && p.Steering != o.Steering {
			return true
		}
	}
	return false
}

// sameSize reports whether two sizes are equal but for the points that engines round paper to.
func sameSize(a, b domain.Size) bool {
	return apart(a.Width, b.Width) <= domain.Point && apart(a.Height, b.Height) <= domain.Point
}

// MarginCSS returns page rules that set the margins of the layout, where Reserve made one larger than the author's. They are to win
// over all other rules, as important declarations of the first layer do. So all kinds of pages need a rule: an important declaration for a
// more general kind would win over the author's for a more particular one.
//
// Margins are in per cent of the page, which html{zoom} does not multiply.
func (l Layout) MarginCSS(author Layout) string {
	var b strings.Builder
	if slices.Equal(l.named, author.named) {
		return ""
	}
	turned, ignored := false, false // a page, the author's margins
	for _, pages := range l.named {
		for _, p := range pages.kind {
			turned, ignored = turned || p.turn != upright, ignored || p.marginsIgnored
		}
	}
	b.WriteString("@layer{")
	for _, pages := range l.named {
		for v, p := range pages.kind {
			fmt.Fprintf(&b, "@page %s%s{", pages.name, variant(v).pseudoClass(l.FirstPageIsLeft))
			if ignored && p.turn == upright {
				fmt.Fprintf(&b, "size:%.4fmm %.4fmm!important;", p.Size.Width.Millimetres(), p.Size.Height.Millimetres())
			}
			for side, margin := range [4]domain.Length{
				p.Margins.Top - p.inset.Top, p.Margins.Right - p.inset.Right, p.Margins.Bottom - p.inset.Bottom, p.Margins.Left - p.inset.Left} {
				whole := []domain.Length{p.Size.Height, p.Size.Width}[side%2]
				if side%2 == 0 || turned || ignored {
					fmt.Fprintf(&b, "%s:%.4f%%!important;", p.turn.sides()[side], 100*float64(margin/whole))
				}
			}
			b.WriteString("}")
		}
	}
	b.WriteString("}")
	return b.String()
}
