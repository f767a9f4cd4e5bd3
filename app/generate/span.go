package generate

import (
	"math"
	"slices"

	"platen/domain"
	"platen/domain/headerfooter"
	"platen/domain/pagecss"
)

// span is the room for headers and footers on a page, between the left and the right margin.
type span struct{ left, width domain.Length }

// bodyPage is a page of the body.
type bodyPage struct {
	number int         // counted from 1
	size   domain.Size // of its paper
	rules  pagecss.Page
}

// pageOf gives the page of that number that the engine printed in that size.
func (j *job) pageOf(number int, printed domain.Size) bodyPage {
	page := bodyPage{number, printed, j.geometry.Page(number, printed)}
	if !j.selectors {
		page.rules.Margins = j.margins.Of(number)
		return page
	}
	page.size = page.rules.Paper(printed)
	return page
}

// across gives the room on the page.
func (p bodyPage) across() span {
	if p.rules.Steering.Bleed {
		return span{width: p.size.Width}
	}
	m := p.rules.Margins
	return span{left: m.Left, width: max(domain.Pixel, p.size.Width-m.Left-m.Right)}
}

// shows tells whether the page shows the header or footer.
func (p bodyPage) shows(position headerfooter.Position) bool {
	steering := p.rules.Steering
	return position == headerfooter.Header && !steering.NoHeader || position == headerfooter.Footer && !steering.NoFooter
}

// tolerance is too small to be seen on paper. It is larger than the rounding of page sizes by engines, which can make A4 0.65
// points wider.
const tolerance = 0.75 * domain.Point

// equal tells whether two lengths are equal but for rounding.
func equal(a, b domain.Length) bool { return math.Abs(float64(a-b)) < float64(tolerance) }

// room is the width that copies are laid out in, and the paper around it.
type room struct {
	width  domain.Length
	beside domain.Length // the larger of its distances from the paper's left and right edge
	// left, right and edge are the smallest distances from the paper's edges to copies, and height is that of the paper.
	left, right, edge, height domain.Length
}

// roomOn gives the room on the page.
func (j *job) roomOn(page bodyPage) room {
	across := page.across()
	left, right := max(0, across.left), max(0, page.size.Width-across.left-across.width)
	edge := page.rules.Steering.Edge(j.settings.Edge)
	return room{width: across.width, beside: max(left, right), left: left, right: right, edge: edge, height: page.size.Height}
}

// place is the room as a header or footer sees it.
func (r room) place() headerfooter.Place {
	return headerfooter.Place{Room: r.width, Left: r.left, Right: r.right, Height: r.height, Edge: r.edge}
}

// with gives the room of copies that are for another page, too.
func (r room) with(o room) room {
	r.beside = max(r.beside, o.beside)
	r.left, r.right = min(r.left, o.left), min(r.right, o.right)
	r.edge, r.height = min(r.edge, o.edge), min(r.height, o.height)
	return r
}

// pageGroup are the pages whose room is of one width.
type pageGroup struct {
	room
	pages []int
}

// groups groups the pages that show a header or footer by the width of their room.
func (j *job) groups(position headerfooter.Position, pages []bodyPage) []*pageGroup {
	var all []*pageGroup
	for _, page := range pages {
		if !page.shows(position) {
			continue
		}
		own := j.roomOn(page)
		at := slices.IndexFunc(all, func(g *pageGroup) bool { return equal(g.width, own.width) })
		if at < 0 {
			at = len(all)
			all = append(all, &pageGroup{room: own})
		}
		all[at].room = all[at].with(own)
		all[at].pages = append(all[at].pages, page.number)
	}
	return all
}
