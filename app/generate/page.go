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
	place    headerfooter.Place
}

// pageOf returns a page of that size with margins. Where they are negative, header and footer end at the paper's edge.
func pageOf(number int, size domain.Size, of page.Page) bodyPage {
	left, right := max(0, of.Margins.Left), max(0, of.Margins.Right)
	if of.Steering.Bleed {
		left, right = 0, 0
	}
	at := headerfooter.Place{
		Width: max(domain.Pixel, size.Width-left-right), Left: left, Height: size.Height, Edge: of.Steering.Edge,
	}
	at.Right = max(0, size.Width-left-at.Width)
	return bodyPage{number: number, size: size, steering: of.Steering, place: at}
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

// pageGroup are the pages that show a header or footer in one width. Their place has the smallest distance from each edge.
type pageGroup struct {
	place headerfooter.Place
	pages []int
}

// groupsOf groups the pages that show a header or footer by the width that it has there.
func groupsOf(pages []bodyPage, position headerfooter.Position) []pageGroup {
	var all []pageGroup
	for _, page := range pages {
		if !page.shows(position) {
			continue
		}
		at := slices.IndexFunc(all, func(g pageGroup) bool { return equal(g.place.Width, page.place.Width) })
		if at < 0 {
			at = len(all)
			all = append(all, pageGroup{place: page.place})
		}
		to, place := &all[at].place, page.place
		to.Left, to.Right = min(to.Left, place.Left), min(to.Right, place.Right)
		to.Edge, to.Height = min(to.Edge, place.Edge), min(to.Height, place.Height)
		all[at].pages = append(all[at].pages, page.number)
	}
	return all
}
