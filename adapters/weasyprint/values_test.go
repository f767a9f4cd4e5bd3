package weasyprint_test

import (
	"image/color"
	"strings"
	"testing"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// TestValues: declarations say what they say in browsers. Each makes a red box green, or gives it its place and size: 20 × 10 mm.
func TestValues(t *testing.T) {
	for name, style := range map[string]string{
		"variable in a function":       "--alpha: 1; background: rgb(0 128 0 / var(--alpha))",
		"variables in a shorthand":     "--w: 10mm; --c: green; height: 0; border-top: var(--w) solid var(--c)",
		"variable of several values":   "--green: 120 100% 25.1%; background: hsl(var(--green))",
		"variable that has another":    "--a: green; --b: var(--a); background: var(--b)",
		"fallback":                     "background: var(--none, rgb(0, 128, 0))",
		"without fallback":             "color: var(--none); background: currentcolor",
		"variables in a circle":        "--a: var(--b); --b: var(--a); background: var(--a, green)",
		"variable of display":          "--d: block; display: var(--d); background: green",
		"calc":                         "--n: 2; font-size: 16px; width: 5mm; width: calc(20mm + (1cm + 2 * 1rem) / 2 - 5mm - var(--n) * .5em); background: green",
		"calc with a percentage":       "width: 5mm; width: calc(100% - 20mm); background: green",
		"clamp, min and max":           "width: 5mm; width: clamp(1mm, 100vw, 20mm); height: max(1mm, min(10mm, 100vh)); background: green",
		"inset":                        "left: 0; top: 0; inset: 10mm auto auto 10mm; background: green",
		"logical sides and sizes":      "inset-inline: 5mm auto; inline-size: 20mm; block-size: 0; margin-inline-start: 5mm; border-block: 5mm solid green",
		"logical sides of Hebrew":      "direction: rtl; left: 5mm; width: 0; border-inline-start: 20mm solid green; margin-inline-end: 5mm",
		"logical sides of less weight": "margin: 0 !important; margin-inline: 5mm; background: green",
		"places in a gradient":         "background: linear-gradient(red 0 0%, green 0 100%)",
		"empty fallback":               "counter-increment: var(--none,); background: green",
		"a shorthand of one word":      "font: normal; background: green",
		"an angle of 0":                "left: 5mm; transform: translateX(5mm) rotate(0); background: green",
	} {
		t.Run(name, func(t *testing.T) {
			pdf := printed(t, `<!doctype html><body style="margin:0;width:40mm;position:relative;color:green">`+
				`<div style="position:absolute;left:10mm;top:10mm;width:20mm;height:10mm;background:red;`+style+`">`)
			pdfcheck.In(t, pdf.Content, pdfcheck.Painted(1, millimetres(20.5, 20.5, 39.5, 29.5), color.RGBA{G: 128, A: 255}))
		})
	}
}

// TestValuesOfTheFirstPage: vw and vh refer to the content of the first page, as its page rules have it.
func TestValuesOfTheFirstPage(t *testing.T) {
	for rules, want := range map[string]domain.Rect{
		"": millimetres(10, 10, 105, 148.5), "@page{margin:0}": millimetres(0, 0, 105, 148.5),
		"@page{size:A5 landscape;margin:10mm 20mm}": millimetres(20, 10, 105, 74), "@page{margin:20mm}@page:first{margin:0}": millimetres(0, 0, 105, 148.5),
		"@page{margin:10%}": millimetres(21, 29.7, 105, 148.5),
	} {
		t.Run(rules, func(t *testing.T) {
			pdf := printed(t, "<!doctype html><style>"+rules+"body{margin:0}</style>"+
				"<div style='width:50vw;height:50vh;background:green'></div>")
			pdfcheck.In(t, pdf.Content, pdfcheck.PaintedAt(1, color.RGBA{G: 128, A: 255}, want, domain.Millimetre/2))
		})
	}
}

// TestVariablesOfMany: a document whose variables stand for more and more is printed without them.
func TestVariablesOfMany(t *testing.T) {
	style := "--a0: x x;"
	for c := 'b'; c <= 'z'; c++ {
		before := string(c - 1)
		if c == 'b' {
			before = "a0"
		}
		style += "--" + string(c) + ": " + strings.Repeat("f(var(--"+before+")) ", 10) + ";"
	}
	pdf := printed(t, `<p style="`+style+` font-family: var(--z)">word<svg><path style="fill: var(--z)">`)
	pdfcheck.In(t, pdf.Content, pdfcheck.Text("word"))
}
