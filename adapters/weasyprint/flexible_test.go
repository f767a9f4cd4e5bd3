package weasyprint_test

import (
	"image/color"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports"
	"platen/ports/pdfcheck"
)

// The flexible boxes of WeasyPrint 64 and later are not corrected, so newest.sh leaves these tests out.

// TestFlexibleBoxesOfSeveralPages: the columns and the lines of flexible boxes go on on the next page, and nothing of them is lost.
func TestFlexibleBoxesOfSeveralPages(t *testing.T) {
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
			pdf := printed(t, html)
			require.Equal(t, rows, rowsOfPages(t, pdf.Content))
		})
	}
}

// TestFlexibleColumnsInARow: columns beside each other go on on the next pages, and nothing of them is lost.
func TestFlexibleColumnsInARow(t *testing.T) {
	column := func(row string, rows int) string {
		return "<div style='display:flex;flex-direction:column'>" + strings.Repeat("<div>"+row+"</div>", rows) + "</div>"
	}
	html := "<!doctype html><style>body{margin:0;line-height:10mm}</style><div style='display:flex'>" + column("left", 60) + column("right", 30) + "</div>"
	pdf := printed(t, html)
	document := pdfcheck.Open(t, pdf.Content)
	first, err := document.TextOn(1)
	require.NoError(t, err)
	require.Equal(t, 27, strings.Count(first, "left"))
	all, err := document.Text()
	require.NoError(t, err)
	require.Equal(t, []int{60, 30}, []int{strings.Count(all, "left"), strings.Count(all, "right")})
}

// TestFlexibleRowsOfSeveralPages: the items of a row keep their places, their backgrounds and their floats on the next pages.
func TestFlexibleRowsOfSeveralPages(t *testing.T) {
	const mm = domain.Millimetre
	engine, green := start(t), color.RGBA{0, 128, 0, 255}
	aside := func(style string) string {
		return "<aside style='width:60mm;background:#008000;" + style + "'>side</aside>"
	}
	rows := func(before string) string { return "<main>" + strings.Repeat("<div>row</div>"+before, 60) + "</main>" }
	for name, test := range map[string]struct {
		style, items         string
		pages                []int   // the rows on each
		left, from, to, down float64 // of the rows and of the background on the second page, in millimetres
	}{
		"side by side":           {"", aside("") + rows(""), []int{27, 27, 6}, 70, 10, 70, 287},
		"from the right":         {"flex-direction:row-reverse", aside("") + rows(""), []int{27, 27, 6}, 10, 140, 200, 287},
		"in another order":       {"", aside("order:1") + rows(""), []int{27, 27, 6}, 10, 140, 200, 287},
		"one line that may wrap": {"flex-wrap:wrap", aside("") + rows(""), []int{27, 27, 6}, 70, 10, 70, 287},
		"without columns":        {"columns:2", aside("") + rows(""), []int{27, 27, 6}, 70, 10, 70, 287},
		"beside floats":          {"", aside("") + rows("<i style='float:right;width:30mm;height:5mm'></i>"), []int{27, 27, 6}, 70, 10, 70, 287},
		"with its own break":     {"", aside("") + "<main><p>row</p><p style='break-before:page'>row</main>", []int{1, 1}, 70, 10, 70, 20},
	} {
		t.Run(name, func(t *testing.T) {
			html := "<!doctype html><style>body{margin:0;line-height:10mm}main{flex:1}p{margin:0}</style><div style='display:flex;" + test.style + "'>" + test.items + "</div>"
			pdf, err := engine.Render(t.Context(), onPaper(html), ports.RenderOptions{})
			require.NoError(t, err)
			require.Equal(t, test.pages, rowsOfPages(t, pdf.Content))
			row := wordOn(t, pdfcheck.Open(t, pdf.Content), 2, "row")
			require.InDelta(t, test.left, row.Left.Millimetres(), 0.5)
			background := domain.Rect{Left: domain.Length(test.from) * mm, Top: 10 * mm, Right: domain.Length(test.to) * mm, Bottom: domain.Length(test.down) * mm}
			pdfcheck.In(t, pdf.Content, pdfcheck.PaintedAt(2, green, background, 0.7*mm))
		})
	}
}

// TestFlexibleAlignedColumns: the items of a column are where it aligns them, on one page and on several, and may be longer than a page.
func TestFlexibleAlignedColumns(t *testing.T) {
	for align, left := range map[string]float64{"flex-start": 10, "center": 95, "flex-end": 180, "stretch": 10} { // in millimetres
		t.Run(align, func(t *testing.T) {
			html := "<!doctype html><style>body{margin:0;line-height:10mm;display:flex;flex-direction:column;align-items:" + align + "}i{width:20mm;display:block}</style>" +
				"<i>first</i><main>" + strings.Repeat("<i>row</i>", 60) + "</main><i>last</i>"
			pdf := printed(t, html)
			pdfcheck.In(t, pdf.Content, pdfcheck.Pages(3))
			document := pdfcheck.Open(t, pdf.Content)
			for word, page := range map[string]int{"first": 1, "last": 3} {
				found := wordOn(t, document, page, word)
				require.InDelta(t, left, found.Left.Millimetres(), 0.5, word)
			}
			text, err := document.Text()
			require.NoError(t, err)
			require.Equal(t, 60, strings.Count(text, "row"))
		})
	}
}

// TestFlexibleRoomOfColumns: what a column has more in height than its items need is theirs, or between them, and their text is on one line.
func TestFlexibleRoomOfColumns(t *testing.T) {
	for name, test := range map[string]struct {
		style, item string
		first, last [2]float64 // the left of "one" and the middle of its line, and those of "four", in millimetres
	}{
		"a growing item":  {"height:100mm", "flex:1", [2]float64{10, 15}, [2]float64{10, 105}},
		"with a border":   {"box-sizing:border-box;height:100mm;border-bottom:10mm solid", "flex:1", [2]float64{10, 15}, [2]float64{10, 95}},
		"a least height":  {"min-height:100mm", "flex-grow:1", [2]float64{10, 15}, [2]float64{10, 105}},
		"no height":       {"", "flex:1", [2]float64{10, 15}, [2]float64{10, 25}},
		"a free margin":   {"height:100mm", "margin-bottom:auto", [2]float64{10, 15}, [2]float64{10, 105}},
		"at the end":      {"height:100mm;justify-content:flex-end", "", [2]float64{10, 95}, [2]float64{10, 105}},
		"in the middle":   {"height:100mm;justify-content:center", "", [2]float64{10, 55}, [2]float64{10, 65}},
		"between":         {"height:100mm;justify-content:space-between", "", [2]float64{10, 15}, [2]float64{10, 105}},
		"around":          {"height:100mm;justify-content:space-around", "", [2]float64{10, 35}, [2]float64{10, 85}},
		"evenly":          {"height:110mm;justify-content:space-evenly", "", [2]float64{10, 45}, [2]float64{10, 85}},
		"from the bottom": {"height:100mm;flex-direction:column-reverse", "", [2]float64{10, 105}, [2]float64{10, 95}},
		"too high":        {"margin-top:20mm;height:10mm;justify-content:flex-end", "", [2]float64{10, 25}, [2]float64{10, 35}},
		"a float":         {"float:left", "flex:1", [2]float64{10, 15}, [2]float64{10, 25}},
		"absolute":        {"position:absolute;top:10mm;height:80mm", "flex:1", [2]float64{10, 25}, [2]float64{10, 95}},
		"fixed":           {"position:fixed;top:0;align-items:flex-start", "flex:1", [2]float64{10, 15}, [2]float64{10, 25}},
		"on the right":    {"align-items:flex-end", "width:30mm", [2]float64{170, 15}, [2]float64{180, 25}},
		"free on both":    {"", "width:30mm;margin:0 auto", [2]float64{90, 15}, [2]float64{10, 25}},
	} {
		t.Run(name, func(t *testing.T) {
			html := "<!doctype html><style>body{margin:0;line-height:10mm;display:flow-root}b{width:20mm}</style><div style='display:flex;flex-direction:column;" +
				test.style + "'><div style='" + test.item + "'>one two three</div><b>four</b></div>"
			pdf := printed(t, html)
			page := pdfcheck.Open(t, pdf.Content)
			for word, want := range map[string][2]float64{"one": test.first, "four": test.last} {
				found := wordOn(t, page, 1, word)
				require.InDelta(t, want[0], found.Left.Millimetres(), 0.5, word)
				require.InDelta(t, want[1], (found.Top+found.Bottom).Millimetres()/2, 0.5, word)
			}
		})
	}
}

// TestFlexibleCentredText: the text of an item that is centred is on one line.
func TestFlexibleCentredText(t *testing.T) {
	html := "<!doctype html><style>body{margin:0;line-height:10mm;display:flex;flex-direction:column;align-items:center}</style><p>one two three</p>"
	pdf := printed(t, html)
	words, err := pdfcheck.Open(t, pdf.Content).Words(1)
	require.NoError(t, err)
	require.InDelta(t, words[0].Top.Millimetres(), words[2].Top.Millimetres(), 0.1)
	require.InDelta(t, 105, (words[0].Left+words[2].Right).Millimetres()/2, 0.5)
}

// TestFlexibleBoxesWithPositioned: absolute and fixed boxes in flexible ones are shown, where they say and in whom they refer to.
func TestFlexibleBoxesWithPositioned(t *testing.T) {
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
			pdf := printed(t, html)
			page := pdfcheck.Open(t, pdf.Content)
			for word, want := range map[string][2]float64{"there": {left, 45}, "fixed": {80, 65}, "here": {10, 15}, "item": {10, 15}} {
				found := wordOn(t, page, 1, word)
				require.InDelta(t, want[0], found.Left.Millimetres(), 0.5, word)
				require.InDelta(t, want[1], (found.Top+found.Bottom).Millimetres()/2, 0.5, word)
			}
		})
	}
}

// TestFlexibleRowsInCells: the cell of a table is as wide as all items of its row (CSS Flexible Box Layout 1, 9.9.1).
func TestFlexibleRowsInCells(t *testing.T) {
	html := "<!doctype html><style>body{margin:0}p{display:table-cell}span{display:flex}i{width:30mm}</style><p><span><i></i><i></i></span></p><p>word</p>"
	pdf := printed(t, html)
	word := wordOn(t, pdfcheck.Open(t, pdf.Content), 1, "word")
	require.InDelta(t, 10+2*30, word.Left.Millimetres(), 0.5)
}

// TestFlexibleLeastWidths: the items of a row are no narrower than their words, and no wider than they may be (CSS Flexible Box Layout 1,
// 9.7): the others have the rest. The places are Chrome's.
func TestFlexibleLeastWidths(t *testing.T) {
	const wide = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='240mm' height='9mm'/%3E"
	for name, test := range map[string]struct {
		items string
		left  float64 // of the word, in millimetres
	}{
		"a label":      {"<i style='width:30mm'></i><div>word " + strings.Repeat("text ", 99) + "</div>", 40},
		"of its words": {"<div style='background:#eee'><b style='display:inline-block;width:50mm'></b></div><div>word " + strings.Repeat("text ", 99) + "</div>", 60},
		"with padding": {"<div style='padding:5mm'><b style='display:inline-block;width:50mm'></b></div><div>word " + strings.Repeat("text ", 99) + "</div>", 70},
		"equal parts":  {"<div style='flex:1'><b style='display:inline-block;width:100mm'></b></div><div style='flex:1'></div><div style='flex:1'>word</div>", 155},
		"at the most":  {"<div style='flex:1;max-width:30mm'></div><div style='flex:1'></div><div style='flex:1'>word</div>", 120},
		"a picture":    {"<img style='max-width:20%' src=\"" + wide + "\"><div>word</div>", 48},
		"inline block": {"<div style='display:inline-block;width:100%;padding:0 5mm'><p style='margin-left:50%'>word</p></div>", 105},
	} {
		t.Run(name, func(t *testing.T) {
			html := "<!doctype html><style>body{margin:0}main{display:flex}i{flex-shrink:0}</style><main>" + test.items + "</main>"
			pdf := printed(t, html)
			word := wordOn(t, pdfcheck.Open(t, pdf.Content), 1, "word")
			require.InDelta(t, test.left, word.Left.Millimetres(), 0.5)
		})
	}
}

// TestFlexibleSizes: box-sizing says what the sizes of items are, and percentages are of their row: item two of three begins there.
func TestFlexibleSizes(t *testing.T) {
	for style, at := range map[string]struct{ left, line float64 }{ // the first is 12 mm around its content; in millimetres, from the row's left
		"*{box-sizing:border-box}.row>*{width:40mm}":                                   {40, 0},
		"*{box-sizing:border-box}.row>*{width:40%;flex:none}":                          {48, 0},
		"*{box-sizing:border-box}.row>*{flex:0 0 50%}":                                 {60, 0},
		"*{box-sizing:border-box}.row>*{flex:0 0 50%;max-width:50%}":                   {60, 0},
		"*{box-sizing:border-box}.row>*{width:100%;flex:none;max-width:25%}":           {30, 0},
		"*{box-sizing:border-box}.row{flex-wrap:wrap}.row>*{width:50%}":                {60, 0},
		"*{box-sizing:border-box}.row{flex-wrap:wrap}.row>*{width:60%}":                {0, 10},
		"*{box-sizing:border-box}.row>*{flex:1}":                                       {48, 0}, // what is around its content, and a third of the rest
		"*{box-sizing:border-box}.row{flex-wrap:wrap}.row>*{flex:1 1 61mm}":            {0, 10},
		".row>*{flex:0 0 30mm}":                                                        {42, 0},
		".row{flex-wrap:wrap}.row>*{flex:0 0 55mm}":                                    {0, 10},
		".row{flex-wrap:wrap}.row>*{flex:0 0 50%}":                                     {0, 10},
		"*{box-sizing:border-box}.row>*{flex:0 0 40mm}.row :first-child{margin:0 5mm}": {50, 0},
		// together wider than their row, by rounding
		"*{box-sizing:border-box}.row{flex-wrap:wrap}.row>*{flex:0 0 69.9%}.row :first-child{flex-basis:30.1%}": {36, 0},
	} {
		t.Run(style, func(t *testing.T) {
			html := "<!doctype html><style>body{margin:0 20mm;width:100mm;line-height:10mm}.row{display:flex;margin:0 -10mm}" +
				".row :first-child{padding:0 5mm;border:solid;border-width:0 1mm}" + style + "</style><div class=row><div>one</div><div>two</div><div>three</div></div>"
			pdf := printed(t, html)
			two := wordOn(t, pdfcheck.Open(t, pdf.Content), 1, "two")
			require.InDelta(t, 20+at.left, two.Left.Millimetres(), 0.5)
			require.InDelta(t, 15+at.line, (two.Top+two.Bottom).Millimetres()/2, 0.5)
		})
	}
}

// TestFlexibleHeights: the height of a row has its padding in it, as box-sizing says, and items are aligned in what is left.
func TestFlexibleHeights(t *testing.T) {
	for style, middle := range map[string]float64{ // of the word, in millimetres
		"height:40mm;align-items:flex-start":                    25,
		"height:40mm;align-items:center":                        33,
		"height:40mm;align-items:flex-end":                      41,
		"min-height:40mm;align-items:center":                    33,
		"align-items:center":                                    25, // as tall as the row around it
		"height:26mm;align-items:center;box-sizing:content-box": 33,
	} {
		t.Run(style, func(t *testing.T) {
			html := "<!doctype html><style>body{margin:0;line-height:10mm}section,main{display:flex}main{box-sizing:border-box;padding:10mm 0 4mm;" +
				style + "}</style><section><main><div>word</div></main></section>"
			pdf := printed(t, html)
			word := wordOn(t, pdfcheck.Open(t, pdf.Content), 1, "word")
			require.InDelta(t, middle, (word.Top+word.Bottom).Millimetres()/2, 0.5)
		})
	}
}

// TestFlexiblePictures: the least width of a picture that is a part of its row is that part, whatever the picture's own width.
func TestFlexiblePictures(t *testing.T) {
	const mm = domain.Millimetre
	for _, style := range []string{"width:100%", "width:100%;height:100%", "max-width:100%", "max-width:100%;max-height:100%"} {
		t.Run(style, func(t *testing.T) {
			pdf := printed(t, "<!doctype html><style>body{margin:0}div{display:flex;width:30mm;height:30mm;align-items:center;justify-content:center}"+
				"img{"+style+"}</style><div><img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='900' height='900'>"+
				"<rect width='900' height='900' fill='green'/></svg>\"></div>")
			pdfcheck.In(t, pdf.Content, pdfcheck.PaintedAt(1, color.RGBA{0, 128, 0, 255},
				domain.Rect{Left: 10 * mm, Top: 10 * mm, Right: 40 * mm, Bottom: 40 * mm}, mm/2))
		})
	}
}

// TestFlexibleEdges: the edges that are not named after flexible boxes are known.
func TestFlexibleEdges(t *testing.T) {
	for style, at := range map[string]struct{ left, top float64 }{ // in millimetres, from the box's corner
		"justify-content:end": {40, 0}, "justify-content:right": {40, 0}, "justify-content:left": {0, 0}, "align-items:end": {0, 20},
		"align-items:end;align-content:start": {0, 20}, "justify-content:end;align-items:start": {40, 0},
	} {
		t.Run(style, func(t *testing.T) {
			pdf := printed(t, "<!doctype html><style>body{margin:0;line-height:10mm}div{display:flex;width:60mm;height:30mm}p{margin:0;width:20mm}</style>"+
				"<div style='"+style+"'><p>word</p></div>")
			word := wordOn(t, pdfcheck.Open(t, pdf.Content), 1, "word")
			require.InDelta(t, 10+at.left, word.Left.Millimetres(), 0.5)
			require.InDelta(t, 15+at.top, (word.Top+word.Bottom).Millimetres()/2, 0.5)
		})
	}
}

// TestFlexibleRowsInColumns: a row with a border is in the columns of a text, though its border alone has no room at first.
func TestFlexibleRowsInColumns(t *testing.T) {
	html := "<!doctype html><style>main{columns:2}div{display:flex;border:2mm solid}</style><p>text</p><main><div>word</div></main>"
	pdf := printed(t, html)
	pdfcheck.In(t, pdf.Content, pdfcheck.Text("word"))
}

// TestFlexibleGaps: gaps are between items and between lines, and not after the last.
func TestFlexibleGaps(t *testing.T) {
	for style, want := range map[string][3][2]float64{ // the left and the top of each item, in millimetres
		"gap:10mm":                                 {{20, 20}, {50, 20}, {80, 20}},
		"gap:10mm;--width:20%":                     {{20, 20}, {48, 20}, {76, 20}},
		"gap:10mm;flex-flow:row-reverse":           {{90, 20}, {60, 20}, {30, 20}},
		"gap:10mm;direction:rtl":                   {{90, 20}, {60, 20}, {30, 20}},
		"gap:10mm;justify-content:center":          {{25, 20}, {55, 20}, {85, 20}},
		"gap:10mm;justify-content:space-between":   {{20, 20}, {55, 20}, {90, 20}},
		"gap:5mm 30mm;flex-wrap:wrap":              {{20, 20}, {70, 20}, {20, 35}},
		"gap:5mm;flex-direction:column":            {{20, 20}, {20, 35}, {20, 50}},
		"column-gap:5mm;flex-wrap:wrap;width:45mm": {{20, 20}, {45, 20}, {20, 30}},
	} {
		t.Run(style, func(t *testing.T) {
			pdf := printed(t, `<!doctype html><style>body{margin:0}i{width:var(--width,20mm);height:10mm;line-height:10mm;text-align:left}</style>`+
				`<div style='display:flex;width:90mm;margin:10mm;`+style+`'><i>one</i><i>two</i><i>three</i></div><p style="margin:0">after`)
			file := pdfcheck.Open(t, pdf.Content)
			for i, text := range []string{"one", "two", "three"} {
				word := wordOn(t, file, 1, text)
				require.InDelta(t, want[i][0], word.Left.Millimetres(), 0.8, text)
				require.InDelta(t, want[i][1]+5, (word.Top+word.Bottom).Millimetres()/2, 1, text)
			}
			after := wordOn(t, file, 1, "after")
			require.InDelta(t, want[2][1]+22.5, (after.Top+after.Bottom).Millimetres()/2, 1)
		})
	}
}

// TestFlexibleBaselines: items without text stand on the baseline of their row.
func TestFlexibleBaselines(t *testing.T) {
	pdf := printed(t, `<!doctype html><style>body{margin:50mm 0 0}</style><div style="display:flex;align-items:baseline;`+
		`font:10mm/10mm Liberation Sans"><i>Tea</i><i style="flex:1;border-bottom:2mm solid green"></i><i>2.40</i></div>`)
	file := pdfcheck.Open(t, pdf.Content)
	line, err := file.Extent(1, color.RGBA{0, 128, 0, 255})
	require.NoError(t, err)
	require.InDelta(t, 60+8.5, line.Bottom.Millimetres(), 1)
}

// TestFlexibleBoxesInLines: a flexible box in a line is as wide as its content, and the line goes on after it.
func TestFlexibleBoxesInLines(t *testing.T) {
	for style, left := range map[string]float64{ // of the word after it, from the line's left, in millimetres
		"":                         60,
		"flex-direction:column":    40,
		"padding:0 5mm":            70,
		"width:30mm;padding:0 5mm": 60,
		"gap:5mm":                  65,
		"margin-left:10mm":         70,
		"flex-wrap:wrap;width:25%": 45, // of a line of 100 mm
		"box-sizing:border-box;border:5mm solid;padding:5mm": 80,
	} {
		t.Run(style, func(t *testing.T) {
			html := "<!doctype html><style>body{margin:0;width:100mm}p{margin:0;font-size:0}p *{font-size:10pt}b{width:20mm}i{display:inline-block;width:20mm}" +
				"</style><p><i>before</i><span style='display:inline-flex;" + style + "'><b>one</b><b>two</b></span><u>after</u>"
			pdf := printed(t, html)
			after := wordOn(t, pdfcheck.Open(t, pdf.Content), 1, "after")
			require.InDelta(t, 10+left, after.Left.Millimetres(), 0.5)
		})
	}
}

// TestFlexibleBoxesInLinesFromTheRight: a flexible box stands in its line, too, where the text runs from right to left.
func TestFlexibleBoxesInLinesFromTheRight(t *testing.T) {
	html := "<!doctype html><body style='margin:0;direction:rtl'>א <span style='display:inline-flex;width:50mm'>one</span> <u>two</u>"
	pdf := printed(t, html)
	file := pdfcheck.Open(t, pdf.Content)
	one := wordOn(t, file, 1, "one")
	two := wordOn(t, file, 1, "two")
	require.Less(t, two.Right, one.Left-30*domain.Millimetre)
	require.InDelta(t, one.Top.Millimetres(), two.Top.Millimetres(), 0.5)
}

// TestFlexibleAlignedBorders: an item of a column that has a width is where the column aligns it, borders and padding included.
func TestFlexibleAlignedBorders(t *testing.T) {
	for style, left := range map[string]float64{ // of the text, 10 mm from the item's left, in millimetres
		"align-self:flex-end;box-sizing:border-box;width:40mm": 80, "align-self:flex-end;width:40mm": 60, "align-self:flex-end": 90,
		"align-self:center;box-sizing:border-box;width:40%": 50, "margin:0 10mm 0 auto;box-sizing:border-box;width:40mm": 70,
	} {
		t.Run(style, func(t *testing.T) {
			html := "<!doctype html><body style='margin:0;width:100mm;display:flex;flex-direction:column'>" +
				"<div style='border:1mm solid;padding:0 9mm;" + style + "'><b style='display:block;min-width:10mm'>item</b></div>"
			pdf := printed(t, html)
			item := wordOn(t, pdfcheck.Open(t, pdf.Content), 1, "item")
			require.InDelta(t, left, item.Left.Millimetres(), 0.5)
		})
	}
}

// TestFlexibleTables: the tables of a row stand beside each other, as wide as it makes them, on its first page and on the next.
func TestFlexibleTables(t *testing.T) {
	for styles, left := range map[string]float64{ // of the second table, from the row's left, in millimetres
		"":                               20,
		"width:30%":                      30,
		"width:40mm":                     40,
		"flex:1":                         50,
		"flex:0 0 35%":                   35,
		"margin-right:auto":              50,
		"width:60%;flex-shrink:0":        60,
		"width:60%":                      50,
		"margin-left:5mm;min-width:40mm": 50,
	} {
		t.Run(styles, func(t *testing.T) {
			table := func(word string, rows int) string {
				return "<table>" + strings.Repeat("<tr><td><div style='width:20mm'>"+word+"</div>", rows) + "</table>"
			}
			html := "<!doctype html><style>body{margin:0;width:100mm;line-height:10mm}table{border-spacing:0;" + styles + "}td{padding:0}</style>" +
				"<div style='display:flex'>" + table("one", 30) + table("two", 40) + "</div>"
			pdf := printed(t, html)
			file := pdfcheck.Open(t, pdf.Content)
			for page := 1; page <= 2; page++ {
				two := wordOn(t, file, page, "two")
				require.InDelta(t, 10+left, two.Left.Millimetres(), 0.5, "page %d", page)
			}
		})
	}
}
