package headerfooter_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// TestPageRulesSteerHeaders: none on the first page, and a letterhead to the paper's edges on the others.
func TestPageRulesSteerHeaders(t *testing.T) {
	t.Parallel()
	const css = "@page{--platen-edge:0mm;--platen-gap:1mm;--platen-bleed:yes}@page :first{--platen-header:none;--platen-footer:none}"
	const html = `<!doctype html><style>body{margin:0} div{height:10mm;background:#f0f;page-break-after:always}</style><div></div><div></div>x`
	for engine, service := range services(t) {
		t.Run(engine, func(t *testing.T) {
			pdf := pdfcheck.Open(t, service.PDF(t, request{HTML: html, CSS: css,
				Header: `<div style="height:20mm;background:#ff0"></div>`, Footer: `<div style="height:20mm;background:#0ff"></div>`}.body(t)).Body)
			body, err := pdf.Extent(1, magenta)
			require.NoError(t, err)
			require.InDelta(t, 10, body.Top.Millimetres(), 0.5)
			_, err = pdf.Extent(1, yellow)
			require.Error(t, err, "no header on the first page")
			_, err = pdf.Extent(1, cyan)
			require.Error(t, err, "no footer on the first page")
			body, err = pdf.Extent(2, magenta)
			require.NoError(t, err)
			require.InDelta(t, 21, body.Top.Millimetres(), 0.5)
			for page := 2; page <= 3; page++ {
				require.NoError(t, pdfcheck.PaintedAt(page, yellow, domain.Rect{Right: domain.A4.Width, Bottom: mm(20)}, 5*tenth)(pdf))
				require.NoError(t, pdfcheck.PaintedAt(page, cyan, domain.Rect{Top: mm(277), Right: domain.A4.Width, Bottom: domain.A4.Height}, 5*tenth)(pdf))
			}
		})
	}
}

// TestCoverFitsOnePage: a cover without header and footer has the author's margins alone. On an engine that gives all pages of a print
// the same area, it begins at the paper's corner and goes on where the area of other pages ends, unless it is the only page.
func TestCoverFitsOnePage(t *testing.T) {
	t.Parallel()
	const cover = `<!doctype html><style>@page{margin:30mm 20mm 20mm}@page :first{margin:0;--platen-header:none;--platen-footer:none}
		body{margin:0} .cover{height:297mm;background:#f0f;page-break-after:always}</style><div class=cover></div>`
	paper := domain.Rect{Right: domain.A4.Width, Bottom: domain.A4.Height}
	for engine, service := range services(t) {
		t.Run(engine, func(t *testing.T) {
			printed := func(html string) *pdfcheck.File {
				return pdfcheck.Open(t, service.PDF(t, request{HTML: html,
					Header: `<div style="height:35mm;background:#ff0"><b class=pageNumber></b></div>`, Footer: `<div style="height:35mm;background:#0ff"></div>`}.body(t)).Body)
			}
			require.NoError(t, pdfcheck.All(pdfcheck.Pages(1), pdfcheck.PaintedAt(1, magenta, paper, 5*tenth))(printed(cover)))
			pages, end := 2, paper
			if !followsPageRules(engine) {
				pages, end = 3, domain.Rect{Right: mm(170), Bottom: mm(297 - 43 - 43)}
			}
			require.NoError(t, pdfcheck.All(
				pdfcheck.Pages(pages), pdfcheck.PaintedAt(1, magenta, end, 5*tenth), pdfcheck.Unpainted(1, yellow), pdfcheck.Unpainted(1, cyan),
				pdfcheck.Unpainted(pages, magenta), pdfcheck.TextOn(pages, "bodyfirst"),
				pdfcheck.PaintedAt(pages, yellow, domain.Rect{Left: mm(20), Top: mm(5), Right: mm(190), Bottom: mm(40)}, 5*tenth),
			)(printed(cover+"<p>bodyfirst</p>")))
		})
	}
}

// TestOverhangFitsEachPage: what a header paints beside or above its box is on each page that shows it, or is refused, where only
// later pages have the smaller margin.
func TestOverhangFitsEachPage(t *testing.T) {
	t.Parallel()
	for engine, service := range services(t) {
		for name, number := range map[string]string{"numbered": "<b class=pageNumber></b>", "unnumbered": ""} {
			if !does(t, engine, name) {
				continue
			}
			t.Run(name+"/"+engine, func(t *testing.T) {
				beside := request{HTML: pagesOf(3), CSS: mirrored,
					Header: `<div style="position:relative;height:8mm">` + number + `<i style="position:absolute;left:-24mm">beside</i></div>`}
				pdf := pdfcheck.Open(t, service.PDF(t, beside.body(t)).Body)
				for page := 1; page <= 3; page++ {
					word, err := pdf.Word(page, "beside")
					require.NoError(t, err)
					require.Positive(t, word.Left.Millimetres(), "page %d", page)
				}
				above := request{HTML: pagesOf(3), CSS: "@page :left{--platen-edge:0mm}@page :right{--platen-edge:12mm}",
					Header: `<div style="position:relative">` + number + `<i style="position:absolute;top:-8mm">above</i></div>`}
				answer, err := service.Post(t.Context(), above.body(t))
				require.NoError(t, err)
				require.Equal(t, http.StatusBadRequest, answer.Status)
				require.Contains(t, string(answer.Body), "headerHtml has text, a picture or a block above the paper's upper edge")
			})
		}
	}
}
