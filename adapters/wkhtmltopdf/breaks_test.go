package wkhtmltopdf_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// A break after the last thing that is shown begins no page; any other does.
func TestBreakAtTheEnd(t *testing.T) {
	engine := start(t)
	const section = `<section class=s style="page-break-after:always">A</section>`
	for html, pages := range map[string]int{
		section + section: 2,
		"<div>" + section + section + "</div>\n</body></html>\n":                                   2,
		"<div><div>" + section + "</div> <!-- c --> <script>x</script></div><style></style><meta>": 1,
		section + "text":                                 2,
		"<div>" + section + "text</div>":                 2,
		"<div>" + section + "</div><img>":                2,
		"<div>" + section + "</div><div>" + "text</div>": 2,
		section + `<svg></svg>`:                          2,
		`<link rel=stylesheet href="data:text/css,p{page-break-after:always}"><p>A</p><p>B</p>`:            2,
		`<style>@media print{div{BREAK-AFTER:page;page-break-after:always!important}}</style><div>A</div>`: 1,
		strings.Repeat("<div>", 40) + section + strings.Repeat("</div>", 40):                               1,
	} {
		t.Run(html, func(t *testing.T) {
			pdfcheck.In(t, render(t, engine, jobOf("<!DOCTYPE html><html><body>"+html)).Content, pdfcheck.Pages(pages))
		})
	}
}

// Two orphans and two widows are kept unless the author says otherwise.
func TestOrphansByDefault(t *testing.T) {
	for style, first := range map[string]string{"": "", "orphans:1;widows:1": "one"} {
		require.Equal(t, first, firstPage(t, `<style>p{`+style+`}</style>`, "<p>one<br>two<br>three"))
	}
}

// A flexible box at the end of a page is moved to the next one as a whole, unless the author says otherwise.
func TestFlexibleBoxesAreNotCut(t *testing.T) {
	for style, first := range map[string]string{"": "", "page-break-inside:auto": "one two"} {
		require.Equal(t, first, firstPage(t, `<style>p{display:flex;`+style+`}</style>`, "<p><b>one<br>two</b>"))
	}
}

// A field set at the end of a page is moved to the next one as a whole: its legend would be cut.
func TestLegendsAreNotCut(t *testing.T) {
	require.Equal(t, "one", firstPage(t, "<style>fieldset{margin:0}</style>", "<p>one<fieldset><legend>two</legend><p>three</fieldset>"))
}

// Rows of a table are taller at the end of a page, where the engine moves their text to the next one, and nowhere else.
func TestRowsAreAlike(t *testing.T) {
	row := "<tr><td>row " + strings.Repeat("word ", 8) + "<td>x"
	f := pdfcheck.Open(t, render(t, start(t), jobOf(`<!DOCTYPE html><style>body{margin:0;font:13px/18px "Liberation Sans"}table{width:100%;`+
		`border-collapse:collapse}td{border:1px solid;padding:5px}</style><table>`+strings.Repeat(row, 60)+`</table>`)).Content)
	for page := range 2 {
		words, err := f.Words(page + 1)
		require.NoError(t, err)
		words = slices.DeleteFunc(words, func(w pdfcheck.Word) bool { return w.Text != "row" })
		require.Greater(t, len(words), 20)
		for i, w := range words[1:] {
			require.InDelta(t, 29, (w.Top - words[i].Top).Pixels(), 1, "page %d, row %d", page+1, i+1)
		}
	}
}

// firstPage returns the text of the first page of a document of two, whose text begins 15 mm above the end of the first.
func firstPage(t *testing.T, style, text string) string {
	pdf := render(t, start(t), jobOf(`<!DOCTYPE html><style>body,p{margin:0;line-height:10mm}</style>`+style+
		`<div style="height:262mm"></div>`+text)).Content
	pdfcheck.In(t, pdf, pdfcheck.Pages(2))
	first, err := pdfcheck.Open(t, pdf).TextOn(1)
	require.NoError(t, err)
	return first
}

// A break before the first thing that is shown makes no page; any other does.
func TestBreakAtTheBeginning(t *testing.T) {
	engine := start(t)
	const chapter = `<h1 style="page-break-before:always">A</h1>`
	for html, pages := range map[string]int{
		"<body>" + chapter + chapter:                                                     2,
		"<title>t</title><style>p{}</style>" + chapter:                                   1,
		"<body> <!-- c --> <style>p{}</style><div><div>" + chapter:                       1,
		"<style>section{page-break-before:always}</style><section>A</section><section>B": 2,
		"text" + chapter:        2,
		"<hr>" + chapter:        2,
		"<p>text</p>" + chapter: 2,
		`<link rel=stylesheet href="data:text/css,h1{page-break-before:always}"><h1>A</h1><h1>B</h1>`: 2,
	} {
		t.Run(html, func(t *testing.T) {
			pdfcheck.In(t, render(t, engine, jobOf("<!DOCTYPE html>"+html)).Content, pdfcheck.Pages(pages))
		})
	}
}

// The margin below the last element makes no page; what is above a border is kept.
func TestMarginAtTheEnd(t *testing.T) {
	engine := start(t)
	const block = `<div style="height:270mm"></div>`
	for html, pages := range map[string]int{
		block + `<p style="margin-bottom:30mm">end</p>`:                                           1,
		block + `<section style="margin-bottom:30mm"><p>end</p></section><script></script>`:       1,
		`<style>body{margin-bottom:30mm}</style>` + block + `<p style="margin-bottom:0">end</p>`:  1,
		`<style>body{border:1px solid}</style>` + block + `<p style="margin-bottom:30mm">end</p>`: 2,
		block + `<div style="height:30mm">end</div>`:                                              2,
	} {
		t.Run(html, func(t *testing.T) {
			job := jobOf("<!DOCTYPE html><style>body,p{margin:0}</style>" + html)
			job.Margins = domain.UniformMargins(10 * mm)
			pdfcheck.In(t, render(t, engine, job).Content, pdfcheck.Pages(pages))
		})
	}
}
