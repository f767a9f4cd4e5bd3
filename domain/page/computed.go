package page

import (
	"platen/domain"
	"platen/domain/csstoken"
)

// ComputedLayout computes the pages for an engine that does not follow page rules. It gives all pages of a print the same paper, so pages
// that declare another size than the default page have the default page's margins. Rules that leave nothing for content are not
// followed; browsers ignore them, too. The error is that of CheckSize.
func (r *Rules) ComputedLayout() (Layout, error) {
	l := r.defaultLayout(r.root.rtl)
	l.named = l.named[:1]
	rest := r.compute([]string{""}, r.defaults)
	for v := range l.named[0].kind {
		p := &l.named[0].kind[v]
		own := r.compute(matching("", variant(v), r.root.rtl), rest)
		if own.Size != rest.Size {
			own.Margins = rest.Margins
		}
		p.Size, p.Margins = rest.Size, own.Margins
	}
	return l, CheckSize(rest.Size)
}

// compute returns the page that all of the selectors match, or another one if its margins leave nothing for content.
func (r *Rules) compute(selectors []string, otherwise Page) Page {
	p := Page{Size: r.defaults.Size}
	if text := r.value("size", selectors); text != "" {
		p.Size, _ = r.size(componentsOf(csstoken.Read(text)))
	}
	margin := func(side string, whole, otherwise domain.Length) domain.Length {
		text := r.value("margin"+side, selectors)
		if length, ok := lengthOf(text, whole, units{p.Size, r.root.font}); ok {
			return max(0, length)
		}
		if isZero(text) {
			return 0
		}
		return otherwise
	}
	p.Margins = domain.Margins{
		Top:    margin("-top", p.Size.Height, r.defaults.Margins.Top),
		Right:  margin("-right", p.Size.Width, r.defaults.Margins.Right),
		Bottom: margin("-bottom", p.Size.Height, r.defaults.Margins.Bottom),
		Left:   margin("-left", p.Size.Width, r.defaults.Margins.Left),
	}
	if content := contentOf(p.Size, p.Margins); min(content.Width, content.Height) < domain.Pixel {
		otherwise.marginsIgnored = true
		return otherwise
	}
	return p
}
