package weasyprint_test

import (
	"encoding/base64"
	"fmt"
	"image/color"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// TestAlignment: the text of head cells is centred unless their table says otherwise, and the case of align does not matter (HTML, 15.3.8).
func TestAlignment(t *testing.T) {
	for name, test := range map[string]struct {
		html    string
		left    float64 // where the word begins, in millimetres, or
		centred bool
	}{
		"a head cell":                      {html: "<tr><th>word", centred: true},
		"in a row that is aligned":         {html: "<tr style='text-align:left'><th>word", left: 10},
		"in a table that is aligned":       {html: "<style>table{text-align:left}</style><tr><th>word", left: 10},
		"whose author says how":            {html: "<style>th{text-align:left}</style><tr><th>word", left: 10},
		"a caption":                        {html: "<caption>word", centred: true},
		"another cell":                     {html: "<tr><td>word", left: 10},
		"one aligned in capital letters":   {html: "<tr><td align=CENTER>word", centred: true},
		"a row aligned in capital letters": {html: "<tr ALIGN=Center><td>word", centred: true},
		"a picture that is a block": {html: "<tr><td align=center><img style=display:block src=\"data:image/svg+xml," +
			"<svg xmlns='http://www.w3.org/2000/svg' width='200' height='40'><text x='100' y='30' text-anchor='middle'>word</text></svg>\">", centred: true},
	} {
		t.Run(name, func(t *testing.T) {
			pdf := printed(t, "<!doctype html><style>body{margin:0}td,th{padding:0}</style><table width=100% cellspacing=0>"+test.html)
			word := wordOn(t, pdfcheck.Open(t, pdf.Content), 1, "word")
			if test.centred {
				require.InDelta(t, 105, (word.Left+word.Right).Millimetres()/2, 0.5)
			} else {
				require.InDelta(t, test.left, word.Left.Millimetres(), 0.5)
			}
		})
	}
}

// TestImagesInCells: images that are parts of their cells make these no wider than their tables say.
func TestImagesInCells(t *testing.T) {
	for _, style := range []string{"max-width:100%", "width:100%", "width:50%;max-width:30mm", "height:auto;max-width:50%"} {
		t.Run(style, func(t *testing.T) {
			pdf := printed(t, "<!doctype html><style>body{margin:0}td{padding:0}</style><table width=100% cellspacing=0><tr><td width='10%'><i><img style='"+
				style+"' src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='900' height='300'></svg>\"></i><td>word")
			word := wordOn(t, pdfcheck.Open(t, pdf.Content), 1, "word")
			require.InDelta(t, 29, word.Left.Millimetres(), 0.5)
		})
	}
}

// TestMarginBoxes: each margin box of a page has its content, although no other one has any (CSS Paged Media 3, 5.1).
func TestMarginBoxes(t *testing.T) {
	boxes := strings.Fields(`top-left-corner top-left top-center top-right top-right-corner left-top left-middle left-bottom
		bottom-left-corner bottom-left bottom-center bottom-right bottom-right-corner right-top right-middle right-bottom`)
	styles, body := "@page{margin:40mm}", ""
	for _, box := range boxes {
		styles += fmt.Sprintf("@page %s{@%[1]s{content:'x'}}", box)
		body += fmt.Sprintf("<p style=page:%s>text", box)
	}
	pdf := printed(t, "<!doctype html><style>"+styles+"</style>"+body)
	file := pdfcheck.Open(t, pdf.Content)
	for page := range boxes {
		wordOn(t, file, page+1, "x")
	}
}

// TestControls: controls stand in their line, and those that are hidden nowhere (HTML, 15.3.11).
func TestControls(t *testing.T) {
	pdf := printed(t, "<!doctype html>one <input type=radio><input TYPE=Hidden value=x> two <input hidden> three")
	words, err := pdfcheck.Open(t, pdf.Content).Words(1)
	require.NoError(t, err)
	require.Len(t, words, 3)
	for _, word := range words {
		require.InDelta(t, words[0].Top.Millimetres(), word.Top.Millimetres(), 0.1, "%q", word.Text)
	}
	require.Less(t, (words[2].Right - words[0].Left).Millimetres(), 30.0)
}

// TestControlsShowWhatTheyHold: a filled form has its values and marks, as in browsers, and its password nowhere (HTML, 15.5).
func TestControlsShowWhatTheyHold(t *testing.T) {
	pdf := printed(t, `<!doctype html>		<input value=text> <INPUT TYPE=Number value=42> <input placeholder=empty> <input type=password value=secret> <input type=checkbox value=on>
		<select><option>no<option selected>chosen</select> <select><option>first<option>second</select> <textarea>area</textarea> <button>Press</button>`)
	text, err := pdfcheck.Open(t, pdf.Content).Text()
	require.NoError(t, err)
	shown := strings.Fields(strings.ReplaceAll(text, "˅", "")) // the arrow of lists in newer versions
	require.ElementsMatch(t, []string{"text", "42", "empty", "chosen", "first", "area", "Press"}, shown)

	grey := color.RGBA{0x76, 0x76, 0x76, 255}
	for control, marked := range map[string]bool{"type=checkbox checked": true, "type=Radio checked": true, "type=checkbox": false} {
		pdf := printed(t, "<!doctype html><style>input{border:none}</style><input "+control+">")
		_, err = pdfcheck.Open(t, pdf.Content).Extent(1, grey)
		require.Equal(t, marked, err == nil, "%s: %v", control, err)
	}
	pdf = printed(t, `<!doctype html><input style="color:#008000;border:none;padding:0;width:20mm" value="much longer than its box">`)
	painted, err := pdfcheck.Open(t, pdf.Content).Extent(1, color.RGBA{G: 0x80, A: 255})
	require.NoError(t, err)
	require.InDelta(t, 20, painted.Width().Millimetres(), 1.5)
}

// TestSizesOfControls: they are as tall as their lines, whose height the author may set, and text areas as their rows (HTML, 15.5).
func TestSizesOfControls(t *testing.T) {
	pdf := printed(t, `<!doctype html><style>*{box-sizing:border-box} .f{display:block;width:100%;padding:6px;font:16px/24px "DejaVu Sans";border:1px solid}</style>
		<input class=f value=one><textarea class=f rows=3>two</textarea><input class=f value=three><textarea class=f>four</textarea><p class=f>five`)
	file := pdfcheck.Open(t, pdf.Content)
	top := func(word string) float64 { return wordOn(t, file, 1, word).Top.Points() / domain.Pixel.Points() }
	for i, lower := range []float64{24 + 14, 3*24 + 14, 24 + 14, 2*24 + 14 + 16} { // the last one has a margin above
		words := []string{"one", "two", "three", "four", "five"}[i:]
		require.InDelta(t, lower, top(words[1])-top(words[0]), 0.5, words[1])
	}
}

// TestQuirks: without a doctype, the body and the cells of tables begin without the margin of what they begin with, cells end without it,
// and tables do not take on their surroundings' size of text (HTML, 15.3.8 and 15.3.10), as browsers have it.
func TestQuirks(t *testing.T) {
	top := func(doctype, html string) float64 {
		pdf := printed(t, doctype+"<style>body{margin:0;font:10px/1 'Liberation Sans'}p{font:inherit}td{padding:0}</style>"+html)
		word := wordOn(t, pdfcheck.Open(t, pdf.Content), 1, "word")
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

// TestFixedTables: a table of fixed layout has the columns of its longest row, as wide as in Chrome, which gave these places.
func TestFixedTables(t *testing.T) {
	pdf := printed(t, `<!doctype html><style>body{margin:0}td{padding:0}</style>
		<table cellspacing=0 style="width:180mm;table-layout:fixed"><tr><td>title<tr><td colspan=2>two<td>right<tr><td>left<td>middle<td>last</table>
		<div style="display:inline-block"><table cellspacing=0 style="width:90mm;table-layout:fixed"><tr><td>one<tr><td colspan=2>wide<td>end</table>`)
	file := pdfcheck.Open(t, pdf.Content)
	for text, left := range map[string]float64{"title": 10, "two": 10, "right": 130, "left": 10, "middle": 70, "last": 130, "wide": 10, "end": 70} {
		word := wordOn(t, file, 1, text)
		require.InDelta(t, left, word.Left.Millimetres(), 0.5, text)
	}
}

// TestHeights: the rows of a table share its height, and what is absolute in a box is placed in its least height.
func TestHeights(t *testing.T) {
	for html, middle := range map[string]float64{ // of the word, in millimetres
		"<table cellspacing=0 style='height:60mm'><tr><td>one<tr><td>word</table>":                                     10 + 45,
		"<table cellspacing=0 style='height:60mm'><tr style='height:20mm'><td>one<tr><td>word</table>":                 10 + 40,
		"<div style='position:relative;min-height:60mm'>one<div style='position:absolute;bottom:0'>word</div></div>":   10 + 55,
		"<div style='position:relative;min-height:900mm'>one<div style='position:absolute;bottom:0'>word</div></div>x": 287 - 5,
	} {
		t.Run(html, func(t *testing.T) {
			pdf := printed(t, "<!doctype html><style>body{margin:0;line-height:10mm}td{padding:0}</style>"+html)
			word := wordOn(t, pdfcheck.Open(t, pdf.Content), 1, "word")
			require.InDelta(t, middle, (word.Top+word.Bottom).Millimetres()/2, 0.5)
		})
	}
}

// TestNoArea: a box without height and a border without width are no lines.
func TestNoArea(t *testing.T) {
	white := color.RGBA{255, 255, 255, 255}
	for _, style := range []string{"background:#f00", "border:solid #f00;border-width:0 1mm;height:10mm"} {
		pdf := printed(t, "<!doctype html><body style='margin:5mm 0'><div style='"+style+"'></div>")
		pdfcheck.In(t, pdf.Content, pdfcheck.Painted(1, millimetres(20, 14, 100, 16), white), pdfcheck.Painted(1, millimetres(20, 24, 100, 26), white))
	}
}

// TestColumnsOnEachPage: a column's background is behind its cells on each page of a table.
func TestColumnsOnEachPage(t *testing.T) {
	pdf := printed(t, `<!doctype html><style>body{margin:0}td{padding:0;width:90mm}tr{height:100mm}col+col{background:#f00}</style>
		<table cellspacing=0><colgroup><col><col></colgroup>`+strings.Repeat("<tr><td><td>", 3)+"</table>")
	red := color.RGBA{R: 255, A: 255}
	for page, bottom := range map[int]domain.Length{1: 210, 2: 110} {
		region := domain.Rect{Left: 100 * domain.Millimetre, Top: 10 * domain.Millimetre, Right: 190 * domain.Millimetre, Bottom: bottom * domain.Millimetre}
		pdfcheck.In(t, pdf.Content, pdfcheck.PaintedAt(page, red, region, domain.Millimetre))
	}
}

// TestNarrowColumns: of columns that are wider than their box there is one.
func TestNarrowColumns(t *testing.T) {
	pdf := printed(t, `<!doctype html><div style="width:40mm;columns:2 60mm"><p>one<p>two</div>`)
	file := pdfcheck.Open(t, pdf.Content)
	one := wordOn(t, file, 1, "one")
	two := wordOn(t, file, 1, "two")
	require.InDelta(t, one.Left.Millimetres(), two.Left.Millimetres(), 0.1)
	require.Greater(t, two.Top, one.Bottom)
}

// TestPercentagesInLines: percentages in a line are of the block's width, also where the line is broken inside an element before its end.
func TestPercentagesInLines(t *testing.T) {
	for _, line := range []string{`<span><b style="margin-left:50%">one two</b><i>threefourfive</i></span>`, `<b style="margin-left:50%">one two</b><i>threefourfive</i>`} {
		pdf := printed(t, `<!doctype html><body style="margin:0"><p style="width:50mm">`+line)
		word := wordOn(t, pdfcheck.Open(t, pdf.Content), 1, "one")
		require.InDelta(t, 35, word.Left.Millimetres(), 0.5, line)
	}
}

// TestBaselineOfTables: what is beside a table, in a cell or in a line, is on the line of its first row, wherever that is on the page. Chrome's
// and wkhtmltopdf's places differ by less.
func TestBaselineOfTables(t *testing.T) {
	for name, html := range map[string]string{
		"in a cell": "<div style='display:table-cell'>word</div><div style='display:table-cell'><table>%</div>",
		"in a line": "word <table style='display:inline-table'>%",
	} {
		t.Run(name, func(t *testing.T) {
			table := "<tr><td>first<tr><td>second</table>"
			pdf := printed(t, "<!doctype html><p style='height:50mm'></p>"+strings.ReplaceAll(html, "%", table))
			page := pdfcheck.Open(t, pdf.Content)
			word := wordOn(t, page, 1, "word")
			first := wordOn(t, page, 1, "first")
			require.InDelta(t, first.Top.Millimetres(), word.Top.Millimetres(), 1)
		})
	}
}

// TestColumnsOfSpannedCells: a column that prefers, as its share of a cell over several columns, less than its least width has that.
func TestColumnsOfSpannedCells(t *testing.T) {
	pdf := printed(t, `<!doctype html><table style="font:14px Liberation Sans">
		<tr><td style="max-width:60px"><td rowspan=2 style="white-space:nowrap">one two six
		<tr><td style="width:10%"><td style="border:2px solid;max-width:60px">two ten
		<tr><td style="border:2px solid;width:50%"><td colspan=2 style="width:200px">`)
	pdfcheck.In(t, pdf.Content, pdfcheck.Text("one two six"), pdfcheck.Text("ten"))
}

// TestSources: an image shows the source of its picture for print, or what its srcset names where it has no other address.
func TestSources(t *testing.T) {
	green := color.RGBA{0, 128, 0, 255}
	drawing := func(colour string) string {
		svg := "<svg xmlns='http://www.w3.org/2000/svg' width='10mm' height='10mm'><path d='M0 0h99v99H0z' fill='" + colour + "'/></svg>"
		return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(svg))
	}
	for _, html := range []string{
		"<picture><source media=print srcset=%green><img src=%red></picture>",
		"<picture><source media=screen srcset=%red><source media='(max-width: 9px)' srcset=%red><img src=%green></picture>",
		"<picture><source type=image/unknown srcset=%red><source type=image/svg+xml srcset='%green 1x, %red 2x'><img src=%red></picture>",
		"<img srcset='%green, %red 2x'>", "<img srcset='%red 2x' src=%green>",
	} {
		t.Run(html, func(t *testing.T) {
			addresses := strings.NewReplacer("%green", drawing("green"), "%red", drawing("red"))
			pdf := printed(t, "<!doctype html><style>body{margin:0}img{display:block}</style>"+addresses.Replace(html))
			const mm = domain.Millimetre
			place := domain.Rect{Left: 10 * mm, Top: 10 * mm, Right: 20 * mm, Bottom: 20 * mm}
			pdfcheck.In(t, pdf.Content, pdfcheck.PaintedAt(1, green, place, 0.7*mm))
		})
	}
}

// TestTallImages: of an image that is taller than the paper, and of the words in its line, nothing is lost.
func TestTallImages(t *testing.T) {
	const (
		foot  = "<path fill='green' d='M0 1900h100v100H0z'/></svg>"
		image = "<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='100' height='2000'>" + foot + "\">"
	)
	for name, html := range map[string]string{
		"in a line": "<p>text</p>word % text", "a block": "<p>text</p><style>img{display:block;margin:auto}</style>%word",
		"a float": "<style>img{float:left}</style>%word", "as wide as the page": "<style>img{width:190mm}</style>%word",
		"a drawing": "word <svg width=100 height=2000>" + foot,
	} {
		t.Run(name, func(t *testing.T) {
			pdf := printed(t, "<!doctype html>"+strings.ReplaceAll(html, "%", image))
			pdfcheck.In(t, pdf.Content, pdfcheck.Text("word"))
			document := pdfcheck.Open(t, pdf.Content)
			pages, err := document.Pages()
			require.NoError(t, err)
			found := 0.0
			for page := range pages {
				if at, err := document.Extent(page+1, color.RGBA{0, 128, 0, 255}); err == nil {
					found = max(found, at.Height().Millimetres())
				}
			}
			require.InDelta(t, 277.0/20, found, 0.6, "a twentieth of the page's height")
		})
	}
}

// TestCentredFromTheRight: boxes and images with automatic margins are in the middle in text from right to left.
func TestCentredFromTheRight(t *testing.T) {
	pdf := printed(t, `<!doctype html><div dir=rtl><div style="width:80mm;margin:0 auto">word</div>
		<svg style="display:block;margin:0 auto" width=100 height=100><path d="M0 0h100v100H0z" fill="green"/></svg></div>`)
	page := pdfcheck.Open(t, pdf.Content)
	word := wordOn(t, page, 1, "word")
	require.InDelta(t, 105+40, word.Right.Millimetres(), 0.5)
	image, err := page.Extent(1, color.RGBA{0, 128, 0, 255})
	require.NoError(t, err)
	require.InDelta(t, 105, (image.Left+image.Right).Millimetres()/2, 0.5)
}

// TestDrawingWithoutWidth: a drawing that says only its proportions, in a line or a block of its own, is as wide as its container.
func TestDrawingWithoutWidth(t *testing.T) {
	for _, display := range []string{"inline", "block", "inline-block"} {
		pdf := printed(t, `<!doctype html><div style="width:80mm"><svg viewBox="0 0 100 50" style="display:`+display+
			`"><path d="M0 0h100v50H0z" fill="green"/></svg></div>`)
		drawing, err := pdfcheck.Open(t, pdf.Content).Extent(1, color.RGBA{0, 128, 0, 255})
		require.NoError(t, err)
		require.InDelta(t, 80, drawing.Width().Millimetres(), 0.5, display)
		require.InDelta(t, 40, drawing.Height().Millimetres(), 0.5, display)
	}
}

// TestMistakesInDrawings: a mistake in a part of a drawing costs at most that part, and neither the rest of it nor the document.
func TestMistakesInDrawings(t *testing.T) {
	for part, want := range map[string]color.RGBA{
		`<rect width="80" height="40" fill="CurrentColor"/>`:                               {A: 255},
		`<rect width="80" height="40" fill-opacity="50%"/>`:                                {G: 63, A: 255},
		`<g fill-opacity="50%"><rect width="80" height="40"/></g>`:                         {G: 63, A: 255},
		`<rect width="80" height="40" opacity="none"/>`:                                    {A: 255},
		`<rect width="80" height="40" x="NaN" ry="1e400" rx="p%"/>`:                        {A: 255},
		`<line x2="80" y2="0" stroke-width="90" stroke="#000" marker-end="url(#no)"/>`:     {A: 255},
		`<path d="M0 0h80v40H0z L1e400 0"/>`:                                               {A: 255},
		`<path d="0"/>`:                                                                    {G: 128, A: 255},
		`<use href=""/>`:                                                                   {G: 128, A: 255},
		`<g opacity=".5"><circle r="80" stroke-miterlimit="p"/></g>`:                       {G: 128, A: 255},
		`<svg viewBox="0 0 1" width="80" height="40"><rect width="80" height="40"/></svg>`: {A: 255},
	} {
		t.Run(part, func(t *testing.T) {
			pdf := printed(t, `<!doctype html><style>body{margin:0}</style><svg width="80mm" height="40mm" viewBox="0 0 80 40">`+
				`<rect width="80" height="40" fill="green"/>`+part+`</svg><p>after it`)
			pdfcheck.In(t, pdf.Content, pdfcheck.Whole(), pdfcheck.Text("after it"), pdfcheck.Painted(1, millimetres(12, 12, 88, 48), want))
		})
	}
	t.Run("whole", func(t *testing.T) {
		pdf := printed(t, `<!doctype html><style>body{margin:0}</style>`+
			`<svg fill="currentcolor" width="80mm" height="40mm" viewBox="0 0 80 40"><rect width="80" height="40"/></svg>`)
		pdfcheck.In(t, pdf.Content, pdfcheck.Painted(1, millimetres(12, 12, 88, 48), color.RGBA{A: 255}))
	})
}

// TestPartsOfSyllables: a glyph that is one letter here and a part of a syllable there is text in both places, in the order of the letters,
// also where a word has several fonts. A mark is read with the letter that it stands over.
func TestPartsOfSyllables(t *testing.T) {
	for html, text := range map[string]string{
		`<p style="font-family:DejaVu Sans">ກາ ກຳ, ຄຳ! one`:         "ກາ ກຳ, ຄຳ! one",
		`<p style="font-family:Liberation Sans">ກາ a(ກຳ) co&shy;op`: "ກາ a(ກຳ) coop",
		`<p style="font-family:DejaVu Sans">a (x̋) b`:               "a (x̋) b",
	} {
		pdfcheck.In(t, printed(t, "<!doctype html>"+html).Content, pdfcheck.Text(text))
	}
}

// TestInvalidAddresses: an address that cannot be parsed, as of a placeholder in brackets, costs what it names and not the document.
func TestInvalidAddresses(t *testing.T) {
	for name, html := range map[string]string{
		"image": `<img src="%">`, "frame": `<iframe src="%"></iframe>`, "link": `<a href="%">x</a>`, "base": `<base href="%"><img src=x>`,
		"style": `<p style="background:url('%')">x`, "drawing": `<svg width=9 height=9><style>@import url('%');</style><use href="%"/></svg>`,
		"paint": `<svg width=9 height=9><rect width=9 height=9 fill="url(%)"/></svg>`, "import": `<style>@import url('%');</style>`,
	} {
		for _, address := range []string{"//[", "http://[logo]/", "http://a]/", "http://[::1", "http://\uff41\u2100b/"} {
			t.Run(name+" "+address, func(t *testing.T) {
				pdf := printed(t, "<!doctype html><p>word"+strings.ReplaceAll(html, "%", address))
				pdfcheck.In(t, pdf.Content, pdfcheck.Text("word"))
				if name == "image" {
					require.Len(t, pdf.Traffic.Failed, 1)
				}
			})
		}
	}
}

// TestSizesOfDrawings: width and height of a drawing are properties, also in percent (SVG 2, 8.2), and style sheets override them.
func TestSizesOfDrawings(t *testing.T) {
	for name, test := range map[string]struct {
		html          string
		width, height domain.Length // in millimetres
	}{
		"as wide as its container":  {`<svg width="100%" height="75.59" viewBox="0 0 9 9" preserveAspectRatio=none>`, 80, 20},
		"with its ratio":            {`<svg width="50%" viewBox="0 0 4 3">`, 40, 30},
		"as high as its container":  {`<div style="height:20mm"><svg width="100%" height="100%" viewBox="0 0 9 9" preserveAspectRatio=none>`, 80, 20},
		"in a style sheet":          {`<style>svg{width:10mm;height:30mm}</style><svg width="100%" height="100%" viewBox="0 0 10 30">`, 10, 30},
		"in pixels":                 {`<svg width=75.59px height=151.18 viewBox="0 0 1 2">`, 20, 40},
		"in other units":            {`<svg width=20mm height=4cm viewBox="0 0 1 2">`, 20, 40},
		"in percent and another":    {`<svg width="100%" height=10mm viewBox="0 0 1 1" preserveAspectRatio=none>`, 80, 10},
		"in percent and millimetre": {`<svg width="50%" height=40mm viewBox="0 0 1 1">`, 40, 40},
	} {
		t.Run(name, func(t *testing.T) {
			pdf := printed(t, "<!doctype html><style>svg{display:block}</style><body style='margin:0;width:80mm'>"+
				test.html+`<rect width="100%" height="100%" fill="#008000" /></svg>`)
			pdfcheck.In(t, pdf.Content, pdfcheck.PaintedAt(1, color.RGBA{G: 0x80, A: 0xff}, millimetres(10, 10, 10+test.width, 10+test.height), domain.Millimetre))
		})
	}
}

// TestAnchorsOfTexts: a text in a drawing is anchored with all of its parts, and lines of it each for itself (SVG 2, 11.8.3).
func TestAnchorsOfTexts(t *testing.T) {
	for anchor, share := range map[string]float64{"start": 0, "middle": 0.5, "end": 1} {
		pdf := printed(t, `<!doctype html><body style=margin:0><svg width=160mm height=40mm viewBox="0 0 160 40" font-family="DejaVu Sans" font-size=5 text-anchor=`+anchor+
			`><text x=80 y=10>page <tspan class=n>3<tspan font-size=8>of</tspan></tspan>12</text><text x=80 y=20>first<tspan x=80 dy=8>second</tspan></text></svg>`)
		file := pdfcheck.Open(t, pdf.Content)
		for first, last := range map[string]string{"page": "12", "first": "first", "second": "second"} {
			left, right := wordOn(t, file, 1, first).Left.Millimetres(), wordOn(t, file, 1, last).Right.Millimetres()
			require.InDelta(t, 90, left+share*(right-left), 0.5, "%s, %s", anchor, first)
		}
	}
}

// TestNumbersOfLists: the numbers of a list begin anew, whatever counters its author resets there.
func TestNumbersOfLists(t *testing.T) {
	for html, want := range map[string]string{
		"<ol><li>a<ol><li>b<li>c</ol><li>d</ol>":                                                                   "1. a 1. b 2. c 2. d",
		"<ol start=5><li>a<li>b</ol><ol><li>c</ol>":                                                                "5. a 6. b 1. c",
		"<ol reversed><li>a<li>b<li>c</ol>":                                                                        "3. a 2. b 1. c",
		"<ol reversed start=10><li>a<li>b</ol><ol reversed><li>c<li value=9>d<li>e</ol>":                           "10. a 9. b 3. c 9. d 8. e",
		"<ol start=-1><li>a<li>b</ol>":                                                                             "-1. a 0. b",
		"<menu style='list-style:decimal'><li>a</menu><menu style='list-style:decimal'><li>b</menu>":               "1. a 1. b",
		"<ol style='counter-reset:list-item 6'><li>a</ol>":                                                         "7. a",
		"<style>li::before{content:'('counter(q)')';counter-increment:q}</style><ol><li>a<li>b</ol><ol><li>c</ol>": "1. (1)a 2. (2)b 1. (1)c",
	} {
		t.Run(html, func(t *testing.T) {
			pdf := printed(t, "<!doctype html><style>ol,menu{counter-reset:q}</style>"+html)
			pdfcheck.In(t, pdf.Content, pdfcheck.Text(want))
		})
	}
}

// TestIndices: indices are as far above and below the line as in browsers: a third and a fifth of the font around them, and a pixel.
func TestIndices(t *testing.T) {
	pdf := printed(t, `<!doctype html><p style="font-size:30mm">line <span style="vertical-align:super">high</span> `+
		`<span style="vertical-align:sub">low</span>`)
	file, tops := pdfcheck.Open(t, pdf.Content), map[string]float64{}
	for _, text := range []string{"line", "high", "low"} {
		word := wordOn(t, file, 1, text)
		tops[text] = word.Top.Millimetres()
	}
	require.InDelta(t, 10.26, tops["line"]-tops["high"], 0.1)
	require.InDelta(t, 6.26, tops["low"]-tops["line"], 0.1)
}

// TestLeaders: the dots of a leader fill its line, also in an inline block, whose lines WeasyPrint lays out twice.
func TestLeaders(t *testing.T) {
	pdf := printed(t, `<!doctype html><style>span::after{content:leader(dotted) "27"}</style>`+
		`<p>x <span style="display:inline-block;width:50mm">Chapter</span></p>`)
	pdfcheck.In(t, pdf.Content, pdfcheck.Text("x Chapter "+strings.Repeat(".", 30)))
}

// TestMarginsAtPageBreaks: the margins at a page break that nobody forces are left out (CSS Fragmentation 3, 5.2). Those after a break that
// the author forces, or that a page of another name does, are not.
func TestMarginsAtPageBreaks(t *testing.T) {
	const tall = `<div style="height:200mm">first</div>`
	for html, top := range map[string]float64{
		tall + `<div style="margin-top:50mm;height:100mm">second</div>`:                                   10,
		`<section style="page:wide">` + tall + `<div style="margin-top:50mm;height:100mm">second</div>`:   10,
		tall + `<div style="margin-top:50mm;break-before:page">second</div>`:                              60,
		tall + `<div style="margin-top:50mm;page:wide">second</div>`:                                      60,
		tall + `<section><div style="margin-top:50mm;height:100mm;break-inside:avoid">second</div>`:       10,
		tall + `<section style="padding:5mm"><div style="margin-top:5mm;break-before:page">second</div>`:  20,
		`<p>zero<div style="break-before:page">` + tall + `<p style="margin-top:50mm;height:99mm">second`: 10,
	} {
		t.Run(html, func(t *testing.T) {
			pdf := printed(t, `<!doctype html><style>body{margin:0;line-height:1}</style>`+html)
			file := pdfcheck.Open(t, pdf.Content)
			number := 2 + strings.Count(html, "zero")
			word := wordOn(t, file, number, "second")
			require.InDelta(t, top, word.Top.Millimetres(), 1)
		})
	}
}

// TestFontsOfDrawings: the shorthand of fonts makes the text of a drawing as wide as that of a paragraph.
func TestFontsOfDrawings(t *testing.T) {
	for name, drawing := range map[string]string{
		"in a style sheet": `<svg><text class=label y=40>drawn</text></svg>`,
		"in a style":       `<svg><text style="font:bold 24px/1 monospace" y=40>drawn</text></svg>`,
		"of a group":       `<svg><g class=label><text y=40>drawn</text></g></svg>`,
		"of the whole":     `<svg class=label font-size=9><text y=40>drawn</text></svg>`,
		"and a longhand":   `<svg><text class=label style="font:9px serif;font:bold 9px monospace;font-size:24px" y=40>drawn</text></svg>`,
	} {
		t.Run(name, func(t *testing.T) {
			pdf := printed(t, "<!doctype html><style>.label{font:bold 24px monospace}</style>"+
				"<p><span class=label>plain</span><p>"+drawing)
			file := pdfcheck.Open(t, pdf.Content)
			plain := wordOn(t, file, 1, "plain")
			drawn := wordOn(t, file, 1, "drawn")
			require.InEpsilon(t, float64(plain.Right-plain.Left), float64(drawn.Right-drawn.Left), 0.01)
		})
	}
}

// TestSizesOfBorders: a box that is as wide as its content is no wider for the padding of a box in it whose width includes that.
func TestSizesOfBorders(t *testing.T) {
	for style, left := range map[string]float64{ // of the text, 10 mm from the left of its box, in millimetres
		"float:right": 80, "position:absolute;right:0": 80, "display:table;margin-left:auto": 80, "display:flex;float:right": 80,
		"float:right;box-sizing:border-box;width:50mm": 70,
	} {
		t.Run(style, func(t *testing.T) {
			html := "<!doctype html><body style='margin:0;width:100mm;position:relative'><div style='" + style + "'>" +
				"<div style='box-sizing:border-box;width:40mm;border:1mm solid;padding:0 9mm'>item</div></div>"
			pdf := printed(t, html)
			item := wordOn(t, pdfcheck.Open(t, pdf.Content), 1, "item")
			require.InDelta(t, left, item.Left.Millimetres(), 0.5)
		})
	}
}
