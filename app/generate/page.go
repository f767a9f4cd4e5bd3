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
	part     domain.Rect // of the printed page, which it is; zero: all of it
	steering page.Steering
	left     domain.Length // where its room begins
	room     room
}

// room is where headers and footers stand on a page, or on several: the place has the smallest distances.
type room struct {
	headerfooter.Place
	beside domain.Length // the largest distance from the paper's left or right edge
}

// pageOf returns a page of that size with margins. edge is where header and footer stand unless its rules say otherwise.
func pageOf(number int, size domain.Size, of page.Page, edge domain.Length) bodyPage {
	left, right := of.Margins.Left, of.Margins.Right
	if of.Steering.Bleed {
		left, right = 0, 0
	}
	r := room{Place: headerfooter.Place{
		Room: max(domain.Pixel, size.Width-left-right), Left: max(0, left), Height: size.Height, Edge: of.Steering.Edge(edge),
	}}
	r.Right = max(0, size.Width-left-r.Room)
	r.beside = max(r.Left, r.Right)
	return bodyPage{number: number, size: size, steering: of.Steering, left: left, room: r}
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

// with returns the room of copies that are for another page, too.
func (r room) with(o room) room {
	r.beside = max(r.beside, o.beside)
	r.Left, r.Right = min(r.Left, o.Left), min(r.Right, o.Right)
	r.Edge, r.Height = min(r.Edge, o.Edge), min(r.Height, o.Height)
	return r
}

// pageGroup are the pages that show a header or footer in rooms of one width.
type pageGroup struct {
	room
	pages []int
}

// groupsOf groups the pages that show a header or footer by the width of their room.
func groupsOf(pages []bodyPage, position headerfooter.Position) []pageGroup {
	var all []pageGroup
	for _, page := range pages {
		if !page.shows(position) {
			continue
		}
		at := slices.IndexFunc(all, func(g pageGroup) bool { return equal(g.Room, page.room.Room) })
		if at < 0 {
			at = len(all)
			all = append(all, pageGroup{room: page.room})
		}
		all[at].room = all[at].with(page.room)
		all[at].pages = append(all[at].pages, page.number)
	}
	return all
}
