package wkhtmltopdf_test

import (
	"image/color"
	"testing"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// TestFirstTop: empty space at the top of the first page moves what is on it, in the flow or positioned, and changes nothing on
// other pages. Heights in units of the page refer to what is left of the first page.
func TestFirstTop(t *testing.T) {
	engine := start(t)
	magenta := color.RGBA{R: 255, B: 255, A: 255}
	for html, checks := range map[string][]pdfcheck.Check{
		`<p style="margin:0">one<p style="page-break-before:always;margin:0">two`: {
			pdfcheck.Pages(2), pdfcheck.WordAt(1, "one", 10*mm, 70*mm, mm), pdfcheck.WordAt(2, "two", 10*mm, 10*mm, mm),
		},
		`<p style="position:absolute;left:0;top:0;margin:0">one`: {pdfcheck.Pages(1), pdfcheck.WordAt(1, "one", 10*mm, 70*mm, mm)},
		`<div style="height:100vh">one</div>`:                    {pdfcheck.Pages(1)},
		`<style>html,body,div{height:100%}</style><div>one</div>`: {
			pdfcheck.Pages(1),
		},
		`<style>html{background:#f0f}</style><p style="height:300mm">`: {
			pdfcheck.Pages(2),
			pdfcheck.PaintedAt(1, magenta, domain.Rect{Left: 10 * mm, Top: 70 * mm, Right: 200 * mm, Bottom: 287 * mm}, mm),
		},
		`<p style="margin:0">one<p style="width:260mm">wide`:   {pdfcheck.Pages(1), pdfcheck.WordAt(1, "one", 10*mm, 70*mm, mm)},
		`<p style="margin:0">one<p style="width:900mm">widest`: {pdfcheck.Pages(1), pdfcheck.WordAt(1, "one", 10*mm, 70*mm, mm)},
	} {
		t.Run(html, func(t *testing.T) {
			job := jobOf(`<!DOCTYPE html><style>body{margin:0}</style>` + html)
			job.FirstTop = 60 * mm
			pdfcheck.In(t, render(t, engine, job).Content, checks...)
		})
	}
}
