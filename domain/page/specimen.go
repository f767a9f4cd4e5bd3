package page

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"platen/domain"
)

// Specimen is a document that an engine prints to show where the content of pages stands.
type Specimen struct {
	// CSS precedes the style sheets of the document. Body is its body.
	CSS, Body string

	kinds     []pageKind // of its pages, in order; the last page is not among them
	insetless bool       // its pages have neither borders nor paddings
}

// pageKind is an index of a name and a variant.
type pageKind struct {
	name    int
	variant variant
}

const (
	// topURI is the address of a link along the top of the content.
	topURI = "https://top.platen.invalid/"
	// initial makes an element as if no style sheet spoke of it, also where an engine does not know the property all.
	initial = "all:initial!important;display:block!important;position:static!important;float:none!important;" +
		"columns:auto!important;margin:0!important;break-after:auto!important;"
	// rootReset undoes what moves, hides or divides pages as a whole. Important declarations of the first layer win over all others.
	rootReset = "@layer{html{display:block!important;margin:0!important;padding:0!important;position:static!important;" +
		"float:none!important;transform:none!important;translate:none!important;rotate:none!important;scale:none!important;" +
		"filter:none!important;perspective:none!important;contain:none!important;content-visibility:visible!important;" +
		"container-type:normal!important;will-change:auto!important;columns:auto!important;clip-path:none!important;" +
		"mask:none!important;opacity:1!important;page:auto!important}" + alone + "}" + alone
	// alone leaves out what style sheets show beside the body and its content, also where an engine does not know layers.
	alone = "head{display:none!important}::before,::after{content:none!important}"
	// sideName names pages that tell left from right pages, whatever margins the author gives all pages.
	sideName = "platen-side"
	sides    = "@page " + sideName + "{margin:0!important;padding:0!important;border:0!important}" +
		"@page " + sideName + ":left{size:100mm 200mm!important}@page " + sideName + ":right{size:200mm 100mm!important}"
)

// Specimens returns the documents that an engine which follows page rules prints for MeasuredLayout, with the box of each page marked
// (domain.PrintJob.PageBoxes). There are none if all pages have the default paper and margins. The error is an InvalidRequest: the rules
// name too many pages.
//
// The first page of a name is told apart by a document that begins with it, if there are rules for first pages. Borders and
// paddings are what a second print without them lacks.
func (r *Rules) Specimens() (all []Specimen, err error) {
	if r.unchanged {
		return nil, nil
	}
	most, why := maxNames, ""
	if r.first {
		most, why = maxFirstNames, " beside rules for :first"
	}
	if len(r.names) > most {
		return nil, domain.Invalidf("the document's @page rules name more than %d pages%s: give pages of equal rules one name", most, why)
	}
	together := Specimen{} // without rules for :first, the first page of a name is like its odd ones, and all names share one print
	for name := range len(r.names) + 1 {
		kinds := []pageKind{{name, firstPage}, {name, evenPages}, {name, oddPages}}
		if name == 0 || !r.first {
			together.kinds = append(together.kinds, kinds[min(1, name):]...)
			continue
		}
		all = append(all, Specimen{kinds: kinds})
	}
	all = append([]Specimen{together}, all...)
	for i := range all {
		all[i].write(r.names)
		if r.inset {
			without := all[i]
			without.insetless = true
			without.CSS += "@page{padding:0!important;border:0!important}"
			all = append(all, without)
		}
	}
	return all, nil
}

// write writes the document. The number of each page is of its kind: even pages have even numbers.
func (s *Specimen) write(names []string) {
	var b strings.Builder
	page := func(name string) {
		_, _ = fmt.Fprintf(&b, `<a href="%s" style="%sheight:1px!important;break-before:page!important;page:%s!important"></a>`,
			topURI, initial, html.EscapeString(name))
	}
	_, _ = fmt.Fprintf(&b, `<body style="%s">`, initial)
	for _, kind := range s.kinds {
		page(append([]string{"auto"}, names...)[kind.name])
	}
	page(sideName)
	s.CSS, s.Body = rootReset+sides, b.String()
}

// MeasuredLayout returns the layout that the pages of the printed specimens show, in the order of Specimens. The error says that a PDF does
// not have the pages of its specimen, as if the page rules ask for pages that an engine cannot print.
func (r *Rules) MeasuredLayout(specimens []Specimen, printed [][]domain.PrintedPage) (Layout, error) {
	if len(specimens) == 0 {
		return r.defaultLayout(false), nil
	}
	for i, s := range specimens {
		if len(printed[i]) != len(s.kinds)+1 {
			return Layout{}, fmt.Errorf("the specimen of %d pages has %d", len(s.kinds)+1, len(printed[i]))
		}
	}
	leftFirst := firstIsLeft(printed[0])
	l := r.defaultLayout(leftFirst)
	for i, s := range specimens {
		for n, kind := range s.kinds {
			pages := &l.named[kind.name]
			if err := pages.kind[kind.variant].read(printed[i][n], s.insetless); err != nil {
				return Layout{}, err
			}
			if !s.insetless {
				pages.kind[kind.variant].takeDeclared(r.compute(matching(pages.name, kind.variant, leftFirst), r.defaults), r.inset)
			}
		}
	}
	if !r.first { // so that named pages are the same, first or not
		for i := range l.named[1:] {
			kinds := &l.named[i+1].kind
			steering := kinds[firstPage].Steering
			kinds[firstPage] = kinds[oddPages]
			kinds[firstPage].Steering = steering
		}
	}
	return l, nil
}

// firstIsLeft reports whether the first page of a printed specimen is a left page. Its last page is tall if it is a left one: see sides.
func firstIsLeft(printed []domain.PrintedPage) bool {
	last := printed[len(printed)-1].Size
	return (last.Height > last.Width) == (len(printed)%2 == 1)
}

// read takes size and margins of a printed page of the kind.
func (p *Page) read(printed domain.PrintedPage, insetless bool) error {
	box, found := boxOf(printed, domain.PageBoxURI)
	top, has := boxOf(printed, topURI)
	if !found || !has {
		return fmt.Errorf("a page of the specimen has no box")
	}
	m := marginsOf(printed.Size, box)
	if insetless {
		p.inset = domain.Margins{Top: max(0, p.Margins.Top-m.Top), Right: max(0, p.Margins.Right-m.Right),
			Bottom: max(0, p.Margins.Bottom-m.Bottom), Left: max(0, p.Margins.Left-m.Left)}
		return nil
	}
	p.Size, p.Margins, p.turn = printed.Size, m, upright
	if top.Height() > top.Width() {
		p.turn = turnedLeft
		if top.Left-box.Left > box.Right-top.Right {
			p.turn = turnedRight
		}
	}
	return nil
}

// takeDeclared takes the lengths that the rules declare, if they are known, in the place of the engine's, which are in whole pixels. There
// may be an inset besides, which is not read.
func (p *Page) takeDeclared(declared Page, inset bool) {
	const rounding = 1.5 * domain.Pixel
	side := func(measured *domain.Length, declared, otherwise domain.Length) {
		if *measured = otherwise; !inset && apart(declared, otherwise) <= rounding {
			*measured = declared
		}
	}
	p.marginsIgnored = declared.marginsIgnored
	m, d := &p.Margins, declared.Margins
	side(&m.Top, d.Top, m.Top)
	side(&m.Right, d.Right, m.Right)
	// The content of a page must not become shorter: it may be as tall as the page.
	side(&m.Bottom, d.Bottom, m.Bottom-domain.Pixel)
	side(&m.Left, d.Left, m.Left)
	if sameSize(p.Size, declared.Size) {
		p.Size = declared.Size
	}
}
