package weasyprint_test

import (
	"image/color"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// TestWide: what is wider than its page is shrunk as by Chrome, which gave these boxes, up to one and a half times. What is
// farther to the right, or stands before its page, is there to the paper's edge, where Chrome cuts it off at the page's content.
func TestWide(t *testing.T) {
	const (
		mm  = domain.Millimetre
		box = `<div style="background:#008000;height:30mm;width:`
	)
	green := color.RGBA{0, 128, 0, 255}
	for name, test := range map[string]struct {
		html                     string
		left, top, right, bottom domain.Length
	}{
		"as wide as the page":  {box + `190mm"></div>`, 10, 10, 200, 40},
		"wider":                {box + `250mm"></div>`, 10, 10, 200, 32.8},
		"far too wide":         {box + `400mm"></div>`, 10, 10, 210, 30},
		"to the left":          {`<html dir=rtl>` + box + `250mm"></div>`, 10, 10, 200, 32.8},
		"before its page":      {box + `200mm;margin-left:-50mm"></div>`, 0, 10, 160, 40},
		"positioned":           {box + `250mm;position:absolute"></div>`, 10, 10, 200, 32.8},
		"moved":                {box + `190mm;transform:translateX(60mm)"></div>`, 55.6, 10, 200, 32.8},
		"turned upright":       {box + `250mm;transform-origin:0 0;transform:translateX(100mm) rotate(90deg)"></div>`, 80, 10, 110, 260},
		"clipped":              {`<div style="overflow:hidden;width:100mm">` + box + `250mm"></div></div>`, 10, 10, 110, 40},
		"the page is clipped":  {`<style>html{overflow:hidden}</style>` + box + `250mm"></div>`, 10, 10, 200, 32.8},
		"invisible":            {`<div style="width:250mm;visibility:hidden"></div>` + box + `100mm"></div>`, 10, 10, 86, 32.8},
		"within page's border": {`<style>@page{margin:20mm;border:2mm solid #00f;padding:3mm}</style>` + box + `200mm"></div>`, 25, 25, 185, 49},
	} {
		t.Run(name, func(t *testing.T) {
			pdf := printed(t, `<!doctype html><style>body{margin:0}</style>`+test.html)
			pdfcheck.In(t, pdf.Content, pdfcheck.Paper(domain.A4), pdfcheck.PaintedAt(1, green,
				domain.Rect{Left: test.left * mm, Top: test.top * mm, Right: test.right * mm, Bottom: test.bottom * mm}, 0.7*mm))
		})
	}
}

// TestWideKeepsPagedMedia: what is laid out twice has each of its footnotes, strings, running elements and bookmarks once, and its margin
// boxes keep their size.
func TestWideKeepsPagedMedia(t *testing.T) {
	html := func(width string) string {
		return `<!doctype html><style>@page{margin:20mm;@top-left{content:"upper";font:20pt "DejaVu Sans"}
			@top-right{content:string(title,first)" "string(title,last)" "counter(pages)}@bottom-left{content:element(running)}}
			h2{break-before:page;string-set:title content()}u{float:footnote}em{position:running(running)}</style>
			<em>run</em><h2>one<u>note1</u></h2><h2>two<u>note2</u></h2><a href="#last">Go</a><h2 id=last>three<u>note3</u></h2>
			<div style="height:1mm;width:` + width + `"></div>`
	}
	print := func(width string) *pdfcheck.File {
		pdf := printed(t, html(width))
		return pdfcheck.Open(t, pdf.Content)
	}
	fits, wide := print("100mm"), print("212.5mm")
	want, err := fits.Text()
	require.NoError(t, err)
	text, err := wide.Text()
	require.NoError(t, err)
	require.Equal(t, want, text)
	for word, by := range map[string]float64{"upper": 1, "Go": 0.8} {
		before := wordOn(t, fits, 3, word)
		after := wordOn(t, wide, 3, word)
		require.InDelta(t, by*before.Width().Points(), after.Width().Points(), 0.5, word)
	}
}
