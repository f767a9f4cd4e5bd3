package headerfooter_test

import (
	"image/color"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// contentPlace is where the content of a page begins, in mm.
type contentPlace struct {
	left, top float64
	topWith   float64 // with header and footer
	headless  bool    // the page shows neither
}

// sideForms are documents whose first, left and right pages differ. By default, their paper is small, and their margins are 20 mm.
var sideForms = map[string]struct {
	css, root, cover   string
	first, left, right contentPlace
	paper              domain.Size
}{
	"mirrored": {
		css:   mirrored,
		first: contentPlace{left: 40, top: 20, topWith: 33}, left: contentPlace{left: 15, top: 20, topWith: 33}, right: contentPlace{left: 40, top: 20, topWith: 33},
	},
	"mirrored, other first": {
		css:   mirrored + "@page :first{margin-left:15mm;margin-right:40mm}",
		first: contentPlace{left: 15, top: 20, topWith: 33}, left: contentPlace{left: 15, top: 20, topWith: 33}, right: contentPlace{left: 40, top: 20, topWith: 33},
	},
	"from right to left": {
		css: mirrored + "body{direction:ltr}", root: "dir=rtl",
		first: contentPlace{left: 15, top: 20, topWith: 33}, left: contentPlace{left: 40, top: 20, topWith: 33}, right: contentPlace{left: 15, top: 20, topWith: 33},
	},
	"upside down": {
		css:   "@page :left{margin-top:50mm;margin-bottom:35mm}@page :right{margin-top:35mm;margin-bottom:50mm}",
		first: contentPlace{left: 20, top: 35, topWith: 35}, left: contentPlace{left: 20, top: 50, topWith: 50}, right: contentPlace{left: 20, top: 35, topWith: 35},
	},
	"left pages lower": {
		css:   "@page :left{margin-top:50mm}",
		first: usual, left: contentPlace{left: 20, top: 50, topWith: 50}, right: usual,
	},
	"right pages lower": {
		css:   "@page :right{margin-top:50mm}",
		first: contentPlace{left: 20, top: 50, topWith: 50}, left: usual, right: contentPlace{left: 20, top: 50, topWith: 50},
	},
	"from right to left, wide margins": {
		css: "@page{margin:55mm 20mm}@page :left{margin-top:20mm}body{direction:ltr}", root: "dir=rtl",
		first: usual, left: contentPlace{left: 20, top: 55, topWith: 55}, right: usual,
	},
	"left pages narrower": {
		css:   "@page :left{margin-left:60mm}",
		first: usual, left: contentPlace{left: 60, top: 20, topWith: 33}, right: usual,
	},
	"left pages without": {
		css:   "@page :left{" + headless + "}",
		first: usual, left: contentPlace{left: 20, top: 20, topWith: 20, headless: true}, right: usual,
	},
	"right pages without": {
		css:   "@page :right{" + headless + "}",
		first: contentPlace{left: 20, top: 20, topWith: 20, headless: true}, left: usual, right: contentPlace{left: 20, top: 20, topWith: 20, headless: true},
	},
	"cover": {
		css: mirrored + "@page :first{margin:5mm;" + headless + "}", cover: `<div style="page-break-after:always">w0</div>`,
		first: contentPlace{left: 5, top: 5, topWith: 5, headless: true}, left: contentPlace{left: 15, top: 20, topWith: 33}, right: contentPlace{left: 40, top: 20, topWith: 33},
	},
	"first page of more room": {
		css:   mirrored + "@page :first{margin:5mm 27.5mm;" + headless + "}",
		first: contentPlace{left: 27.5, top: 5, topWith: 5, headless: true}, left: contentPlace{left: 15, top: 20, topWith: 33}, right: contentPlace{left: 40, top: 20, topWith: 33},
	},
	"first page of another width": {
		css:   "@page :first{margin:30mm 5mm 20mm 60mm}",
		first: contentPlace{left: 60, top: 30, topWith: 33}, left: usual, right: usual,
	},
	"other paper": {
		css: "@page{size:180mm 120mm}" + mirrored, paper: domain.Size{Width: mm(180), Height: mm(120)},
		first: contentPlace{left: 40, top: 20, topWith: 33}, left: contentPlace{left: 15, top: 20, topWith: 33}, right: contentPlace{left: 40, top: 20, topWith: 33},
	},
}

const (
	mirrored = "@page :left{margin:20mm 40mm 20mm 15mm}@page :right{margin:20mm 15mm 20mm 40mm}"
	headless = "--platen-header:none;--platen-footer:none"
)

var usual = contentPlace{left: 20, top: 20, topWith: 33}

// TestSideMargins: on every engine, content begins at the left and top margin of its page, with and without header and footer,
// which begin there too; and each word is there once, in order.
func TestSideMargins(t *testing.T) {
	t.Parallel()
	for name, test := range sideForms {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			html := "<!doctype html><html " + test.root + "><style>@page{size:150mm 150mm;margin:20mm}" + test.css +
				"body{margin:0;font:12pt/1.5 'DejaVu Sans';text-align:left}p{margin:0 0 3mm}</style>" + test.cover + numberedWords(8)
			without := request{HTML: html}
			with := request{HTML: html, Footer: `<div style="height:5mm;background:#0ff"></div>`,
				Header: `<div style="height:25mm;background:#ff0">head <b class=pageNumber></b></div>`}
			paper := test.paper
			if paper == (domain.Size{}) {
				paper = domain.Size{Width: mm(150), Height: mm(150)}
			}
			for engine, service := range services(t) {
				for _, r := range []request{without, with} {
					pdf := pdfcheck.Open(t, service.PDF(t, r.body(t)).Body).Coarse()
					require.NoError(t, pdfcheck.All(pdfcheck.Sound(), pdfcheck.Paper(paper))(pdf), engine)
					pages, err := pdf.Pages()
					require.NoError(t, err)
					require.GreaterOrEqual(t, pages, 4)
					var words []string
					for page := 1; page <= pages; page++ {
						want := []contentPlace{test.right, test.left}[(page+1)%2]
						if page == 1 {
							want = test.first
						}
						words = append(words, wordsAt(t, pdf, page, want, r.Header != "", engine)...)
					}
					require.Equal(t, numberedWord.FindAllString(html, -1), words, engine)
				}
			}
		})
	}
}

// wordsAt returns the numbered words of a page, and checks where content, header and footer begin.
func wordsAt(t *testing.T, pdf *pdfcheck.File, page int, want contentPlace, with bool, of string) []string {
	t.Helper()
	words, err := pdf.Words(page)
	require.NoError(t, err)
	words = slices.DeleteFunc(words, func(w pdfcheck.Word) bool { return !numberedWord.MatchString(w.Text) })
	require.NotEmpty(t, words, "%s: page %d", of, page)
	top := want.top
	if with {
		top = want.topWith
	}
	require.InDelta(t, want.left, words[0].Left.Millimetres(), 0.5, "%s: page %d", of, page)
	require.InDelta(t, top, words[0].Top.Millimetres(), 3, "%s: page %d", of, page)
	if !with {
		return texts(words)
	}
	for _, colour := range []color.RGBA{yellow, cyan} {
		if want.headless {
			require.NoError(t, pdfcheck.Unpainted(page, colour)(pdf), "%s: page %d", of, page)
			continue
		}
		painted, err := pdf.Extent(page, colour)
		require.NoError(t, err)
		require.InDelta(t, want.left, painted.Left.Millimetres(), 1, "%s: page %d", of, page)
	}
	return texts(words)
}

func texts(words []pdfcheck.Word) (all []string) {
	for _, word := range words {
		all = append(all, word.Text)
	}
	return all
}

// TestSidesKeepLinks: links are on their text, on left pages and on right ones, and boxes end where the content ends.
func TestSidesKeepLinks(t *testing.T) {
	t.Parallel()
	const html = `<!doctype html><style>@page{margin:20mm}` + mirrored + `body{margin:0;font:12pt 'DejaVu Sans'}p{margin:0}
		.page{page-break-after:always}i{display:block;height:10mm;background:#f0f}</style>
		<div class=page><i></i><a href="https://example.com/">address</a></div>
		<div class=page><i></i><a href="https://example.com/">address</a></div>end`
	for engine, service := range services(t) {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			pdf := pdfcheck.Open(t, service.PDF(t, request{HTML: html, Header: `<div style="height:10mm"><a href="https://example.com/head">head</a></div>`}.body(t)).Body)
			for page, left := range map[int]domain.Length{1: mm(40), 2: mm(15)} {
				box, err := pdf.Extent(page, magenta)
				require.NoError(t, err)
				require.InDelta(t, left.Millimetres(), box.Left.Millimetres(), 0.5, "page %d", page)
				require.InDelta(t, left.Millimetres()+155, box.Right.Millimetres(), 0.5, "page %d", page)
				words, err := pdf.Words(page)
				require.NoError(t, err)
				for text, address := range map[string]string{"address": "https://example.com/", "head": "https://example.com/head"} {
					at := slices.IndexFunc(words, func(w pdfcheck.Word) bool { return w.Text == text })
					require.GreaterOrEqual(t, at, 0, text)
					require.NoError(t, pdfcheck.LinkAt(page, address, words[at].Rect, domain.Millimetre)(pdf))
				}
			}
		})
	}
}
