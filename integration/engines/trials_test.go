package engines_test

import (
	"platen/domain"
	"platen/ports/pdfcheck"
)

var a4, a4Landscape, a5 = domain.A4, paper(297, 210), paper(148, 210)

// block is an element of 40 by 20 mm.
const block = `<div class=x style="width:40mm;height:20mm"></div>`

// atTheStart is the place of a block.
var atTheStart = pdfcheck.PaintedAt(1, green, box(10, 10, 50, 30), mm)

var printOnly = []trial{
	{"image", `<style>@media print{.x{background:url({site}/green.png)}}</style>` + block, atTheStart},
	{"font", webFont("{site}") + `<style>@media print{p{font:20mm/1 Square;color:#008000;margin:0}}</style><p>Xy`, atTheStart},
}

var printOnlyByURL = []trial{
	{"image", `<link rel=stylesheet href="{site}/print.css">` + block, atTheStart},
	{"font", `<link rel=stylesheet href="{site}/print.css">` + webFont("{site}") + `<p>Xy`, atTheStart},
}

// The media queries test the width of the page within its margins, which is 718 pixels.
var (
	widths      = trial{"width", `<style>@media (min-width:700px) and (max-width:740px){.x{background:#008000}}</style>` + block, atTheStart}
	widthsByURL = trial{"width", `<link rel=stylesheet href="{site}/width.css">` + block, atTheStart}
)

// webFont is a style with a font in which every letter is a filled square.
func webFont(site string) string {
	return `<style>@font-face{font-family:Square;src:url("` + site + `/square.ttf")}</style>`
}
