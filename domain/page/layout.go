package page

import (
	"math"

	"platen/domain"
)

// Page is a page as a reader shows it.
type Page struct {
	Size domain.Size
	// Margins are the distances of the content from the paper's edges: the author's margin, border and padding.
	Margins  domain.Margins
	Steering Steering

	// inset is the part of the margins that is border and padding.
	inset domain.Margins
	turn  turn
	// marginsIgnored: the author's margins leave nothing for content, so that engines print the default page.
	marginsIgnored bool
}

// Layout is the geometry of a document's pages, kind by kind: the pages without a name and those of each name are of three
// kinds each, the first page, even and odd pages. Safe for concurrent use.
type Layout struct {
	// FirstPageIsLeft: the first page is a left page, since text runs from right to left.
	FirstPageIsLeft bool

	named []namedPages // the first are the pages without a name
}

// namedPages are the pages of one name.
type namedPages struct {
	name string
	kind [variants]Page
}

// defaultLayout returns the layout of pages that rules steer and whose geometry is the default.
func (r *Rules) defaultLayout(firstIsLeft bool) Layout {
	l := Layout{FirstPageIsLeft: firstIsLeft}
	for _, name := range append([]string{""}, r.names...) {
		pages := namedPages{name: name}
		for v := range pages.kind {
			pages.kind[v] = r.defaults
			pages.kind[v].Steering = r.steering(matching(name, variant(v), firstIsLeft))
		}
		l.named = append(l.named, pages)
	}
	return l
}

// Default returns the page that only rules without a selector apply to.
func (l Layout) Default() Page { return l.named[0].kind[oddPages] }

// Page returns the page of a number, counted from 1, of a document without named pages.
func (l Layout) Page(number int) Page { return l.named[0].kind[variantOf(number)] }

// HasNames reports whether pages may have names. Only their PDF shows them then: see Recognise.
func (l Layout) HasNames() bool { return len(l.named) > 1 }

// Recognise returns the page of a number, counted from 1, that an engine has printed. A page with a name is recognised by its
// size and the box of its content, which the rules of Reserve make different where headers or footers differ.
func (l Layout) Recognise(number int, printed domain.PrintedPage) Page {
	if !l.HasNames() {
		return l.Page(number)
	}
	box, found := boxOf(printed, domain.PageBoxURI)
	var nearest Page
	least := domain.Length(math.Inf(1))
	margins := marginsOf(printed.Size, box)
	for _, pages := range l.named {
		p := pages.kind[variantOf(number)]
		distance := apart(p.Size.Width, printed.Size.Width) + apart(p.Size.Height, printed.Size.Height)
		if found {
			distance += difference(p.Margins, margins)
		}
		if distance < least {
			nearest, least = p, distance
		}
	}
	if nearest.Size = printed.Size; found {
		nearest.Margins = margins
	}
	return nearest
}

// difference is the sum of the differences between margins.
func difference(a, b domain.Margins) domain.Length {
	return apart(a.Left, b.Left) + apart(a.Top, b.Top) + apart(a.Right, b.Right) + apart(a.Bottom, b.Bottom)
}

// apart is the distance between two lengths.
func apart(a, b domain.Length) domain.Length { return max(a-b, b-a) }
