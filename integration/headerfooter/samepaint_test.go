package headerfooter_test

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/ports/pdfcheck"
)

// asInABody are headers as the parts of an HTML document: what is in the head, and what is in the body. $ is the page's number.
var asInABody = map[string][2]string{
	"gradients of a drawing program": {"", `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40" viewBox="0 0 200 40"><defs>
		<style>.cls-1{fill:url(#linear-gradient);}.cls-2{fill:url(#linear-gradient-2);}</style><linearGradient id="linear-gradient" x1="0" x2="90"
		gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#000"/><stop offset="1" stop-color="#400"/></linearGradient><linearGradient
		id="linear-gradient-2" x1="100" x2="200" xlink:href="#linear-gradient"/></defs><rect class="cls-1" width="90" height="40"/><rect class="cls-2"
		x="100" width="90" height="40"/></svg>`},
	"masks and clip paths": {"", `<svg width="200" height="40"><style>.m{mask:url(#mk)} .k{clip-path:url(#cp)}</style><defs><mask id="mk"><rect
		width="50" height="40" fill="#fff"/></mask><clipPath id="cp"><rect width="150" height="40"/></clipPath></defs><rect class="m" width="90"
		height="40"/><g mask="url(#mk)"></g><rect class="k" clip-path="url(#cp)" x="100" width="90" height="40"/></svg>`},
	"a clip path in a style attribute, quoted and escaped": {"", `<svg width=200 height=40><clipPath id="c p"><circle cx=20 cy=20 r=20 /></clipPath>
		<rect style="clip-path:url('#c\20 p');fill:#006" width=90 height=40 /><rect fill="&#117;rl(&quot;#c p&quot;)" style="clip-path:url(#c\ p)" width=30 height=20 /></svg>`},
	"a gradient with a linked sheet, hidden on the first page": {`<link rel=stylesheet href='data:text/css,p{color:red}'><style>.platen-first svg{display:none}
		svg{display:block}</style>`, `<p style="margin:0;font:9pt 'DejaVu Sans'">t</p><svg width="200" height="40"><defs><linearGradient id="g"><stop offset="0" stop-color="#000"/>
		<stop offset="1" stop-color="#300"/></linearGradient></defs><rect fill="url(#g)" width="190" height="40"/></svg>`},
	"a gradient with other colours on left pages": {`<style>.logo{fill:url(#g)} #g stop{stop-color:#060} .platen-left #g stop{stop-color:#a00}</style>`,
		`<svg width=200 height=40><linearGradient id=g><stop></stop></linearGradient><rect class=logo width=190 height=40></rect></svg>`},
	"a number that is used":           {`<style>#n{fill:#111;font:20px 'DejaVu Sans'}</style>`, `<svg width=80 height=40><defs><text id=n y=25 class=pageNumber>$</text></defs><use href="#n" xlink:href="#n"></use></svg>`},
	"a counter in a custom property":  {`<style>b{font:9pt 'DejaVu Sans'}b::after{content:var(--n)}</style>`, `<b style="--n:counter(page)"></b>`},
	"a part of a class":               {`<style>p{margin:0;font:9pt 'DejaVu Sans'}[class~="platen-left"] p{color:red}</style>`, `<p>red on left pages</p>`},
	"the body after the head":         {`<style>head + body{color:#00a}html > body{font:9pt 'DejaVu Sans'}b\6f dy b{color:#a00}</style>`, `two <b>colours</b>`},
	"nested counters":                 {`<style>body{font:9pt 'DejaVu Sans'}li{counter-increment:item;float:left;list-style:none;margin:0 3mm}ul{counter-reset:item;margin:0;padding:0}li::before{content:counters(item, ".") " "}</style>`, `<ul><li>a<li>b<ul><li>c<li>d</ul></ul>`},
	"sizes of the root and variables": {`<style>:root{font-size:24px;--c:#090}p{margin:0;font:.5rem 'DejaVu Sans';color:var(--c)}html p b{color:#900}</style>`, `<p>text <b>bold</b></p>`},
	"the box of the root":             {`<style>html{border:1mm solid #006;padding:2mm;max-width:100mm;font-size:20px}p{margin:0;font:.5rem 'DejaVu Sans'}</style>`, `<p>text in a frame</p>`},
	"as wide as the viewport": {`<style>div{width:100vw;height:5mm;background:#006}p{margin:0 0 0 10vw;font:9pt 'DejaVu Sans'}
		@media(min-width:750px){p{background:#900}}</style>`, `<div></div><p>text</p>`},
	"as wide as a container": {`<style>i{display:block;width:50cqw;max-width:120mm;height:3mm;background:#006}div{container-type:inline-size;width:60mm}</style>`,
		`<i></i><div><i></i></div>`},
	"text in perspective":           {"", `<p style="margin:0;height:10mm;font:20px 'DejaVu Sans'"><b style="display:inline-block;transform:perspective(200px) rotateX(40deg)">turned</b></p>`},
	"NUL":                           {"", "<p style=\"margin:0;font:9pt 'DejaVu Sans'\">pad\x00ded\x00\x00</p>"},
	"a line before the body":        {`<style>html{font:12px 'DejaVu Sans'}html::before{content:"before";background:#cc0}</style>`, `<p>text</p>`},
	"a pale root":                   {`<style>html{opacity:.8;font:12px 'DejaVu Sans'}</style>`, `<p style="margin:0">text</p>`},
	"a sheet between paragraphs":    {`<style>p{margin:0;font:9pt 'DejaVu Sans'}</style>`, `<p>a</p><style>style + p{color:#a00}p + p{color:#00a}</style><p>red</p>`},
	"all text smaller":              {`<style>*{font-size:94%}</style>`, `<p style="margin:0">text <b>bold</b></p>`},
	"a group of controls":           {"", `<input type=radio name=r><input type=radio name=r checked><input type=radio name=r>`},
	"what the body hides of itself": {`<style>body{height:5mm;overflow:hidden}</style>`, `<div style="width:20mm;height:15mm;background:#060"></div>`},
	"positions":                     {`<style>body{height:12mm;position:relative}</style>`, `<div style="position:absolute;left:5mm;bottom:0;width:20mm;height:5mm;background:#060"></div>`},
}

// TestSameAsInABody: a header paints what the same HTML paints as a document of its own, on each page. As a document, it has the page's
// number and classes, and margins that put it where a header is. The paper is low, since pictures of it are compared.
func TestSameAsInABody(t *testing.T) {
	t.Parallel()
	const pages = 3
	blank := strings.Repeat(`<div style="height:1mm;page-break-after:always"></div>`, pages-1) + `<div style="height:1mm"></div>`
	for engine, service := range services(t) {
		for name, parts := range asInABody {
			t.Run(engine+"/"+name, func(t *testing.T) {
				t.Parallel()
				header := "<!DOCTYPE html><html><head>" + parts[0] + "</head><body>" + strings.ReplaceAll(parts[1], "$", "") + "</body></html>"
				got := pdfcheck.Open(t, service.PDF(t, request{HTML: blank, CSS: "@page{size:210mm 100mm;margin:40mm 10mm}", Header: header}.body(t)).Body)
				for page := 1; page <= pages; page++ {
					classes := []string{"platen-right platen-first", "platen-left", "platen-right platen-last"}[page-1]
					alone := fmt.Sprintf(`<!DOCTYPE html><html><head><style>@page{size:210mm 100mm;margin:5mm 10mm}body{margin:0}html{counter-reset:page %d pages %d}</style>%s</head><body class="%s">%s</body></html>`,
						page, pages, parts[0], classes, strings.ReplaceAll(parts[1], "$", fmt.Sprint(page)))
					want := pdfcheck.Open(t, service.PDF(t, request{HTML: alone}.body(t)).Body)
					checkSamePaint(t, got, page, want)
				}
			})
		}
	}
}

// TestZoomOfTheRoot: it makes a header smaller, as many do that print on larger paper otherwise.
func TestZoomOfTheRoot(t *testing.T) {
	t.Parallel()
	for engine, service := range services(t) {
		if !does(t, engine, "zoom") {
			continue
		}
		header := func(style string) *pdfcheck.File {
			r := request{HTML: "x", CSS: "@page{size:210mm 100mm;margin:40mm 10mm}", Header: "<style>p{margin:0;font-family:'DejaVu Sans'}" + style + "</style><p>small text</p>"}
			return pdfcheck.Open(t, service.PDF(t, r.body(t)).Body)
		}
		checkSamePaint(t, header(":root{zoom:.5}p{font-size:20px}"), 1, header("p{font-size:10px}"))
	}
}

// checkSamePaint compares the upper 35 mm of a page with those of the first page of another file. They are painted up to a millimetre
// apart, by a part of a pixel.
func checkSamePaint(t *testing.T, got *pdfcheck.File, page int, want *pdfcheck.File) {
	t.Helper()
	a, err := got.Picture(page)
	require.NoError(t, err)
	b, err := want.Picture(1)
	require.NoError(t, err)
	inkA, inkB := inkAbove(a), inkAbove(b)
	if inkB.Empty() { // as controls on an engine that does not paint them
		require.True(t, inkA.Empty(), "page %d paints in %v; alone it paints nothing", page, inkA)
		return
	}
	by := inkB.Min.Sub(inkA.Min)
	const millimetre = 6
	require.True(t, by.In(image.Rect(-millimetre, -millimetre, millimetre+1, millimetre+1)), "page %d paints in %v; alone it paints in %v", page, inkA, inkB)
	for y := inkA.Min.Y - 1; y <= inkA.Max.Y; y++ {
		for x := inkA.Min.X - 1; x <= inkA.Max.X; x++ {
			in := image.Pt(x, y).Add(by)
			if !isNear(a.At(x, y), b, in) || !isNear(b.At(in.X, in.Y), a, image.Pt(x, y)) {
				require.Fail(t, "painted otherwise", "page %d paints %v at %d, %d; alone it paints %v", page, a.At(x, y), x, y, b.At(in.X, in.Y))
			}
		}
	}
	require.InDelta(t, inkA.Dx(), inkB.Dx(), 2)
	require.InDelta(t, inkA.Dy(), inkB.Dy(), 2)
}

// inkAbove is the box around what the upper 35 mm of a page paint.
func inkAbove(picture *pdfcheck.Picture) (found image.Rectangle) {
	for y := range picture.Bounds().Dy() * 35 / 100 {
		if picture.Blank(y) {
			continue
		}
		for x := range picture.Bounds().Dx() {
			if c := picture.At(x, y); min(c.R, c.G, c.B) < 0x80 {
				found = found.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return found
}

// isNear reports whether a colour lies between those of a picture at a place and beside it, but for a shade.
func isNear(colour color.RGBA, in *pdfcheck.Picture, at image.Point) bool {
	const shade = 0x50
	least, most := [3]uint8{0xff, 0xff, 0xff}, [3]uint8{}
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			c := in.At(at.X+dx, at.Y+dy)
			for i, v := range []uint8{c.R, c.G, c.B} {
				least[i], most[i] = min(least[i], v), max(most[i], v)
			}
		}
	}
	for i, v := range []uint8{colour.R, colour.G, colour.B} {
		if int(v) < int(least[i])-shade || int(v) > int(most[i])+shade {
			return false
		}
	}
	return true
}
