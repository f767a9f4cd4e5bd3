package wkhtmltopdf_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// An anchor changes nothing of what is seen, selectors that count elements included.
func TestMarksAreNotSeen(t *testing.T) {
	engine := start(t)
	const style = `<!DOCTYPE html><style>a{padding:9px;border:9px solid red;float:right;display:block}h1 :first-letter{color:red}` +
		`section>h2:first-child,li:first-child,div>span:only-child{background:#008000}tr:nth-child(even) td{background:#ddd}` +
		`h2:first-of-type{color:red}p>b:last-child{color:blue}*+h2{padding:5mm}td:first-child:last-child{border:1mm solid}</style>`
	const body = `<h1 id=one>One</h1><p id=para>text <b id=two>two</b></p><ul id=list><li id=three>three<li>four</ul>` +
		`<table border=1 id=table><tr><td>a<tr id=four><td>four</table><section id=section><h2>h</h2></section><div id=div><span>x</span></div><img id=five alt=five>`
	without := strings.ReplaceAll(body, "id=", "data-id=")
	var refers strings.Builder
	for _, id := range []string{"one", "para", "two", "list", "three", "table", "four", "section", "div", "five"} {
		refers.WriteString(`<a style="display:none" href="#` + id + `"></a>`)
	}
	a := pdfcheck.Open(t, render(t, engine, jobOf(style+body+refers.String())).Content)
	b := pdfcheck.Open(t, render(t, engine, jobOf(style+without+refers.String())).Content)
	got, err := a.Picture(1)
	require.NoError(t, err)
	want, err := b.Picture(1)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// Nothing on the disk comes into a document, however it is named.
func TestLocalFiles(t *testing.T) {
	engine := start(t)
	folder := t.TempDir()
	for name, content := range map[string]string{
		"s.svg":  `<svg xmlns="http://www.w3.org/2000/svg" width="99" height="20"><text y="15">SECRET</text><rect width="9" height="9" fill="#008000"/></svg>`,
		"s.css":  `body::before{content:"SECRET"}`,
		"s.html": `<p>SECRET`,
		"s.txt":  `SECRET`,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o644))
	}
	printed := func(t *testing.T, forms ...string) {
		html := "<!DOCTYPE html><p>here</p>"
		for _, form := range forms {
			address := func(name string) string { return strings.ReplaceAll(form, "@", folder+"/"+name) }
			html += `<link rel=stylesheet href="` + address("s.css") + `"><style>@import "` + address("s.css") + `";</style>` +
				`<iframe src="` + address("s.html") + `"></iframe><iframe src="` + address("s.txt") + `"></iframe><object data="` + address("s.txt") + `"></object>` +
				`<embed src="` + address("s.svg") + `"><img src="` + address("s.svg") + `"><input type=image src="` + address("s.svg") + `">` +
				`<div style="width:50mm;height:9mm;background:url('` + address("s.svg") + `')"></div><svg><image xlink:href="` + address("s.svg") + `" width="99" height="20"/></svg>` +
				`<iframe srcdoc="<meta http-equiv=refresh content='0;url=` + address("s.html") + `'>"></iframe>`
		}
		for _, base := range []string{"", `<base href="file:///">`, `<base href="http://127.0.0.1:9/">`} {
			pdf := render(t, engine, jobOf(base+html)).Content
			pages, err := pdfcheck.Open(t, pdf).Pages()
			require.NoError(t, err)
			checks := []pdfcheck.Check{pdfcheck.Text("here"), pdfcheck.NoText("SECRET")}
			for page := range pages {
				checks = append(checks, pdfcheck.Unpainted(page+1, green))
			}
			pdfcheck.In(t, pdf, checks...)
		}
	}
	forms := []string{
		"file://@", "FILE://@", "file:@", "@", "file://localhost@", "file:///proc/self/root@", "f%69le://@", " file://@", "view-source:file://@",
		"qrc:@", "qrc://@", "blob:file://@", "jar:file://@!/", "feed:file://@", "ftp://@", "//localhost@", `\\@`, "file:///proc/self/cwd/../../..@",
	}
	if t.Run("all", func(t *testing.T) { printed(t, forms...) }) {
		return
	}
	for _, form := range forms { // those that let something in
		t.Run(form, func(t *testing.T) { printed(t, form) })
	}
}

// An SVG document in a frame would empty the whole page.
func TestSVGInFramesIsPrinted(t *testing.T) {
	engine := start(t)
	const svg = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='200' height='200'><rect width='200' height='200' fill='green'/></svg>`
	for _, frame := range []string{
		`<object type="image/svg+xml" data="` + svg + `"></object>`, `<embed src="` + svg + `">`,
		`<iframe width=200 height=200 frameborder=0 src="` + svg + `"></iframe>`,
	} {
		pdf := render(t, engine, jobOf("<!DOCTYPE html><body style=margin:0>"+frame+"<p>here</p>")).Content
		pdfcheck.In(t, pdf, pdfcheck.Text("here"), pdfcheck.PaintedAt(1, green,
			domain.Rect{Left: 10 * mm, Top: 10 * mm, Right: 10*mm + 200*domain.Pixel, Bottom: 10*mm + 200*domain.Pixel}, 1*mm))
	}
}

// What the zoom would break is mended: text in SVG, form controls, filtered elements.
func TestZoomIsNotSeen(t *testing.T) {
	engine := start(t)
	for _, tt := range []struct {
		name, html string
		pixels     float64 // of the font
	}{
		{"SVG inherits its font size", `<svg width=200 height=40><text y=20>Here</text></svg>`, 12},
		{"SVG in em", `<svg width=200 height=40 style="font-size:10px"><text y=20 style="font-size:1.2em">Here</text></svg>`, 12},
		{"SVG as large as letters", `<svg style="width:10em;height:2em" viewBox="0 0 120 24"><text y=20 style="font-size:12px">Here</text></svg>`, 12},
		{"form control", `<input value="Here" style="font:12px/1 'Liberation Sans'">`, 12},
		{"form control as it is", `<input value="Here">`, 13.3333},
		{"text area as it is", `<textarea>Here</textarea>`, 13.3333},
		{"filtered", `<p style="-webkit-filter:grayscale(1);filter:grayscale(1)">Here</p>`, 12},
		{"frame", `<iframe srcdoc="<p style='font:12px Liberation Sans'>Here"></iframe>`, 12},
		{"rem", `<style>html{font-size:10px}</style><p style="font-size:1.2rem">Here</p>`, 12},
		{"author's zoom", `<style>html{zoom:3}</style><p>Here</p>`, 12},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w, err := pdfcheck.Open(t, render(t, engine, jobOf(`<!DOCTYPE html><style>body{font:12px "Liberation Sans"}</style>`+tt.html)).Content).Word(1, "Here")
			require.NoError(t, err)
			// H, e, r, e in Liberation Sans: 722, 556, 333, 556 thousandths of an em.
			require.InEpsilon(t, 2.167*tt.pixels, w.Width().Pixels(), 0.02)
		})
	}
}

// What boxes would show on a screen alone is not printed: bars to scroll with, and a closed dialog.
func TestScreenOnly(t *testing.T) {
	f := pdfcheck.Open(t, render(t, start(t), jobOf(`<!DOCTYPE html><style>body{margin:0}div{overflow:scroll;width:50mm}p{margin:0;height:30mm;background:#008000}</style>`+
		`<div><p></p></div><dialog>closed</dialog><dialog open>open</dialog>`)).Content)
	require.NoError(t, pdfcheck.PaintedAt(1, green, domain.Rect{Left: 10 * mm, Top: 10 * mm, Right: 60 * mm, Bottom: 40 * mm}, 0.5*mm)(f))
	require.NoError(t, pdfcheck.All(pdfcheck.Text("open"), pdfcheck.NoText("closed"))(f))
}

// Text from right to left stands on its line, within its box, word beside word.
func TestTextFromRightToLeft(t *testing.T) {
	engine := start(t)
	const arabic, hebrew = "مديرة تسويق بخبرة 7 سنوات في التسويق abc الرقمي 1,234.50 وإدارة الفرق 30%.", "שלום עולם 2026 זה abc def מבחן של שורה ארוכה."
	for name, html := range map[string]string{
		"Arabic":      `<p dir=rtl>` + arabic,
		"Hebrew":      `<p dir=rtl>` + hebrew,
		"left aside":  `<p>Latin then ` + arabic + ` then Latin`,
		"many lines":  `<div dir=rtl style="width:60mm">` + strings.Repeat(arabic+" ", 3) + `</div>`,
		"table cells": `<table dir=rtl border=1><tr><td>` + arabic + `<td>` + hebrew + `</table>`,
	} {
		t.Run(name, func(t *testing.T) {
			pdf := render(t, engine, jobOf(`<!DOCTYPE html><style>body{font:14px "DejaVu Sans"}</style>`+html)).Content
			f := pdfcheck.Open(t, pdf)
			require.NoError(t, pdfcheck.WordsWithin(1, domain.Rect{Left: 10 * mm, Top: 10 * mm, Right: 200 * mm, Bottom: 287 * mm})(f))
			words, err := f.Words(1)
			require.NoError(t, err)
			for i, a := range words {
				for _, b := range words[i+1:] {
					wide, high := min(a.Right, b.Right)-max(a.Left, b.Left), min(a.Bottom, b.Bottom)-max(a.Top, b.Top)
					require.False(t, wide > 2 && high > 5, "%q at %v lies upon %q at %v", a.Text, a.Rect, b.Text, b.Rect)
				}
			}
		})
	}
}

// Digits beside Latin letters are text in the fonts for Chinese, Japanese and Korean too, also where the author asks for kerning.
func TestDigitsOfEastAsianFontsAreText(t *testing.T) {
	engine := start(t)
	for name, html := range map[string]string{
		"as it is": `<p>第HT-2026-117号`, "author's kerning": `<p style="text-rendering:optimizeLegibility">第HT-2026-117号`,
		"Korean": `<p>계약HT-2026-117호`, "Japanese": `<p>カタHT-2026-117ログ`,
	} {
		t.Run(name, func(t *testing.T) {
			pdf := render(t, engine, jobOf(`<!DOCTYPE html><style>body{font:14px "Noto Sans CJK JP"}</style>`+html)).Content
			pdfcheck.In(t, pdf, pdfcheck.Text("HT-2026-117"))
		})
	}
}

// An emoji that only a font of coloured bitmaps has is as wide in the second document of a process as in the first.
func TestMissingEmojiHaveOneWidth(t *testing.T) {
	engine := start(t)
	var lefts [2]domain.Length
	for i := range lefts {
		lefts[i] = wordsOn(t, pdfcheck.Open(t, render(t, engine, jobOf(`<p>a 🇩🇪 b`)).Content), 1)["b"].Left
	}
	require.Equal(t, lefts[0], lefts[1])
}

// What package polyfill takes for markup is markup to the engine.
func TestWhatIsMarkup(t *testing.T) {
	pdf := render(t, start(t), jobOf("<noscript><b>one</b></noscript><noembed><b>two</b></noembed>"+
		"<noframes>three</noframes><iframe>four</iframe><svg><style/></svg><svg><title/></svg>five<xmp><b>six</xmp>")).Content
	pdfcheck.In(t, pdf, pdfcheck.Text("one", "two", "five", "<b>six"), pdfcheck.NoText("<b>one", "three", "four"))
}

// TestLongRefusedAddress: a resource with a long address that the engine refuses is counted.
func TestLongRefusedAddress(t *testing.T) {
	address := "unheardof://nowhere/" + strings.Repeat("x", 5000)
	failed := render(t, start(t), jobOf(`<img src="`+address+`">`)).Traffic.Failed
	require.Len(t, failed, 1)
	require.True(t, strings.HasPrefix(failed[0].URL, address[:100]))
}
