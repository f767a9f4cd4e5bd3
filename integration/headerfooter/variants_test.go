package headerfooter_test

import (
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/ports/pdfcheck"
)

// TestHeadersDiffer: a header's own styles tell the first page, the last, and left and right pages apart, and count
// pages.
func TestHeadersDiffer(t *testing.T) {
	t.Parallel()
	const styles = `body{font:9pt 'DejaVu Sans'} b{display:none} .platen-first .first,.platen-last .last,.platen-left .left,.platen-right .right{display:inline}
		i::after{content:"page " counter(page) " of " counter(pages)}`
	const header = `<b class=first>first</b> <b class=last>last</b> <b class=left>verso</b> <b class=right>recto</b> <i></i>`
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/css")
		_, _ = io.WriteString(w, map[string]string{"/linked.css": styles, "/importing.css": `@import "linked.css";`}[r.URL.Path])
	}))
	defer site.Close()
	for name, head := range map[string]string{
		"style element": "<style>" + styles + "</style>",
		"linked":        `<link rel=stylesheet href="` + site.URL + `/linked.css">`,
		"imported":      `<style>@import url(` + site.URL + `/importing.css);</style>`,
		"data address":  `<link rel=stylesheet href="data:text/css;base64,` + base64.StdEncoding.EncodeToString([]byte(styles)) + `">`,
	} {
		t.Run(name, func(t *testing.T) { checkHeadersDiffer(t, "", head+header, "recto", "verso") })
	}
	t.Run("right to left", func(t *testing.T) {
		checkHeadersDiffer(t, "html{direction:rtl}", "<style>"+styles+"</style>"+header, "verso", "recto")
	})
}

// checkHeadersDiffer prints four pages. odd and even are what the header says of a page's side on the first page and on the second.
func checkHeadersDiffer(t *testing.T, css, header, odd, even string) {
	t.Helper()
	for engine, service := range services(t) {
		t.Run(engine, func(t *testing.T) {
			answer := service.PDF(t, request{HTML: pagesOf(4), CSS: css, Header: header}.body(t))
			require.Equal(t, "0", answer.Header.Get("Platen-Resources-Failed"))
			pdf := answer.Body
			pages := pdfcheck.Open(t, pdf)
			for n, want := range [][]string{{"first", odd}, {even}, {odd}, {"last", even}} {
				words, err := pages.Words(n + 1)
				require.NoError(t, err)
				var got []string
				for _, w := range words {
					if w.Bottom < mm(11) { // the body begins at 12 mm
						got = append(got, w.Text)
					}
				}
				require.Equal(t, append(want, "page", fmt.Sprint(n+1), "of", "4"), got, "page %d", n+1)
			}
		})
	}
}

// TestFirstPageHasItsOwnReserve: a letterhead on the first page does not move the content of the others down, nor a header that the first
// page lacks that of the first.
func TestFirstPageHasItsOwnReserve(t *testing.T) {
	t.Parallel()
	const tall = `<style>p{margin:0;height:6mm} .platen-first p{height:32mm} .platen-last p{height:12mm}</style><p>`
	for name, tt := range map[string]struct {
		css, header, footer string
		pages               int
		first, others       float64 // millimetres above the content
	}{
		"letterhead":               {header: tall, pages: 4, first: 40, others: 20},
		"letterhead alone":         {header: `<style>p{display:none;margin:0} .platen-first p{display:block;height:32mm}</style><p>`, pages: 3, first: 40, others: 10},
		"one page":                 {header: tall, pages: 1, first: 20},
		"not on the first":         {header: `<style>p{height:25mm;margin:0} .platen-first{display:none}</style><p>`, pages: 3, first: 10, others: 33},
		"none on the first":        {css: "@page :first{--platen-header:none}", header: tall, pages: 3, first: 10, others: 20},
		"larger margins":           {css: "@page{margin-top:30mm}", header: tall, pages: 3, first: 40, others: 30},
		"beside a tall footer":     {header: tall, footer: `<p style="height:40mm">`, pages: 3, first: 40, others: 20},
		"the same on every page":   {header: `<p style="margin:0;height:20mm">`, pages: 3, first: 28, others: 28},
		"taller for its number":    {header: `<p style="margin:0;width:5mm;font:4mm/5mm 'DejaVu Sans';word-break:break-all"><b class=pageNumber></b>`, pages: 11, first: 18, others: 18},
		"letterhead, linked sheet": {header: `<link rel=stylesheet href="data:text/css,.platen-first p{height:32mm}"><p style="margin:0">`, pages: 3, first: 40, others: 10},
	} {
		for engine, service := range services(t) {
			t.Run(name+"/"+engine, func(t *testing.T) {
				for range 2 { // the second document expects what the first one needed
					asked := request{HTML: pagesOf(tt.pages), CSS: tt.css, Header: tt.header, Footer: tt.footer}
					pdf := pdfcheck.Open(t, service.PDF(t, asked.body(t)).Body)
					for number := 1; number <= tt.pages; number++ {
						word, err := pdf.Word(number, fmt.Sprintf("bodyfirst%d", number))
						require.NoError(t, err)
						want := tt.others
						if number == 1 {
							want = tt.first
						}
						require.InDelta(t, want, word.Top.Millimetres(), 1, "page %d", number)
					}
				}
			})
		}
	}
}

// TestStylesDoNotReachTheMarks: what a header says of all elements, or its style sheet of pages and of the body, does not change how it is
// measured.
func TestStylesDoNotReachTheMarks(t *testing.T) {
	t.Parallel()
	for engine, service := range services(t) {
		for _, css := range []string{
			"*{visibility:hidden!important}", "a{visibility:hidden!important;clip-path:inset(50%)!important;opacity:0!important}",
			"*{font-size:40pt!important}", "@page{padding:10mm;border:1mm solid;margin:20mm!important}",
			"@page{@top-left{content:'boxes'}@bottom-right{content:counter(page)!important}@left-middle{content:'of margins'}}",
			"body{box-shadow:0 0 2mm red;outline:1mm solid red}",
		} {
			for _, head := range []string{
				"<style>" + css + "</style>", `<link rel=stylesheet href="data:text/css;base64,` + base64.StdEncoding.EncodeToString([]byte(css)) + `">`,
			} {
				t.Run(engine, func(t *testing.T) {
					pdf := service.PDF(t, request{HTML: pagesOf(1), Header: head + `<div style="height:20mm;background:#ff0"></div>`}.body(t)).Body
					words, err := pdfcheck.Open(t, pdf).Words(1)
					require.NoError(t, err)
					require.Equal(t, "bodyfirst1", words[0].Text)
					require.InDelta(t, 28, words[0].Top.Millimetres(), 2, css)
				})
			}
		}
	}
}
