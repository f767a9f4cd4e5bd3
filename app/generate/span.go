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

// pageOf gives the page of that number and size, as the engine prints it.
func (j *job) pageOf(number int, size domain.Size) pagecss.Page {
	page := j.geometry.Page(number, size)
	if !j.selectors {
		page.Margins = j.geometry.Default().Margins
	}
	return page
}

// spanOn gives the room on the page of that number and size.
func (j *job) spanOn(number int, size domain.Size) span {
	page := j.pageOf(number, size)
	if page.Steering.Bleed {
		return span{width: size.Width}
	}
	m := page.Margins
	return span{left: m.Left, width: max(domain.Pixel, size.Width-m.Left-m.Right)}
}

// shows tells whether a page shows the header or footer.
func (j *job) shows(position headerfooter.Position, number int, size domain.Size) bool {
	steering := j.pageOf(number, size).Steering
	return position == headerfooter.Header && !steering.NoHeader || position == headerfooter.Footer && !steering.NoFooter
}

// tolerance is less than anybody sees on paper, and more than engines round the sides of a page by: Chrome makes A4 0.65
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

// roomOn gives the room on the page of that number and size.
func (j *job) roomOn(number int, size domain.Size) room {
	across := j.spanOn(number, size)
	left, right := max(0, across.left), max(0, size.Width-across.left-across.width)
	edge := j.pageOf(number, size).Steering.Edge(j.settings.Edge)
	return room{width: across.width, beside: max(left, right), left: left, right: right, edge: edge, height: size.Height}
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
func (j *job) groups(position headerfooter.Position, sizes []domain.Size) []*pageGroup {
	var all []*pageGroup
	for i, size := range sizes {
		if !j.shows(position, i+1, size) {
			continue
		}
		own := j.roomOn(i+1, size)
		at := slices.IndexFunc(all, func(g *pageGroup) bool { return equal(g.width, own.width) })
		if at < 0 {
			at = len(all)
			all = append(all, &pageGroup{room: own})
		}
		all[at].room = all[at].with(own)
		all[at].pages = append(all[at].pages, i+1)
	}
	return all
}
