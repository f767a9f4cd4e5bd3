package wkhtmltopdf_test

import (
	"strings"
	"testing"

	"platen/ports/pdfcheck"
)

// A break after the last thing that is shown begins no page; any other does.
func TestABreakAtTheEndBeginsNoPage(t *testing.T) {
	engine := start(t)
	const section = `<section class=s style="page-break-after:always">A</section>`
	for html, pages := range map[string]int{
		section + section: 2,
		"<div>" + section + section + "</div>\n</body></html>\n":                                   2,
		"<div><div>" + section + "</div> <!-- c --> <script>x</script></div><style></style><meta>": 1,
		section + "text":                                 2,
		"<div>" + section + "text</div>":                 2,
		"<div>" + section + "</div><img>":                2,
		"<div>" + section + "</div><div>" + "text</div>": 2,
		section + `<svg></svg>`:                          2,
		`<link rel=stylesheet href="data:text/css,p{page-break-after:always}"><p>A</p><p>B</p>`:            2,
		`<style>@media print{div{BREAK-AFTER:page;page-break-after:always!important}}</style><div>A</div>`: 1,
		strings.Repeat("<div>", 40) + section + strings.Repeat("</div>", 40):                               2, // too deep to be found
	} {
		t.Run(html, func(t *testing.T) {
			pdfcheck.In(t, render(t, engine, sheetOf("<!DOCTYPE html><html><body>"+html)).Content, pdfcheck.Pages(pages))
		})
	}
}
