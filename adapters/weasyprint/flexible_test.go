package weasyprint_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/ports/pdfcheck"
)

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
			require.Equal(t, rows, rowsOfPages(t, pdf.Content))
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
			text, err := document.Text()
			require.NoError(t, err)
			require.Equal(t, 60, strings.Count(text, "row"))
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
