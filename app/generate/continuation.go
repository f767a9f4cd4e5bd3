package generate

import (
	"context"
	"slices"

	"platen/domain"
)

// skipSlack is what is skipped beyond the first page's content, so that rounding leaves no line of it on the next page.
const skipSlack = domain.Pixel

// follows tells whether the second page of a print continues the first page of the whole one: the content of the first page
// that is not skipped is at the same place in both, and their second pages begin alike.
func (p *parts) follows(whole, rest part) bool {
	if !p.sameWidth() {
		return false
	}
	top, lead := whole.Margins.Top, p.lead()
	end := between{top + max(0, lead), everywhere.bottom}
	beginning := between{everywhere.top, top + min(whole.Content().Height, rest.Content().Height)/2}
	right, down := rest.Margins.Left-whole.Margins.Left, rest.Margins.Top-top
	return samePaint(p.paintOn(whole, 1), p.paintOn(rest, 1), end, right, down-lead-skipSlack) &&
		samePaint(p.paintOn(whole, 2), p.paintOn(rest, 2), beginning, right, down)
}

// endsByBreak tells whether a forced break ends the first page of the whole print. After a forced break content begins a page,
// whatever was skipped before it: a print without the first page's content then begins with the second page.
func (p *parts) endsByBreak(ctx context.Context, whole part) (bool, error) {
	after, err := p.print(ctx, p.first, p.first.Content().Height+skipSlack)
	if err != nil {
		return false, err
	}
	return after.pages == whole.pages-1 && p.samePage(whole, 2, after, 1), nil
}

// afterBreak finds the page of a print that follows the first forced break: how many pages precede it. Another print, of which
// more is skipped, shows the same pages after the break and others before it.
func (p *parts) afterBreak(ctx context.Context, rest part) (before int, found bool, err error) {
	after, err := p.print(ctx, p.others, p.others.Content().Height)
	if err != nil {
		return 0, false, err
	}
	for _, pages := range [][2]int{{1, 1}, {2, 1}, {2, 2}, {3, 2}} {
		if pages[0] <= rest.pages && pages[1] <= after.pages && p.samePage(rest, pages[0], after, pages[1]) {
			return pages[0] - 1, true, nil
		}
	}
	return 0, false, nil
}

// maxShortening bounds what the first page may end earlier.
const maxShortening = 15 * domain.Millimetre

// intoLine gives what the first page has to end earlier, so that the height that is skipped ends within a line of text.
func (p *parts) intoLine(whole part) (earlier domain.Length, found bool) {
	skipped := whole.Margins.Top + p.lead() + skipSlack
	earlier = maxShortening
	for _, m := range p.paintOn(whole, 1) {
		middle := (m.Rect.Top + m.Rect.Bottom) / 2
		if by := skipped - middle; m.Kind == domain.Glyphs && by > 0 && by < min(earlier, p.lead()) {
			earlier, found = by, true
		}
	}
	return earlier, found
}

// samePage tells whether a page of a print and one of another with the same margins show the same. Empty pages tell nothing.
func (p *parts) samePage(a part, pageOfA int, b part, pageOfB int) bool {
	marks := p.paintOn(a, pageOfA)
	small := func(m domain.Mark) bool {
		return m.Kind != domain.Shape || m.Rect.Height() < a.Content().Height-leastCut
	}
	return slices.ContainsFunc(marks, small) && samePaint(marks, p.paintOn(b, pageOfB), everywhere, 0, 0)
}

// paintOn gives what a page paints; nil if that is not known.
func (p *parts) paintOn(printed part, page int) []domain.Mark {
	marks, err := p.paint.Painted(printed.pdf.Content, page)
	if err != nil {
		return nil
	}
	return append([]domain.Mark{}, marks...)
}
