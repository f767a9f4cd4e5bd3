package page_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/page"
)

// kind is what a test's engine knows of a kind of page: its size and the box of its content, as a reader shows them.
type kind struct {
	size domain.Size
	box  domain.Rect
	turn string // where the top of the content is shown, if not at the top
}

// a4 is a page with margins in millimetres.
func a4(top, right, bottom, left float64) kind {
	return kind{size: domain.A4, box: domain.Rect{
		Left: domain.Length(left) * mm, Top: domain.Length(top) * mm,
		Right: domain.A4.Width - domain.Length(right)*mm, Bottom: domain.A4.Height - domain.Length(bottom)*mm,
	}}
}

// pageName finds the names of a specimen's pages.
var pageName = regexp.MustCompile(`page:([^!]+)!important"`)

// printed prints specimens: pages tells an engine's pages by name and number, counted from 1 in their document, and whether they have
// borders and paddings.
func printed(specimens []page.Specimen, rtl bool, pages func(name string, number int, bare bool) kind) (all [][]domain.PrintedPage) {
	for _, s := range specimens {
		var of []domain.PrintedPage
		for i, name := range pageName.FindAllStringSubmatch(s.Body, -1) {
			k := pages(name[1], i+1, strings.Contains(s.CSS, "@page{padding:0"))
			if name[1] == "platen-side" {
				if k.size = (domain.Size{Width: 200 * mm, Height: 100 * mm}); (i%2 == 1) != rtl {
					k.size = domain.Size{Width: 100 * mm, Height: 200 * mm}
				}
			}
			top := domain.Rect{Left: k.box.Left, Top: k.box.Top, Right: k.box.Right, Bottom: k.box.Top + domain.Pixel}
			switch k.turn {
			case "left":
				top = domain.Rect{Left: k.box.Left, Top: k.box.Top, Right: k.box.Left + domain.Pixel, Bottom: k.box.Bottom}
			case "right":
				top = domain.Rect{Left: k.box.Right - domain.Pixel, Top: k.box.Top, Right: k.box.Right, Bottom: k.box.Bottom}
			}
			fragment := k.box
			fragment.Bottom -= 20 * mm
			of = append(of, domain.PrintedPage{Size: k.size, Links: []domain.Link{{URI: "https://top.platen.invalid/", Rect: top},
				{URI: domain.PageBoxURI, Rect: fragment}, {URI: domain.PageBoxURI, Rect: k.box}}})
		}
		all = append(all, of)
	}
	return all
}

func specimensOf(t require.TestingT, rules *page.Rules) []page.Specimen {
	all, err := rules.Specimens()
	require.NoError(t, err)
	return all
}

// TestTooManyNames: a document is refused, instead of printed with headers over the content of pages that were not told apart, or after
// hundreds of specimens.
func TestTooManyNames(t *testing.T) {
	named := func(n int) (css string) {
		for i := range n {
			css += fmt.Sprintf("@page n%d{margin:%dmm}", i, i)
		}
		return css
	}
	require.Len(t, specimensOf(t, read(t, named(100))), 1)
	require.Len(t, specimensOf(t, read(t, named(20)+"@page :first{padding:1mm}")), 42)
	for css, want := range map[string]string{
		named(101):                           "the document's @page rules name more than 100 pages: give",
		named(21) + "@page :first{margin:0}": "the document's @page rules name more than 20 pages beside rules for :first",
	} {
		_, err := read(t, css).Specimens()
		require.ErrorContains(t, err, want)
		require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
	}
}

// layoutAs returns the layout that an engine's pages make of a style sheet.
func layoutAs(t *testing.T, css string, pages func(name string, number int, bare bool) kind) page.Layout {
	t.Helper()
	rules := read(t, css)
	specimens := specimensOf(t, rules)
	layout, err := rules.MeasuredLayout(specimens, printed(specimens, false, pages))
	require.NoError(t, err)
	return layout
}

var header20 = page.MarginReserve{Header: 20 * mm} // needs 28 mm

// TestNoSpecimen: a document that says nothing of pages needs none.
func TestNoSpecimen(t *testing.T) {
	for css, needed := range map[string]bool{"": false, "p{color:red}@media print{p{x:y}}": false, "@page{}": true, "@p\\61ge{}": true, "html{zoom:2}": true, "body{direction:rtl}": true} {
		require.Equal(t, needed, len(specimensOf(t, read(t, css))) > 0, css)
	}
	rules := read(t, "")
	layout, err := rules.MeasuredLayout(nil, nil)
	require.NoError(t, err)
	require.Equal(t, defaults, layout.Page(7))
}

// TestPrinted: each kind of page has the margins that its page of the specimen shows.
func TestPrinted(t *testing.T) {
	pages := func(name string, number int, _ bool) kind {
		switch {
		case number == 1:
			return a4(50, 10, 10, 10)
		case name == "n":
			return a4(10, 10, 10, 33)
		case number%2 == 0:
			return a4(10, 10, 10, 20)
		}
		return a4(10, 10, 10, 15)
	}
	layout := layoutAs(t, "@page :first{margin-top:5lh}@page :left{margin-left:20mm}@page n{margin-left:33mm}", pages)
	for number, want := range map[int][2]float64{1: {50, 10}, 2: {10, 20}, 3: {10, 15}, 8: {10, 20}, 9: {10, 15}} {
		require.InDelta(t, want[0], layout.Page(number).Margins.Top.Millimetres(), 0.3, number)
		require.InDelta(t, want[1], layout.Page(number).Margins.Left.Millimetres(), 0.3, number)
	}
	require.False(t, layout.FirstPageIsLeft)
	rules := read(t, "@page{}")
	layout, err := rules.MeasuredLayout(specimensOf(t, rules), printed(specimensOf(t, rules), true, pages))
	require.NoError(t, err)
	require.True(t, layout.FirstPageIsLeft)

	for name, printed := range map[string][][]domain.PrintedPage{
		"one page":    {{{Size: domain.A4}}},
		"no links":    {make([]domain.PrintedPage, 4)},
		"other pages": {make([]domain.PrintedPage, 5)},
	} {
		_, err := rules.MeasuredLayout(specimensOf(t, rules), printed)
		require.Error(t, err, name)
	}
}

// TestRulesKeepOtherMargins: the margins of pages that need no other ones are written as the author declares them, or, if only the engine
// knows them, a pixel smaller at the bottom, so that what fills the page still does.
func TestRulesKeepOtherMargins(t *testing.T) {
	layout := layoutAs(t, "@page{margin:0}@page :first{margin:0}@page n{margin:30mm 4lh}", func(name string, _ int, _ bool) kind {
		if name == "n" {
			return a4(29.9, 29, 29.9, 29)
		}
		return a4(0, .2, .2, 0)
	})
	reserved, err := layout.Reserve(page.MarginReserve{Header: 20 * mm}.Everywhere())
	require.NoError(t, err)
	const unnamed, named = "margin-top:9.4276%!important;margin-bottom:0.0000%!important;", "margin-top:10.0673%!important;margin-bottom:9.9783%!important;"
	require.Equal(t, "@layer{@page :first{"+unnamed+"}@page :left{"+unnamed+"}@page :right{"+unnamed+"}"+
		"@page n:first{"+named+"}@page n:left{"+named+"}@page n:right{"+named+"}}", reserved.MarginCSS(layout))
	require.Empty(t, layout.MarginCSS(layout))
	layout = layoutAs(t, "@page{margin:4lh}", func(string, int, bool) kind { return a4(20, 20, 20, 20) })
	require.InDelta(t, 20-domain.Pixel.Millimetres(), layout.Page(1).Margins.Bottom.Millimetres(), 1e-9)
}

// TestRoomless: an engine that prints the default page, since the author's margins leave nothing for content, keeps it with a header's.
func TestRoomless(t *testing.T) {
	layout := layoutAs(t, "@page{size:a5}@page n{margin-left:150mm}", func(name string, _ int, _ bool) kind {
		if name == "n" {
			return a4(10, 10, 10, 10)
		}
		k := a4(10, 72, 97, 10)
		k.size = domain.Size{Width: 148 * mm, Height: 210 * mm}
		return k
	})
	reserved, err := layout.Reserve(header20.Everywhere())
	require.NoError(t, err)
	rules := reserved.MarginCSS(layout)
	require.Contains(t, rules, "@page :left{size:148.0000mm 210.0000mm!important;margin-top:13.3333%!important;margin-right:6.7568%")
	require.Contains(t, rules, "@page n:left{size:210.0000mm 297.0000mm!important;margin-top:9.4276%!important;margin-right:4.7619%")
}

// TestInset: a header stands outside of the page's border and padding.
func TestInset(t *testing.T) {
	layout := layoutAs(t, "@page{margin:24.9mm;border:.1mm solid}", func(_ string, _ int, bare bool) kind {
		if bare {
			return a4(10, 10, 10, 10)
		}
		return a4(25, 25, 25, 25)
	})
	require.InDelta(t, 25, layout.Page(1).Margins.Left.Millimetres(), 1e-9)
	reserved, err := layout.Reserve(header20.Everywhere())
	require.NoError(t, err)
	require.InDelta(t, 43, reserved.Page(1).Margins.Top.Millimetres(), 0.3)
	require.Contains(t, reserved.MarginCSS(layout), "@page :first{margin-top:9.4")
}

// TestTurned: header and footer are at the edges of a page as it is shown, where its own left and right margins are.
func TestTurned(t *testing.T) {
	layout := layoutAs(t, "@page l{page-orientation:rotate-left}@page r{page-orientation:rotate-right}", func(name string, _ int, _ bool) kind {
		k := a4(10, 10, 10, 10)
		if name == "l" || name == "r" {
			k.turn = map[string]string{"l": "left", "r": "right"}[name]
			k.size = domain.Size{Width: domain.A4.Height, Height: domain.A4.Width}
			k.box = domain.Rect{Left: 10 * mm, Top: 10 * mm, Right: k.size.Width - 10*mm, Bottom: k.size.Height - 10*mm}
		}
		return k
	})
	reserved, err := layout.Reserve(header20.Everywhere())
	require.NoError(t, err)
	rules := reserved.MarginCSS(layout)
	require.Contains(t, rules, "@page :first{margin-top:9.4276%")
	require.Contains(t, rules, "@page l:first{margin-right:13.3333%")
	require.Contains(t, rules, "@page r:first{margin-left:13.3333%")
}

// TestFind: pages with names are told by their size and the box of their content, which differ where headers do.
func TestFind(t *testing.T) {
	layout := layoutAs(t, "@page{margin:50mm}@page n{margin:50mm 20mm}@page o{--platen-header:none}@page p{--platen-bleed:yes}", func(name string, _ int, _ bool) kind {
		if name == "n" {
			return a4(50, 20, 50, 20)
		}
		return a4(50, 50, 50, 50)
	})
	reserved, err := layout.Reserve(header20.Everywhere())
	require.NoError(t, err)
	rules := reserved.MarginCSS(layout)
	find := func(bottom, side float64) page.Page {
		k := a4(50.1, side, bottom, side)
		return reserved.Recognise(4, domain.PrintedPage{Size: k.size, Links: []domain.Link{{URI: domain.PageBoxURI, Rect: k.box}}})
	}
	step := (2 * domain.Pixel).Millimetres()
	require.Contains(t, rules, "@page o:left{margin-top:16.8350%!important;margin-bottom:16.6568%")
	require.Contains(t, rules, "@page p:left{margin-top:16.8350%!important;margin-bottom:16.4787%")
	require.Equal(t, defaults.Steering, find(49.9, 50).Steering)
	require.Equal(t, defaults.Steering, find(50, 20).Steering)
	require.InDelta(t, 20, find(50, 20).Margins.Left.Millimetres(), 1e-9)
	require.True(t, find(50-step, 50).Steering.NoHeader)
	require.True(t, find(49.8-2*step, 50).Steering.Bleed)
	require.Equal(t, defaults.Steering, reserved.Recognise(4, domain.PrintedPage{Size: domain.A4}).Steering, "without a box, the size tells")
}
