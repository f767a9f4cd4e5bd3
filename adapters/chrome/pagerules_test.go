package chrome_test

import (
	"image/color"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/chrome"
	"platen/domain"
	"platen/domain/htmldoc"
	"platen/domain/page"
	"platen/ports/pdfcheck"
)

// pageRules are documents, or style sheets. A specimen must tell the margins of their pages.
var pageRules = []string{
	// Cascade layers.
	"@layer a,b;@layer b{@page{margin:20mm}}@layer a{@page{margin:30mm}}",
	"@layer a{@page{margin:20mm}}@layer b{@page{margin:30mm}}",
	"@layer b,a;@layer a{@page{margin:20mm!important}}@layer b{@page{margin:30mm!important}}",
	"@layer a{@page{margin:20mm!important}}@page{margin:30mm!important}",
	"@layer a{@page{margin:20mm}@layer b{@page{margin:30mm}}}",
	"@layer a.c,a.b;@layer a.c{@page{margin:20mm}}@layer a.b{@page{margin:30mm}}",
	"@layer{@page{margin:20mm}}@layer{@page{margin:30mm}}",
	"@layer a{@page :first{margin:20mm}}@page{margin:30mm}",
	"@media screen{@layer a;}@layer b,a;@layer a{@page{margin:20mm}}@layer b{@page{margin:30mm}}",
	"@layer a,,b;@layer a b;@layer b,a;@layer a{@page{margin:20mm}}@layer b{@page{margin:30mm}}",
	"@layer a,b{@page{margin:20mm}}",
	"@layer a.{@page{margin:20mm}}",
	`@layer y,x;@import url("data:text/css,@page{margin:20mm}") layer(x);@layer y{@page{margin:30mm}}`,
	`@import url("data:text/css,@page{margin:20mm}") layer(x.y);@import url("data:text/css,@page{margin:30mm}") layer(x);`,
	`@import url("data:text/css,@layer b,a;@layer a{@page{margin:20mm}}") layer(q);@layer q.b{@page{margin:30mm}}`,
	// Style sheets.
	"<style>@layer b;</style><style>@layer a{@page{margin:20mm}}@layer b{@page{margin:30mm}}</style>",
	"<style>@page{margin:30mm}</style><style>@layer a{@page{margin:20mm}}</style>",
	"<style>@page :first{margin:20mm}</style><style>@page{margin:30mm}</style>",
	"<style>@page{margin:30mm!important}</style><style>@page :first{margin:20mm!important}</style>",
	"<style>@page{margin:20mm!important}</style><style>@page :first{margin:30mm}</style>",
	`@import url("data:text/css,@page :first{margin:20mm}");@page{margin:30mm}`,
	`@namespace a url(x);@import "data:text/css,@page{margin:20mm}";`,
	"@page :first{margin-left:20mm}@page :right{margin-left:30mm!important}",
	// Font sizes of the root element and of the page.
	"html{font-size:62.5%}@page{margin:3rem 4em}",
	"html{font-size:62.5%}@page{margin:calc(1rem + 1em)}",
	"html{font:bold 32px/2 serif}@page{margin:1rem 1em}",
	"html{font:32px serif;font-size:24px}@page{margin:1rem 1em}",
	"html{font-size:24px}html{font:32px serif}@page{margin:1rem 1em}",
	"html{font-size:large}@page{margin:3rem}",
	"html{font-size:larger}@page{margin:3rem}",
	"html{font-size:calc(10px + 1em)}@page{margin:2rem}",
	"html{font-size:var(--s)}:root{--s:30px}@page{margin:2rem}",
	"html{font-size:2vw}@page{margin:3rem}",
	"html{font-size:30px!important}:root{font-size:10px}@page{margin:2rem}",
	"body{font-size:30px}@page{margin:2rem}",
	"html{font-family:monospace}@page{margin:5rem}",
	"html{font-family:monospace,monospace}@page{margin:5rem}",
	"html{font-family:monospace;font-size:20px}@page{margin:3rem}",
	`<html style="font-size:30px"><style>html{font-size:10px}@page{margin:2rem 2em}</style>`,
	`<html class="a b"><style>.b{font-size:30px}html{font-size:10px}@page{margin:2rem}</style>`,
	"@page{font-size:30px;margin:2rem 2em}",
	"html{font-size:20px}@page{font-size:2em;margin:1rem 1em}",
	"html{font-size:20px}@page{font:200% serif;margin:1rem 1em}",
	"@page :first{font-size:30px}@page{margin:2em}",
	"html{font-size:30px}:root{--m:2em}@page{margin:var(--m)}",
	"html{font-size:30px}@page{size:20rem 30em;margin:1em}",
	"html{font-size:8px}@media (min-width:50em){@page{margin:20mm}}",
	"html{font-size:nonsense}@page{margin:2rem}",
	"html{font-size:-3px}@page{margin:2rem}",
	// Custom properties of the root element.
	`<html style="--m:30mm"><style>@page{margin:var(--m)}</style>`,
	`<html style="--m:30mm"><style>:root{--m:20mm}@page{margin:var(--m)}</style>`,
	`<html style="--m:30mm"><style>:root{--m:20mm!important}@page{margin:var(--m)}</style>`,
	`<html style="--m:30mm!important"><style>:root{--m:20mm!important}@page{margin:var(--m)}</style>`,
	`<html style="--m:30mm;}--m:20mm"><style>@page{margin:var(--m)}</style>`,
	`<style>@page{margin:var(--m,20mm)}</style><html style="--m:30mm">`,
	`<body style="--m:30mm"><style>@page{margin:var(--m,20mm)}</style>`,
	":root{--m:30mm}html{--m:20mm}@page{margin:var(--m)}",
	"html{--m:30mm}*{--m:20mm}@page{margin:var(--m)}",
	"html:root{--m:30mm}:root{--m:20mm}@page{margin:var(--m)}",
	`<html class="x" id=y><style>.x{--m:30mm}@page{margin:var(--m,20mm)}</style>`,
	`<html class="x" id=y><style>#y{--m:30mm}.x.x{--m:20mm}@page{margin:var(--m)}</style>`,
	`<html class="x" id=y><style>.y{--m:30mm}#x{--m:30mm}@page{margin:var(--m,20mm)}</style>`,
	`<html lang=de-AT data-theme="Wide"><style>:lang(de){--m:30mm}@page{margin:var(--m,20mm)}</style>`,
	`<html lang=de-AT data-theme="Wide"><style>[data-theme=wide i]{--m:30mm}@page{margin:var(--m,20mm)}</style>`,
	`<html lang=de-AT data-theme="Wide"><style>[data-theme="wide"]{--m:30mm}@page{margin:var(--m,20mm)}</style>`,
	`<html lang=de-AT data-theme="Wide"><style>[lang|=de][data-theme^=W]:root{--m:30mm}@page{margin:var(--m,20mm)}</style>`,
	":where(:root){--m:20mm}*{--m:30mm}@page{margin:var(--m)}",
	":is(:root,#x){--m:30mm}html:root{--m:20mm}@page{margin:var(--m)}",
	":is(:root,:nonsense){--m:30mm}@page{margin:var(--m,20mm)}",
	":root,:nonsense{--m:30mm}@page{margin:var(--m,20mm)}",
	":root,:host{--m:30mm}@page{margin:var(--m,20mm)}",
	"html:not(.dark){--m:30mm}@page{margin:var(--m,20mm)}",
	":not(html){--m:30mm}@page{margin:var(--m,20mm)}",
	"html body,html > p,* + html,:root::before{--m:30mm}@page{margin:var(--m,20mm)}",
	":first-child{--m:30mm}@page{margin:var(--m,20mm)}",
	"@layer a,b;@layer b{:root{--m:20mm}}@layer a{:root{--m:30mm}}@page{margin:var(--m)}",
	"@layer a{:root{--m:20mm!important}}:root{--m:30mm!important}@page{margin:var(--m)}",
	"@layer a{:root{--m:20mm}}*{--m:30mm}@page{margin:var(--m)}",
	":root{--m:30mm;&{--m:20mm}}@page{margin:var(--m)}",
	"html{&:root{--m:20mm}--m:30mm}@page{margin:var(--m)}",
	"html{--m:30mm;& p,p &{--m:20mm}}@page{margin:var(--m)}",
	":root{@media print{--m:20mm}@media screen{--m:30mm}}@page{margin:var(--m)}",
	":root{@media print{&{--m:20mm}}}@page{margin:var(--m)}",
	":root{--m:initial}@page{margin:var(--m,30mm)}",
	":root{--m:30mm;--m:inherit}@page{margin:var(--m,20mm)}",
	":root{--m:;}@page{margin:20mm var(--m)}",
	":root{--m:var(--m)}@page{margin:var(--m)}",
	":root{--m:var(--m)}@page{margin:var(--m,30mm)}",
	":root{--m:var(--n);--n:var(--o,30mm)}@page{margin:var(--m)}",
	"p{--m:30mm}@page{margin:20mm}@page{margin:var(--m)}",
	":root{--m:20mm 30mm}@page{margin:25mm}@page{margin-left:var(--m)}",
	":root{--m:red}@page{margin:25mm}@page{margin:var(--m)}",
	"html{--M:30mm}@page{margin:var(--m,20mm)}",
	"@property --m{syntax:'<length>';inherits:true;initial-value:30mm}@page{margin:var(--m,20mm)}",
	"@property --m{syntax:'<length>';inherits:true;initial-value:30mm}*{--m:20mm}@page{margin:var(--m)}",
	// Text from right to left.
	"<html dir=rtl><style>@page :left{margin-left:20mm}@page :right{margin-left:30mm}</style>",
	"html{direction:rtl}@page :left{margin-left:20mm}@page :right{margin-left:30mm}",
	"<body dir=rtl><style>@page :left{margin-left:20mm}@page :right{margin-left:30mm}</style>",
	"<html dir=rtl><style>html{direction:ltr}@page :left{margin-left:20mm}@page :right{margin-left:30mm}</style>",
	"<html dir=rtl><style>@page{margin-inline:20mm 30mm}</style>",
	"<html dir=rtl><style>@page{margin-inline-start:20mm}</style>",
	// Border and padding of the page.
	"@page{margin:20mm;padding:10mm}",
	"@page{margin:20mm 10mm;padding:5% 10%}",
	"@page{margin:20mm;padding-left:1mm;padding:10mm 5mm;padding-inline-end:0}",
	"@page{margin:20mm;padding:-5mm;padding:auto}",
	"@page{margin:20mm;padding:200mm}",
	"@page{margin:-10mm;padding:20mm}",
	"@page{padding:10mm}@page :first{padding-top:20mm}",
	"@page{margin:20mm;border:5mm solid #0f0}",
	"@page{margin:20mm;border-width:5mm}",
	"@page{margin:20mm;border:thick double}",
	"@page{margin:20mm;border:5mm hidden}",
	"@page{margin:20mm;border:rgb(1,2,3) dotted 5mm}",
	"@page{margin:20mm;border-color:red;border-width:5mm 0 1mm;border-style:solid dashed}",
	"@page{margin:20mm;border-left:5mm solid;border-left-width:10mm;padding-right:7mm}",
	"@page{margin:20mm;border:5mm solid;border-block:none}",
	"@page{margin:20mm;border:10% solid}",
	"@page{margin:20mm;padding:5mm;border:5mm solid;all:initial}",
	"<html dir=rtl><style>@page{margin:20mm;padding-inline:10mm 5mm;border-inline-start:5mm solid}</style>",
	// Zoom of the root element.
	"html{zoom:1.5}@page{margin:20mm}",
	"html{zoom:1.5}",
	"html{zoom:80%}@page{margin:20mm 30px 2cm 5em}",
	"html{zoom:1.5}@page{margin:10% calc(5% + 10mm)}",
	"html{zoom:1.5}@page{margin:5vw}",
	"html{zoom:1.5;font-size:20px}@page{margin:1rem 2em}",
	"html{zoom:1.5}@page{size:100mm 150mm;margin:10mm}",
	"html{zoom:1.5}@page{size:30em 40em;margin:1em}",
	"html{zoom:1.5}@page{margin:0;padding:10mm 2em 5%;border-top:5mm solid}",
	"html{zoom:1.5}@page{margin:150mm}",
	"html{zoom:calc(1 + .5)}@page{margin:20mm}",
	"html{zoom:var(--z)}:root{--z:1.5}@page{margin:20mm;zoom:3}",
	"html{zoom:2;zoom:0;zoom:-1;zoom:normal}@page{margin:20mm}",
	"@media screen{html{zoom:2}}@page{margin:20mm}",
	"body{zoom:1}p{zoom:2}@page{margin:20mm}",
	`<html style="zoom:1.5"><style>html{zoom:3}@page{margin:20mm}</style>`,
	// Functions and keywords.
	"@page{margin:round(23mm,10mm) round(up,13mm,10mm) round(down,33mm,10mm) round(to-zero,23mm,10mm)}",
	"@page{margin:round(nearest,26mm,10mm)}",
	"@page{margin:calc(pow(2,3)*1mm) calc(1mm*hypot(12,16)) calc(1mm*abs(-20)) calc(atan2(1,1)*1mm/45deg + 20mm)}",
	"@page{margin:calc(asin(1)*20mm/90deg) calc(acos(0)*20mm/90deg) calc(atan(1)*20mm/45deg) 20mm}",
	"@page{margin:min(20mm,30mm) max(20mm,30mm) clamp(5mm,20mm,30mm) calc(100% - 180mm)}",
	"@page{margin:20MM 2E1mm .2e2mm +20mm}",
	"@page{margin:env(safe-area-inset-left,20mm) env(nope,20mm) env(nope,env(nope,30mm)) 20mm}",
	"@page{margin:20mm env(nope)}",
	"@page{margin:20mm;all:initial}",
	"@page{margin:20mm;all:unset}",
	"@page{margin:20mm;all:revert}",
	"@page{all:initial;margin:20mm}",
}

// TestSpecimenTellsMargins: where the browser puts the content of a page is where the specimen of domain/page says.
func TestSpecimenTellsMargins(t *testing.T) {
	t.Parallel()
	r := start(t, with(2), passThrough(t))
	for _, rules := range pageRules {
		t.Run(rules, func(t *testing.T) {
			t.Parallel()
			if !strings.HasPrefix(rules, "<") {
				rules = "<style>" + rules + "</style>"
			}
			pages := 1
			if strings.Contains(rules, "@page :") {
				pages = 2 // a selector makes them differ
			}
			checkMargins(t, r, pages, "<!doctype html>"+rules+"<style>html,body{margin:0}#content{background:#f0f;height:500mm}</style><div id=content></div>")
		})
	}
}

// checkMargins prints a document whose content is magenta, and fills the first page and more.
func checkMargins(t *testing.T, r *chrome.Engine, pages int, document string) {
	parsed, err := htmldoc.Parse(t.Context(), document, "")
	require.NoError(t, err)
	layout := printSpecimens(t, r, parsed)
	pdf := pdfcheck.Open(t, render(t, r, printJob(parsed.HTML(""))).Content).Coarse()
	for page := 1; page <= pages; page++ {
		content, err := pdf.Extent(page, color.RGBA{R: 0xff, B: 0xff, A: 0xff})
		require.NoError(t, err)
		picture, err := pdf.Picture(page)
		require.NoError(t, err)
		size := layout.Page(page).Size
		require.InDelta(t, size.Width.Points(), picture.Bounds().Dx(), 1, "a coarse picture has as many pixels as the page has points")
		require.InDelta(t, size.Height.Points(), picture.Bounds().Dy(), 1)
		printed := domain.Margins{Top: content.Top, Right: size.Width - content.Right, Bottom: size.Height - content.Bottom, Left: content.Left}
		told := layout.Page(page).Margins
		if page > 1 {
			printed.Bottom = told.Bottom // where the content may end
		}
		const tolerance = 0.5
		for side, lengths := range map[string][2]domain.Length{"top": {printed.Top, told.Top}, "right": {printed.Right, told.Right},
			"bottom": {printed.Bottom, told.Bottom}, "left": {printed.Left, told.Left}} {
			require.InDelta(t, lengths[0].Millimetres(), lengths[1].Millimetres(), tolerance, "page %d, %s: the document's and the specimen's", page, side)
		}
	}
}

// printSpecimens returns the layout of a document's pages.
func printSpecimens(t *testing.T, r *chrome.Engine, document *htmldoc.Document) page.Layout {
	t.Helper()
	job := printJob("")
	rules, err := page.Read(t.Context(), document.Stylesheets(), document.RootAttributes(), page.Page{Size: job.Paper, Margins: job.Margins})
	require.NoError(t, err)
	var printed [][]domain.PrintedPage
	specimens, err := rules.Specimens()
	require.NoError(t, err)
	for _, specimen := range specimens {
		job.HTML, job.PageBoxes = document.WithBody(specimen.CSS, specimen.Body), true
		pdf := pdfcheck.Open(t, render(t, r, job).Content)
		sizes, err := pdf.PageSizes()
		require.NoError(t, err)
		pages := make([]domain.PrintedPage, len(sizes))
		for i, size := range sizes {
			links, err := pdf.Links(i + 1)
			require.NoError(t, err)
			pages[i] = domain.PrintedPage{Size: size, Links: links}
		}
		printed = append(printed, pages)
	}
	layout, err := rules.MeasuredLayout(specimens, printed)
	require.NoError(t, err)
	return layout
}
