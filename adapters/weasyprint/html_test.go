package weasyprint_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// TestAlignment: the text of head cells is centred unless their table says otherwise, and the case of align does not matter (HTML, 15.3.8).
func TestAlignment(t *testing.T) {
	engine := start(t)
	for name, test := range map[string]struct {
		html    string
		left    float64 // where the word begins, in millimetres, or
		centred bool
	}{
		"a head cell":                      {html: "<tr><th>word", centred: true},
		"in a row that is aligned":         {html: "<tr style='text-align:left'><th>word", left: 10},
		"in a table that is aligned":       {html: "<style>table{text-align:left}</style><tr><th>word", left: 10},
		"whose author says how":            {html: "<style>th{text-align:left}</style><tr><th>word", left: 10},
		"another cell":                     {html: "<tr><td>word", left: 10},
		"one aligned in capital letters":   {html: "<tr><td align=CENTER>word", centred: true},
		"a row aligned in capital letters": {html: "<tr ALIGN=Center><td>word", centred: true},
	} {
		t.Run(name, func(t *testing.T) {
			pdf, err := engine.Render(t.Context(), onPaper("<!doctype html><style>body{margin:0}td,th{padding:0}</style><table width=100% cellspacing=0>"+test.html))
			require.NoError(t, err)
			word, err := pdfcheck.Open(t, pdf.Content).Word(1, "word")
			require.NoError(t, err)
			if test.centred {
				require.InDelta(t, 105, (word.Left+word.Right).Millimetres()/2, 0.5)
			} else {
				require.InDelta(t, test.left, word.Left.Millimetres(), 0.5)
			}
		})
	}
}

// TestHeightOfFloats: a box that contains its floats is as tall as they are, and what follows is below it (CSS 2, 10.6.7).
func TestHeightOfFloats(t *testing.T) {
	row := `<div style="overflow:hidden"><div style="float:left">row</div><div style="float:right">10.00</div></div>`
	html := "<!doctype html><style>body{margin:0;line-height:10mm}</style>" + strings.Repeat(row, 30) + "end"
	pdf, err := start(t).Render(t.Context(), onPaper(html))
	require.NoError(t, err)
	pdfcheck.In(t, pdf.Content, pdfcheck.Pages(2))
	end, err := pdfcheck.Open(t, pdf.Content).Word(2, "end")
	require.NoError(t, err)
	require.InDelta(t, 10+3*10+5, (end.Top+end.Bottom).Millimetres()/2, 0.5, "after three rows of the second page")
}

// TestFlexibleBoxesOfSeveralPages: the columns and the lines of flexible boxes go on on the next page, and nothing of them is lost.
func TestFlexibleBoxesOfSeveralPages(t *testing.T) {
	engine := start(t)
	for style, rows := range map[string][]int{
		"flex-direction:column":                                                {25, 27, 8}, // of 10 mm, below 20 mm on the first page
		"flex-direction:column;min-height:1mm":                                 {25, 27, 8},
		"flex-direction:column;justify-content:space-between":                  {25, 27, 8},
		"flex-direction:column;align-items:center":                             {25, 27, 8},
		"flex-direction:column-reverse":                                        {25, 27, 8},
		"flex-direction:column;min-height:99mm;justify-content:center":         {25, 27, 8},
		"flex-direction:column;align-items:center'><p style='break-after:page": {0, 27, 27, 6},
		"flex-wrap:wrap": {50, 10},
	} {
		t.Run(style, func(t *testing.T) {
			html := "<!doctype html><style>body{margin:0;line-height:10mm}h1{margin:0 0 10mm;font:inherit}</style><h1>head</h1>" +
				"<div style='display:flex;" + style + "'>" + strings.Repeat("<div style='width:50%'>row</div>", 60) + "</div>"
			pdf, err := engine.Render(t.Context(), onPaper(html))
			require.NoError(t, err)
			pdfcheck.In(t, pdf.Content, pdfcheck.Pages(len(rows)))
			for page, want := range rows {
				text, err := pdfcheck.Open(t, pdf.Content).TextOn(page + 1)
				require.NoError(t, err)
				require.Equal(t, want, strings.Count(text, "row"), "page %d", page+1)
			}
		})
	}
}

// TestColumnsInARow: columns beside each other go on on the next pages, and nothing of them is lost.
func TestColumnsInARow(t *testing.T) {
	column := func(row string, rows int) string {
		return "<div style='display:flex;flex-direction:column'>" + strings.Repeat("<div>"+row+"</div>", rows) + "</div>"
	}
	html := "<!doctype html><style>body{margin:0;line-height:10mm}</style><div style='display:flex'>" + column("left", 60) + column("right", 30) + "</div>"
	pdf, err := start(t).Render(t.Context(), onPaper(html))
	require.NoError(t, err)
	document := pdfcheck.Open(t, pdf.Content)
	first, err := document.TextOn(1)
	require.NoError(t, err)
	require.Equal(t, 27, strings.Count(first, "left"))
	all, err := document.Text()
	require.NoError(t, err)
	require.Equal(t, []int{60, 30}, []int{strings.Count(all, "left"), strings.Count(all, "right")})
}

// TestAlignedColumns: the items of a column are where it aligns them, on one page and on several, and may be longer than a page.
func TestAlignedColumns(t *testing.T) {
	engine := start(t)
	for align, test := range map[string]struct {
		left  float64 // millimetres
		pages int     // what is long and in a row begins on a new page
	}{"flex-start": {10, 4}, "center": {95, 4}, "flex-end": {180, 4}, "stretch": {10, 3}} {
		t.Run(align, func(t *testing.T) {
			html := "<!doctype html><style>body{margin:0;line-height:10mm;display:flex;flex-direction:column;align-items:" + align + "}i{width:20mm;display:block}</style>" +
				"<i>first</i><main>" + strings.Repeat("<i>row</i>", 60) + "</main><i>last</i>"
			pdf, err := engine.Render(t.Context(), onPaper(html))
			require.NoError(t, err)
			pdfcheck.In(t, pdf.Content, pdfcheck.Pages(test.pages))
			document := pdfcheck.Open(t, pdf.Content)
			for word, page := range map[string]int{"first": 1, "last": test.pages} {
				found, err := document.Word(page, word)
				require.NoError(t, err)
				require.InDelta(t, test.left, found.Left.Millimetres(), 0.5, word)
			}
			rows := 0
			for page := range test.pages {
				text, err := document.TextOn(page + 1)
				require.NoError(t, err)
				rows += strings.Count(text, "row")
			}
			require.Equal(t, 60, rows)
		})
	}
}

// TestPositionedInFlexibleBoxes: absolute and fixed boxes in flexible ones are shown, where they say and in whom they refer to.
func TestPositionedInFlexibleBoxes(t *testing.T) {
	engine := start(t)
	for style, left := range map[string]float64{ // of the absolute box on A4, in millimetres
		"display:flex":                                         180,
		"display:flex;position:relative":                       90,
		"display:inline-flex;position:relative":                90,
		"display:flex;float:left;position:relative":            90,
		"display:flex;flex-wrap:wrap;position:relative":        90,
		"display:flex;flex-direction:column-reverse":           180,
		"display:flex;position:absolute;top:0;left:0":          90,
		"display:flex;flex-direction:column":                   180,
		"display:flex;flex-direction:column;position:relative": 90,
	} {
		t.Run(style, func(t *testing.T) {
			html := "<!doctype html><style>body{margin:0;line-height:10mm}i{position:absolute;right:0;width:20mm;top:30mm}</style>" +
				"<div style='width:100mm;" + style + "'><b>item</b><i>there</i><u style='position:fixed;top:50mm;left:70mm'>fixed</u><s style='position:absolute'>here</s></div>"
			pdf, err := engine.Render(t.Context(), onPaper(html))
			require.NoError(t, err)
			page := pdfcheck.Open(t, pdf.Content)
			for word, want := range map[string][2]float64{"there": {left, 45}, "fixed": {80, 65}, "here": {10, 15}, "item": {10, 15}} {
				found, err := page.Word(1, word)
				require.NoError(t, err, word)
				require.InDelta(t, want[0], found.Left.Millimetres(), 0.5, word)
				require.InDelta(t, want[1], (found.Top+found.Bottom).Millimetres()/2, 0.5, word)
			}
		})
	}
}

// TestControls: controls stand in their line, and those that are hidden nowhere (HTML, 15.3.11).
func TestControls(t *testing.T) {
	pdf, err := start(t).Render(t.Context(), onPaper("<!doctype html>one <input type=radio><input TYPE=Hidden value=x> two <input hidden> three"))
	require.NoError(t, err)
	words, err := pdfcheck.Open(t, pdf.Content).Words(1)
	require.NoError(t, err)
	require.Len(t, words, 3)
	for _, word := range words {
		require.InDelta(t, words[0].Top.Millimetres(), word.Top.Millimetres(), 0.1, "%q", word.Text)
	}
	require.Less(t, (words[2].Right - words[0].Left).Millimetres(), 30.0)
}

// TestQuirks: without a doctype, the body and the cells of tables begin without the margin of what they begin with, cells end without it,
// and tables do not take on their surroundings' size of text (HTML, 15.3.8 and 15.3.10), as browsers have it.
func TestQuirks(t *testing.T) {
	engine := start(t)
	top := func(doctype, html string) float64 {
		pdf, err := engine.Render(t.Context(), onPaper(doctype+"<style>body{margin:0;font:10px/1 'Liberation Sans'}p{font:inherit}td{padding:0}</style>"+html))
		require.NoError(t, err)
		word, err := pdfcheck.Open(t, pdf.Content).Word(1, "word")
		require.NoError(t, err)
		return word.Top.Points() / domain.Pixel.Points()
	}
	lower := func(html string) float64 { return top("<!doctype html>", html) - top("", html) }
	require.InDelta(t, 10, lower("<p>word"), 0.5)
	for _, upright := range []string{"\ufeff<!DOCTYPE html>", strings.Repeat("<!-- x -->", 1000) + "<!doctype html>"} {
		require.InDelta(t, 10, top(upright, "<p>word")-top(strings.Repeat("<!-- x -->", 1000), "<p>word"), 0.5, "%.30s", upright)
	}
	require.InDelta(t, 0, top(`<!doctype html public "-//W3C//DTD HTML 3.2 Final//EN">`, "<p>word")-top("", "<p>word"), 0.5, "an old doctype")
	require.InDelta(t, 0, lower("x<p>word"), 0.5, "after text")
	require.InDelta(t, 0, lower("<p style='margin-top:20px'>word"), 0.5, "the author's margin")
	require.InDelta(t, 20, lower("<table cellspacing=0 style='font-size:10px;line-height:1'><td><p>cell</table>word"), 0.5, "the margins of a cell")
	require.Less(t, lower("<table cellspacing=0><td>cell</table>word"), -5.0, "the size of text")
}

// TestInvalidAddresses: an address that cannot be parsed, as of a placeholder in brackets, costs what it names and not the document.
func TestInvalidAddresses(t *testing.T) {
	engine := start(t)
	for name, html := range map[string]string{
		"image": `<img src="%">`, "frame": `<iframe src="%"></iframe>`, "link": `<a href="%">x</a>`, "base": `<base href="%"><img src=x>`,
		"style": `<p style="background:url('%')">x`, "drawing": `<svg width=9 height=9><style>@import url('%');</style><use href="%"/></svg>`,
		"paint": `<svg width=9 height=9><rect width=9 height=9 fill="url(%)"/></svg>`, "import": `<style>@import url('%');</style>`,
	} {
		for _, address := range []string{"//[", "http://[logo]/", "http://a]/", "http://[::1", "http://\uff41\u2100b/"} {
			t.Run(name+" "+address, func(t *testing.T) {
				pdf, err := engine.Render(t.Context(), onPaper("<!doctype html><p>word"+strings.ReplaceAll(html, "%", address)))
				require.NoError(t, err)
				pdfcheck.In(t, pdf.Content, pdfcheck.Text("word"))
				if name == "image" {
					require.Len(t, pdf.Traffic.Failed, 1)
				}
			})
		}
	}
}
