package generate

import (
	"math"

	"platen/domain"
)

// span is the room for a band on a page, between the left and right margins.
type span struct{ left, width domain.Length }

// span gives the room on the page of that number and size.
func (j *job) span(number int, page domain.Size) span {
	m := j.margins
	if j.engine.Capabilities.NamedPages {
		m = j.leaf(number, page).margins
	}
	return span{left: m.Left, width: max(domain.Pixel, page.Width-m.Left-m.Right)}
}

// leaf is what the document's rules make of a page.
type leaf struct {
	size    domain.Size
	margins domain.Margins
}

// singleOut works out the pages 1 to 3: those without a name first, and then those of each name.
func (j *job) singleOut() (all [][3]leaf) {
	cascade := domain.NewPageCascade(j.body.Rules(), j.settings.Paper, j.settings.Margins)
	for _, name := range append([]string{""}, cascade.Names()...) {
		var pages [3]leaf
		for i := range pages {
			pages[i].size, pages[i].margins = cascade.Page(name, i+1)
		}
		all = append(all, pages)
	}
	return all
}

// leaf finds a page by its number and its size. Which pages have a name only the engine knows, and a PDF does not
// say; but a name whose paper is another than that of its neighbours is known by it.
func (j *job) leaf(number int, size domain.Size) leaf {
	for _, pages := range j.singled {
		l := pages[alike(number)-1]
		if alikeInSize(l.size, size) {
			return l
		}
	}
	return j.singled[0][alike(number)-1]
}

// alikeInSize tells whether two sizes are the same but for the hundredths of an inch that engines round paper to.
func alikeInSize(a, b domain.Size) bool {
	return math.Abs(float64(a.Width-b.Width)) <= float64(domain.Point) &&
		math.Abs(float64(a.Height-b.Height)) <= float64(domain.Point)
}

// alike gives the one of the first three pages whose margins that page has: the first is by itself, the others
// are left and right in turn.
func alike(number int) int {
	if number <= 3 {
		return number
	}
	return 2 + number%2
}
