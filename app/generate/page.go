package generate

import (
	"math"
	"slices"

	"platen/domain"
	"platen/domain/headerfooter"
	"platen/domain/page"
)

// bodyPage is a page of the body.
type bodyPage struct {
	number   int         // counted from 1
	size     domain.Size // of its paper
	crop     domain.Rect // the part of the printed page that it is; zero: all of it
	steering page.Steering
	target   headerfooter.Target
}

// newBodyPage returns a page of that size with margins. Where they are negative, header and footer end at the paper's edge.
func newBodyPage(number int, size domain.Size, of page.Page) bodyPage {
	left, right := max(0, of.Margins.Left), max(0, of.Margins.Right)
	if of.Steering.Bleed {
		left, right = 0, 0
	}
	at := headerfooter.Target{
		ContentWidth: max(domain.Pixel, size.Width-left-right), LeftMargin: left, PaperHeight: size.Height, EdgeDistance: of.Steering.Edge,
	}
	at.RightMargin = max(0, size.Width-left-at.ContentWidth)
	return bodyPage{number: number, size: size, steering: of.Steering, target: at}
}

// shows reports whether the page shows the header or footer.
func (p bodyPage) shows(position headerfooter.Position) bool {
	return position == headerfooter.Header && !p.steering.NoHeader || position == headerfooter.Footer && !p.steering.NoFooter
}

// tolerance is too small to be seen on paper. It is larger than the rounding of page sizes by engines, which can make A4 0.65
// points wider, and of the boxes of their content to whole CSS pixels.
const tolerance = 1 * domain.Point

// equal reports whether two lengths are equal but for rounding.
func equal(a, b domain.Length) bool { return math.Abs(float64(a-b)) < float64(tolerance) }

// pageGroup are the pages that show a header or footer in one width. Their target has the smallest distance from each edge.
type pageGroup struct {
	target headerfooter.Target
	pages  []int
}

// groupsOf groups the pages that show a header or footer by the width that it has there.
func groupsOf(pages []bodyPage, position headerfooter.Position) []pageGroup {
	var all []pageGroup
	for _, page := range pages {
		if !page.shows(position) {
			continue
		}
		at := slices.IndexFunc(all, func(g pageGroup) bool { return equal(g.target.ContentWidth, page.target.ContentWidth) })
		if at < 0 {
			at = len(all)
			all = append(all, pageGroup{target: page.target})
		}
		to, target := &all[at].target, page.target
		to.LeftMargin, to.RightMargin = min(to.LeftMargin, target.LeftMargin), min(to.RightMargin, target.RightMargin)
		to.EdgeDistance, to.PaperHeight = min(to.EdgeDistance, target.EdgeDistance), min(to.PaperHeight, target.PaperHeight)
		all[at].pages = append(all[at].pages, page.number)
	}
	return all
}
