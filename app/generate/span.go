package generate

import (
	"math"

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

// pageRange is a range of pages of one width.
type pageRange struct {
	width       domain.Length
	first, last int // pages of other widths may lie between
}

// ranges gives the widths of the pages between their margins, and where they occur.
func (j *job) ranges(pages []domain.Size) []pageRange {
	var all []pageRange
	for i, page := range pages {
		width := j.spanOn(i+1, page).width
		r := find(all, width)
		if r == nil {
			all = append(all, pageRange{width: width, first: i + 1})
			r = &all[len(all)-1]
		}
		r.last = i + 1
	}
	return all
}

func find(all []pageRange, width domain.Length) *pageRange {
	for i := range all {
		if equal(all[i].width, width) {
			return &all[i]
		}
	}
	return nil
}
