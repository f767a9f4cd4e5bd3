package weasyprint_test

import (
	"image/color"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/ports/pdfcheck"
)

// TestHeightOfFloats: a box that contains its floats is as tall as they are, and what follows is below it (CSS 2, 10.6.7).
func TestHeightOfFloats(t *testing.T) {
	row := `<div style="overflow:hidden"><div style="float:left">row</div><div style="float:right">10.00</div></div>`
	html := "<!doctype html><style>body{margin:0;line-height:10mm}</style>" + strings.Repeat(row, 30) + "end"
	pdf := printed(t, html)
	pdfcheck.In(t, pdf.Content, pdfcheck.Pages(2))
	end := wordOn(t, pdfcheck.Open(t, pdf.Content), 2, "end")
	require.InDelta(t, 10+3*10+5, (end.Top+end.Bottom).Millimetres()/2, 0.5, "after three rows of the second page")
}

// TestBoxesBesideTheFlow: floats and absolute boxes go on on pages where nothing else does, on the body's background, and what clears floats is
// below their end.
func TestBoxesBesideTheFlow(t *testing.T) {
	for style, test := range map[string]struct {
		rows []int   // of 10 mm on each page, below a line on the first
		last float64 // where the last word is, in millimetres
	}{
		"float:left":                              {[]int{26, 27, 7}, 85},
		"float:right;clear:both":                  {[]int{26, 27, 7}, 85},
		"overflow:hidden'><div style='float:left": {[]int{26, 27, 7}, 85},
		"position:absolute":                       {[]int{26, 27, 7}, 75},
		"position:fixed;top:0":                    {[]int{27}, 275},
	} {
		t.Run(style, func(t *testing.T) {
			html := "<!doctype html><style>body{margin:0;line-height:10mm;background:#008000}p{margin:0;clear:both}</style>text<br>" +
				"<div style='" + style + "'>" + strings.Repeat("<div>row</div>", 60) + "</div></div><p>text"
			pdf := printed(t, html)
			require.Equal(t, test.rows, rowsOfPages(t, pdf.Content))
			for page := range test.rows {
				pdfcheck.In(t, pdf.Content, pdfcheck.Painted(page+1, millimetres(100, 200, 150, 280), color.RGBA{G: 128, A: 255}))
			}
			words, err := pdfcheck.Open(t, pdf.Content).Words(len(test.rows))
			require.NoError(t, err)
			low := 0.0
			for _, word := range words {
				low = max(low, (word.Top+word.Bottom).Millimetres()/2)
			}
			require.InDelta(t, test.last, low, 0.5)
		})
	}
}

// TestFloatsInFloats: what floats contain is printed once, where that are floats which the end of a page divides.
func TestFloatsInFloats(t *testing.T) {
	row := "<div style='overflow:hidden'><div style='float:left'>row<br>row<br>row</div><div style='float:right'>row</div></div>"
	for html, want := range map[string]int{
		strings.Repeat(row, 30) + "</div><div style='float:right;width:40%'>side</div>":                                       30 * 4,
		strings.Repeat("row<br>", 40) + "<div style='float:left;width:50%'>" + strings.Repeat("row<br>", 60) + "</div></div>": 40 + 60,
	} {
		pdf := printed(t, "<!doctype html><style>body{margin:0;line-height:10mm}</style><div style='float:left;width:60%'>"+html)
		rows := rowsOfPages(t, pdf.Content)
		require.Equal(t, want, sum(rows))
		require.Len(t, rows, 4)
	}
}

// TestFloatsInColumns: text in columns goes around floats, over several pages.
func TestFloatsInColumns(t *testing.T) {
	paragraph := "<p>" + strings.Repeat("text ", 60) + "row</p><div style='float:left;width:20mm;height:30mm'>row</div>"
	html := "<!doctype html><style>body{columns:2}p{margin:0;line-height:10mm}</style>" + strings.Repeat(paragraph, 15)
	pdf := printed(t, html)
	require.Equal(t, 30, sum(rowsOfPages(t, pdf.Content)))
}

// TestFloatsOfTheNext: what a page or a column has no room for is on the next, and only there.
func TestFloatsOfTheNext(t *testing.T) {
	const (
		float   = "<div style='float:right;width:40mm'>row<br>row</div>"
		picture = "<div style='float:left;width:9mm;height:20mm'></div>"
	)
	for name, test := range map[string]struct {
		html string
		rows int
	}{
		"a heading with its float": {"<p style='height:255mm'></p><h3>row</h3>" + picture + "row", 2},
		"in two columns":           {"<main><div>row<br>row<br>row</div>" + float + "</main>", 5},
		"a block after columns":    {"<p style='height:250mm'></p><main><div>row</div><div style='height:60mm'>row</div></main>", 2},
		"a heading in a column":    {"<main><div>row</div><h3>row</h3>" + picture + "</main>", 2},
		"lines below a float's end": {"row<div style='float:right;width:60%'>" + strings.Repeat("row<br>", 50) + "</div>" +
			"<section><div style='display:inline-block;width:50%'>" + strings.Repeat("row<br>", 8) + "</div></section>", 59},
	} {
		t.Run(name, func(t *testing.T) {
			html := "<!doctype html><style>body{margin:0}main{columns:2}*{font:inherit;line-height:10mm;margin:0}</style>" + test.html
			pdf := printed(t, html)
			require.Equal(t, test.rows, sum(rowsOfPages(t, pdf.Content)))
		})
	}
}

// TestBesideFloats: boxes that contain their floats are beside those before them, or below if there is no room (CSS 2, 9.5). Boxes that
// are as wide together as the room are beside each other, whatever the rounding.
func TestBesideFloats(t *testing.T) {
	for name, test := range map[string]struct {
		html      string
		left, top float64 // of the word, in millimetres
	}{
		"overflow":           {"<i></i><div style='overflow:hidden'>word", 45, 10},
		"a margin":           {"<i></i><div style='overflow:hidden;margin-left:50mm'>word", 60, 10},
		"flow-root":          {"<i></i><div style='display:flow-root'>word", 45, 10},
		"a flexible box":     {"<i></i><div style='display:flex'>word", 45, 10},
		"columns":            {"<i></i><div style='columns:2'>word", 45, 10},
		"columns too wide":   {"<i style='width:140mm'></i><div style='columns:2'>word <b style='display:block;width:30mm'></b>", 10, 40},
		"too wide":           {"<i></i><div style='overflow:hidden;width:160mm'>word", 10, 40},
		"below two":          {"<i></i><i style='float:right;height:60mm'></i><div style='overflow:hidden;width:150mm'>word", 10, 40},
		"content too wide":   {"<i></i><div style='overflow:hidden'>word<b style='display:block;width:160mm'></b>", 10, 40},
		"a table":            {"<i></i><div style='display:table'>word", 45, 10},
		"a wide table":       {"<i></i><div style='display:table;width:160mm'>word" + strings.Repeat("<br>x", 30), 10, 40},
		"a block in the way": {"<i></i><div>word", 45, 10},
		"halves":             {"<div style='float:left;width:70%'><u>x</u><u>word", 10 + 190*0.7/2, 10},
	} {
		t.Run(name, func(t *testing.T) {
			style := "body{margin:0;line-height:10mm}i{float:left;width:35mm;height:30mm}u{float:left;width:50%}"
			pdf := printed(t, "<!doctype html><style>"+style+"</style>"+test.html)
			word := wordOn(t, pdfcheck.Open(t, pdf.Content), 1, "word")
			require.InDelta(t, test.left, word.Left.Millimetres(), 0.5)
			require.InDelta(t, test.top+5, (word.Top+word.Bottom).Millimetres()/2, 0.5)
		})
	}
}

// TestFloatsThatAreTakenBack: what a page has no room for at first, as with its border or in the cell of a table, leaves no trace in the way
// of floats that are laid out after it.
func TestFloatsThatAreTakenBack(t *testing.T) {
	const float = "<div style='float:left;width:25%'>"
	for name, html := range map[string]string{
		"a cell":   float + "one</div>" + float + "two<table><td>x</table></div>",
		"a border": "<div style='border:1px solid'>" + float + "one<br>x</div>" + float + "two<br>x<br>x<br>x</div><div style='clear:both'></div></div>",
	} {
		t.Run(name, func(t *testing.T) {
			pdf := printed(t, "<!doctype html><style>body{margin:0;line-height:10mm}</style><p style='margin:0;height:257mm'></p>"+html)
			pdfcheck.In(t, pdf.Content, pdfcheck.Pages(2))
			for word, left := range map[string]float64{"one": 10, "two": 10 + 190*0.25} {
				found := wordOn(t, pdfcheck.Open(t, pdf.Content), 1, word)
				require.InDelta(t, left, found.Left.Millimetres(), 0.5, word)
				require.InDelta(t, 272, (found.Top+found.Bottom).Millimetres()/2, 0.5, word)
			}
		})
	}
}

// TestFloatsBesideEachOther: the floats of a box that go on on the next page are beside each other there, too.
func TestFloatsBesideEachOther(t *testing.T) {
	column := "<div style='float:left;width:50%'>" + strings.Repeat("<div>row</div>", 30) + "</div>"
	html := "<!doctype html><style>body{margin:0;line-height:10mm}</style><div style='overflow:hidden'>" + column + column + "</div>end"
	pdf := printed(t, html)
	require.Equal(t, []int{2 * 27, 2 * 3}, rowsOfPages(t, pdf.Content))
}

// TestTallInlineBlocks: inline blocks that are taller than the page, as two columns of text, go on on the next pages.
func TestTallInlineBlocks(t *testing.T) {
	column := "<div style='display:inline-block;vertical-align:top;width:49%'>" + strings.Repeat("<div>row</div>", 40) + "</div> "
	html := "<!doctype html><style>body{margin:0;line-height:10mm}p{margin:0}</style><p>text</p><main>" + column + column + "</main><p>end</p>"
	pdf := printed(t, html)
	require.Equal(t, []int{0, 54, 26}, rowsOfPages(t, pdf.Content))
	pdfcheck.In(t, pdf.Content, pdfcheck.TextOn(3, "end"))
}

// TestClear: what clears floats is below them, be it a line break or an empty box beside a float that goes on on the next page.
func TestClear(t *testing.T) {
	const float = "<div style='float:%;width:30mm'>" + "x<br>x<br>x</div>"
	for name, test := range map[string]struct {
		html string
		page int
		top  float64 // of the word, in millimetres
	}{
		"a line break":      {strings.ReplaceAll(float, "%", "left") + "text<br clear=ALL>word", 1, 40},
		"by a style":        {strings.ReplaceAll(float, "%", "right") + "text <b>text<br style='clear:right'></b><p>word", 1, 40},
		"alone":             {strings.ReplaceAll(float, "%", "left") + "<br style='clear:both'>word", 1, 40},
		"of the other side": {strings.ReplaceAll(float, "%", "left") + "text<br style='clear:right'>word", 1, 20},
		"an empty box":      {strings.ReplaceAll(float, "%", "left") + "<div style='clear:left'></div><p>word", 1, 40},
		"on the next page":  {"<p style='height:257mm'></p>" + strings.ReplaceAll(float, "%", "left") + "<div style='clear:left'></div><p>word", 2, 20},
		"a box with a word": {"<p style='height:257mm'></p>" + strings.ReplaceAll(float, "%", "left") + "<p style='clear:left'>word", 2, 20},
	} {
		t.Run(name, func(t *testing.T) {
			pdf := printed(t, "<!doctype html><style>body{margin:0;line-height:10mm}p{margin:0}</style>"+test.html)
			word := wordOn(t, pdfcheck.Open(t, pdf.Content), test.page, "word")
			require.InDelta(t, test.top+5, (word.Top+word.Bottom).Millimetres()/2, 0.5)
		})
	}
}

// rowsOfPages counts the word row on each page.
func rowsOfPages(t *testing.T, pdf []byte) (rows []int) {
	document := pdfcheck.Open(t, pdf)
	pages, err := document.Pages()
	require.NoError(t, err)
	for page := range pages {
		text, err := document.TextOn(page + 1)
		require.NoError(t, err)
		rows = append(rows, strings.Count(text, "row"))
	}
	return rows
}

func sum(numbers []int) (sum int) {
	for _, number := range numbers {
		sum += number
	}
	return sum
}

// TestFixedBoxOnTheNextPage: a fixed box is in a box that is kept whole on the next page, and is printed once on each.
func TestFixedBoxOnTheNextPage(t *testing.T) {
	for _, style := range []string{"", "position:relative", "position:fixed", "overflow:hidden", "columns:2", "display:flex"} {
		html := "<!doctype html><style>p{margin:0;height:30mm}</style>" + strings.Repeat("<p>row</p>", 8) +
			"<div style='break-inside:avoid'><div style='" + style + "'><b style='position:fixed'>fixed</b><p>last</p><p></p></div></div>"
		pdf := printed(t, html)
		pdfcheck.In(t, pdf.Content, pdfcheck.TextOn(1, "row", "fixed"), pdfcheck.Text("last"))
	}
}

// TestFloatsInFittingBoxes: floats stand beside each other in a box that is as wide as its content, unless they clear those before.
func TestFloatsInFittingBoxes(t *testing.T) {
	const floats = `<i>one</i><i>two</i><i style="float:right">three</i>`
	for html, left := range map[string]float64{ // of the text after the floats, in millimetres
		`<div style="display:inline-block">` + floats + `</div>after`:                                                70,
		`<div style="float:left;padding:0 5mm;border:1mm solid">` + floats + `</div>after`:                           82,
		`<table cellspacing=0><td>` + floats + `<td>after</table>`:                                                   70,
		`<div style="display:flex"><div>` + floats + `</div>after</div>`:                                             70,
		`<div style="float:left"><i>one</i><i style="clear:left">two</i></div>after`:                                 30,
		`<div style="float:left"><i>one</i><p style="clear:both;margin:0;width:25mm">two</p><i>three</i></div>after`: 35,
		`<div style="float:left;width:40mm">` + floats + `</div>after`:                                               50,
	} {
		t.Run(html, func(t *testing.T) {
			pdf := printed(t, `<!doctype html><style>body{margin:0}td{padding:0}i{float:left;width:20mm}</style>`+html)
			require.InDelta(t, left, wordOn(t, pdfcheck.Open(t, pdf.Content), 1, "after").Left.Millimetres(), 0.5)
		})
	}
}
