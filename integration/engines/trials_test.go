package engines_test

import (
	"errors"
	"strings"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// block is an element of 40 by 20 mm; style adds declarations.
func block(style string) string {
	return `<div class=x style="width:40mm;height:20mm;` + style + `"></div>`
}

var (
	a4, a4Landscape, a5 = domain.A4, paper(297, 210), paper(148, 210)

	atTheStart = pdfcheck.PaintedAt(1, green, box(10, 10, 50, 30), mm)
	// atTheEnd is at the lower left corner of the first page.
	atTheEnd = pdfcheck.PaintedAt(1, green, box(10, 267, 50, 287), mm)
	// beside something of 30 mm.
	beside = pdfcheck.PaintedAt(1, green, box(40, 10, 70, 30), mm)
)

// usual are features that every engine must have.
var usual = []trial{
	{"flexible boxes", `<div style="display:flex;width:60mm"><i style="flex:1"></i><b style="flex:1;height:20mm;background:#008000"></b></div>`, beside},
	{"variables", `<style>:root{--colour:#008000}.x{background:var(--colour)}</style>` + block(""), atTheStart},
	{"calc", block("background:#008000;width:calc(30mm + 1cm)"), atTheStart},
	{"gradients", block("background:linear-gradient(#008000,#008000)"), atTheStart},
	{"transforms", block("background:#008000;width:30mm;transform:translate(30mm)"), beside},
	{"shadows", block("width:30mm;box-shadow:30mm 0 #008000"), beside},
	{"WebP", block("background:url(data:image/webp;base64," + greenWebP + ")"), atTheStart},
}

var layouts = []trial{
	{"grid", `<div style="display:grid;grid-template-columns:30mm 30mm"><i></i><b style="height:20mm;background:#008000"></b></div>`, beside},
	{"columns", `<div style="columns:2;-webkit-columns:2;column-gap:0;-webkit-column-gap:0;width:60mm"><div style="height:20mm"></div><div style="height:20mm;background:#008000"></div></div>`, beside},
	{"gap", `<div style="display:flex;gap:20mm"><i style="width:10mm"></i><b style="width:30mm;height:20mm;background:#008000"></b></div>`, beside},
	{"aspect-ratio", `<div style="width:40mm;aspect-ratio:2;background:#008000"></div>`, atTheStart},
}

var recent = []trial{
	{":is", `<style>:is(p,div){background:#008000}</style>` + block(""), atTheStart},
	{":has", `<style>div:has(i){background:#008000}</style><div style="width:40mm;height:20mm"><i></i></div>`, atTheStart},
	{"nesting", `<style>body{& .x{background:#008000}}</style>` + block(""), atTheStart},
	{"layers", `<style>@layer a{.x{background:#008000}}</style>` + block(""), atTheStart},
	{"oklch", block("background:oklch(0.51975 0.17686 142.495)"), atTheStart},
}

var effects = []trial{
	{"filter", block("background:#000;filter:opacity(0)"), pdfcheck.Unpainted(1, black)},
	{"mix-blend-mode", `<div style="background:#ff0">` + block("background:#0ff;mix-blend-mode:multiply") + `</div>`,
		pdfcheck.PaintedAt(1, lime, box(10, 10, 50, 30), mm)},
	{"clip-path", block("background:#008000;width:90mm;clip-path:inset(0 50mm 0 0)"), atTheStart},
}

var logical = []trial{
	{"inset", `<div style="position:relative;height:40mm"><div style="position:absolute;inset:0 auto auto 30mm;width:30mm;height:20mm;background:#008000"></div></div>`, beside},
	{"margin-inline-start", block("background:#008000;width:30mm;margin-inline-start:30mm"), beside},
	{"padding-block", `<div style="width:40mm;padding-block:10mm;background:#008000"></div>`, atTheStart},
	{"writing-mode", `<div style="writing-mode:vertical-rl;width:60mm;height:20mm"><div style="width:30mm;height:20mm;background:#008000"></div></div>`, beside},
	{"colours without commas", `<style>.x{background:rgb(0 128 0 / 100%)}</style>` + block(""), atTheStart},
}

// svg are drawings that refer to other parts of themselves.
var svg = []trial{
	{"gradient", inSVG(`<linearGradient id="g"><stop stop-color="#008000"/></linearGradient><rect width="40" height="20" fill="url(#g)"/>`), atTheStart},
	{"pattern", inSVG(`<pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse"><rect width="9" height="9" fill="#008000"/></pattern><rect width="40" height="20" fill="url(#p)"/>`), atTheStart},
	{"clip path", inSVG(`<clipPath id="c"><rect width="40" height="20"/></clipPath><rect width="90" height="90" fill="#008000" clip-path="url(#c)"/>`), atTheStart},
	{"mask", inSVG(`<mask id="m"><rect width="40" height="20" fill="#fff"/></mask><rect width="90" height="90" fill="#008000" mask="url(#m)"/>`), atTheStart},
	{"marker", inSVG(`<marker id="k" markerUnits="userSpaceOnUse" markerWidth="40" markerHeight="20"><rect width="40" height="20" fill="#008000"/></marker><path d="M0 0L1 0" marker-start="url(#k)"/>`), atTheStart},
	{"use", inSVG(`<symbol id="s"><rect width="40" height="20" fill="#008000"/></symbol><use href="#s"/>`), atTheStart},
}

// inSVG is a picture of 90 mm square, in millimetres.
func inSVG(content string) string {
	return `<svg style="display:block" width="90mm" height="90mm" viewBox="0 0 90 90">` + content + `</svg>`
}

var comparisons = []trial{
	{"min", `<div style="width:min(40mm,90%);height:20mm;background:#008000"></div>`, atTheStart},
	{"max", `<div style="width:max(40mm,1%);height:20mm;background:#008000"></div>`, atTheStart},
	{"clamp", `<div style="width:clamp(10mm,90%,40mm);height:20mm;background:#008000"></div>`, atTheStart},
	{"color-mix", block("background:color-mix(in srgb,#008000,#008000)"), atTheStart},
}

var pageBottom = []trial{
	{"absolute", `<div style="position:absolute;bottom:0;width:40mm;height:20mm;background:#008000"></div>`, atTheEnd},
	{"fixed", `<div style="position:fixed;bottom:0;width:40mm;height:20mm;background:#008000"></div><p>x`, atTheEnd},
	{"on each page", `<p style="page-break-after:always">x<p style="page-break-after:always">y<p>z<div style="position:fixed;top:0">fixed</div>`,
		pdfcheck.All(pdfcheck.TextOn(1, "fixed"), pdfcheck.TextOn(3, "fixed"))},
}

var pageRules = []trial{
	{"size", `<style>@page{size:A5}</style>` + block("background:#008000"), pdfcheck.All(pdfcheck.PaperOn(1, a5), atTheStart)},
	{"margins", `<style>@page{margin:20mm 30mm}</style>` + block("background:#008000"), pdfcheck.PaintedAt(1, green, box(30, 20, 70, 40), mm)},
	{"linked", `<link rel=stylesheet href="{site}/page.css">` + block("background:#008000"),
		pdfcheck.All(pdfcheck.PaperOn(1, a5), pdfcheck.PaintedAt(1, green, box(30, 20, 70, 40), mm))},
	{"imported", `<style>@import "{site}/page.css";</style>` + block("background:#008000"), pdfcheck.PaperOn(1, a5)},
	{"page-break-inside", `<div style="height:270mm"></div>` + block("background:#008000;page-break-inside:avoid"),
		pdfcheck.All(pdfcheck.Unpainted(1, green), pdfcheck.PaintedAt(2, green, box(10, 10, 50, 30), mm))},
}

var pageSelectors = []trial{
	{":first", `<style>@page:first{margin-top:60mm}</style>` + block("background:#008000"), pdfcheck.PaintedAt(1, green, box(10, 60, 50, 80), mm)},
	{"after :first", `<style>@page:first{margin-top:60mm}</style><p>x</p>` + block("break-before:page;page-break-before:always;background:#008000"),
		pdfcheck.PaintedAt(2, green, box(10, 10, 50, 30), mm)},
	{":left", `<style>@page:left{margin-left:60mm}</style><p>x</p>` + block("break-before:page;page-break-before:always;background:#008000"),
		pdfcheck.PaintedAt(2, green, box(60, 10, 100, 30), mm)},
	{":right", `<style>@page:right{margin-left:60mm}div{break-before:page;page-break-before:always}</style><p>x</p><div>x</div>` + block("background:#008000"),
		pdfcheck.PaintedAt(3, green, box(60, 10, 100, 30), mm)},
}

var marginBoxes = []trial{
	{"margin boxes", `<style>@page{margin:20mm;@top-center{content:"boxed"}}</style><p>x</p>`, pdfcheck.Text("boxed")},
}

var namedPages = []trial{
	{"by name", `<style>@page inner{margin-left:60mm}.x{page:inner}</style><p>x</p>` + block("background:#008000"),
		pdfcheck.PaintedAt(2, green, box(60, 10, 100, 30), mm)},
	{"several sizes", `<style>@page wide{size:A4 landscape}.x{page:wide}</style><p>x</p>` + block(""),
		pdfcheck.All(pdfcheck.PaperOn(1, a4), pdfcheck.PaperOn(2, a4Landscape))},
}

var tableHeads = []trial{
	{"thead", `<table><thead><tr><th>Head</thead>` + strings.Repeat("<tr><td>row", 100) + `</table>`,
		pdfcheck.All(pdfcheck.TextOn(1, "Head row"), pdfcheck.TextOn(2, "Head row"))},
}

var footnotes = []trial{
	{"at the foot", `<style>i{float:footnote}</style><p>text <i>note</i></p>`, func(f *pdfcheck.File) error {
		note, err := f.Word(1, "note")
		if err == nil && note.Top < 200*mm {
			err = errors.New("the note stands in the text")
		}
		return err
	}},
}

// The media queries test the width of the page within its margins, which is 718 pixels.
var printOnly = []trial{
	{"image", `<style>@media print{.x{background:url({site}/green.png)}}</style>` + block(""), atTheStart},
	{"font", webFont("{site}") + `<style>@media print{p{font:20mm/1 Square;color:#008000;margin:0}}</style><p>Xy`, atTheStart},
	{"width", `<style>@media (min-width:700px) and (max-width:740px){.x{background:#008000}}</style>` + block(""), atTheStart},
}

var printOnlyByURL = []trial{
	{"image", `<link rel=stylesheet href="{site}/print.css">` + block(""), atTheStart},
	{"font", `<link rel=stylesheet href="{site}/print.css">` + webFont("{site}") + `<p>Xy`, atTheStart},
	{"width", `<link rel=stylesheet href="{site}/width.css">` + block(""), atTheStart},
}

var translucent = []trial{
	{"opacity", `<p style="opacity:.5">translucent</p>`, pdfcheck.Text("translucent")},
}

var emoji = []trial{
	{"face and heart", `<p style="font-size:20mm">😀💙`, colourful},
}

var tagged = []trial{
	{"tags", `<html lang=en><title>T</title><h1>x`, pdfcheck.All(pdfcheck.Tagged(true), pdfcheck.Outline("x"))},
}

// webFont is a style with a font in which every letter is a filled square.
func webFont(site string) string {
	return `<style>@font-face{font-family:Square;src:url("` + site + `/square.ttf")}</style>`
}

// colourful checks that there is colour on the first page.
func colourful(f *pdfcheck.File) error {
	picture, err := f.Picture(1)
	if err != nil {
		return err
	}
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			if c := picture.At(x, y); max(c.R, c.G, c.B)-min(c.R, c.G, c.B) > 0x40 {
				return nil
			}
		}
	}
	return errors.New("all is black and white")
}

// greenWebP is an image of one green pixel.
const greenWebP = "UklGRhYAAABXRUJQVlA4TAoAAAAvAAAAAChgRP8D"
