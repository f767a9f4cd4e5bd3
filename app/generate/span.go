package generate

import (
	"math"
	"slices"

	"platen/domain"
)

// span is the room for headers and footers on a page, between the left and the right margin.
type span struct{ left, width domain.Length }

// spanOn gives the room on the page of that number and size.
func (j *job) spanOn(number int, size domain.Size) span {
	m := j.geometry.Default().Margins
	if j.selectors {
		m = j.geometry.Page(number, size).Margins
	}
	return span{left: m.Left, width: max(domain.Pixel, size.Width-m.Left-m.Right)}
}

// tolerance is less than anybody sees on paper, and more than engines round by.
const tolerance = 0.5 * domain.Point

// equal tells whether two lengths are equal but for rounding.
func equal(a, b domain.Length) bool { return math.Abs(float64(a-b)) < float64(tolerance) }

// pageGroup are the pages whose room is of one width.
type pageGroup struct {
	width domain.Length
	pages []int
}

// groups groups the pages by the width of their room.
func (j *job) groups(sizes []domain.Size) []*pageGroup {
	var all []*pageGroup
	for i, size := range sizes {
		width := j.spanOn(i+1, size).width
		at := slices.IndexFunc(all, func(g *pageGroup) bool { return equal(g.width, width) })
		if at < 0 {
			at = len(all)
			all = append(all, &pageGroup{width: width})
		}
		all[at].pages = append(all[at].pages, i+1)
	}
	return all
}
