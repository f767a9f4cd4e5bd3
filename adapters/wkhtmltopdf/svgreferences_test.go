package wkhtmltopdf_test

import (
	"image/color"
	"testing"

	"golang.org/x/net/html"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// Each row paints a green square of 30 mm, and nothing else that is green.
func TestSVGReferencesArePainted(t *testing.T) {
	engine := start(t)
	const (
		defs = `<svg width="0" height="0" style="position:absolute"><defs>` +
			`<linearGradient id="g"><stop offset="0" stop-color="#008000"/><stop offset="1" stop-color="#008000"/></linearGradient>` +
			`<pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse"><rect width="9" height="9" fill="#008000"/></pattern>` +
			`<clipPath id="c"><rect width="30" height="30"/></clipPath>` +
			`<mask id="m"><rect width="30" height="30" fill="#fff"/></mask>` +
			`<marker id="k" markerUnits="userSpaceOnUse" markerWidth="30" markerHeight="30"><rect width="30" height="30" fill="#008000"/></marker>` +
			`<symbol id="s" viewBox="0 0 30 30"><rect width="30" height="30" fill="#008000"/></symbol></defs></svg>`
		svg      = defs + `<svg width="60mm" height="30mm" viewBox="0 0 60 30">`
		gradient = svg + `<rect width="30" height="30" fill="url(#g)"/></svg>`
	)
	for name, document := range map[string]string{
		"gradient":               gradient,
		"pattern":                svg + `<rect width="30" height="30" fill="url( '#p' )"/></svg>`,
		"clip path":              svg + `<rect width="60" height="30" fill="#008000" clip-path="url(#c)"/></svg>`,
		"mask":                   svg + `<rect width="60" height="30" fill="#008000" mask="url(&quot;#m&quot;)"/></svg>`,
		"marker":                 svg + `<path d="M0 0L1 0" marker-start="url(#k)"/></svg>`,
		"use by xlink:href":      svg + `<use xlink:href="#s" width="30" height="30"/></svg>`,
		"use by href":            svg + `<use href="#s" width="30" height="30"/></svg>`,
		"gradient by href":       svg + `<linearGradient id="h" href="#g"/><rect width="30" height="30" fill="url(#h)"/></svg>`,
		"in a style attribute":   svg + `<rect width="30" height="30" style='fill:URL("#g")'/></svg>`,
		"in a style element":     `<style>rect.r{fill:url(#g)}</style>` + svg + `<rect class="r" width="30" height="30"/></svg>`,
		"with the author's base": `<base href="https://platen.example/x/">` + gradient,
		"in a frame":             `<iframe frameborder="0" style="width:100mm;height:40mm" srcdoc="` + html.EscapeString(`<body style="margin:0">`+gradient) + `"></iframe>`,
	} {
		t.Run(name, func(t *testing.T) {
			pdf := render(t, engine, jobOf("<!DOCTYPE html><style>body{margin:0}</style>"+document)).Content
			pdfcheck.In(t, pdf, pdfcheck.PaintedAt(1, green, domain.Rect{Left: 10 * mm, Top: 10 * mm, Right: 40 * mm, Bottom: 40 * mm}, mm),
				pdfcheck.Unpainted(1, black))
		})
	}
}

// Each row paints the border of a square of 30 mm with strokes of 3 mm, and nothing within it.
func TestStrokesOfSVG(t *testing.T) {
	engine := start(t)
	const rect = `<rect x="1.5" y="1.5" width="27" height="27"/></svg>`
	svg := func(attributes string) string {
		return `<svg fill="none" stroke="#008000" width="30mm" height="30mm" viewBox="0 0 30 30" ` + attributes + `>` + rect
	}
	for name, document := range map[string]string{
		"attribute":       svg(`stroke-width="3"`),
		"unit":            svg(`stroke-width=3px`),
		"percent":         svg(`stroke-width="10%"`),
		"style attribute": svg(`style="color:red;stroke-width: 3 !important;inset-block: auto"`),
		"class":           `<style>/* a */ .i, p, h1 > b{fill:none;stroke-width:3px;color:red}</style>` + svg(`class="i"`),
		"element":         `<style>@media print{ div > svg[fill], i{stroke-width:3 !important}}</style><div>` + svg(`class="i"`) + `</div>`,
		"everything":      `<style>*{stroke-width:3}</style>` + svg(""),
		"its child":       `<style>rect{stroke-width:3}</style>` + svg(`stroke-width="1"`),
		"svg in svg":      `<svg width="30mm" height="30mm" viewBox="0 0 30 30"><svg fill="none" stroke="#008000" stroke-width="3">` + rect + `</svg>`,
		"text's":          `<style>svg{-webkit-text-stroke-width:9px}</style>` + svg(`stroke-width="3"`),
	} {
		t.Run(name, func(t *testing.T) {
			pdf := render(t, engine, jobOf("<!DOCTYPE html><style>body{margin:0}</style>"+document)).Content
			outer := domain.Rect{Left: 10 * mm, Top: 10 * mm, Right: 40 * mm, Bottom: 40 * mm}
			inner := domain.Rect{Left: 13.5 * mm, Top: 13.5 * mm, Right: 36.5 * mm, Bottom: 36.5 * mm}
			pdfcheck.In(t, pdf, pdfcheck.PaintedAt(1, green, outer, mm/2), pdfcheck.Painted(1, inner, color.White))
		})
	}
}

// A gradient is painted on a box with a border, too.
func TestGradientBehindBorder(t *testing.T) {
	engine := start(t)
	const style = `border:1mm solid #008000;width:28mm;height:28mm;padding:0;background:linear-gradient(#008000,#008000)`
	for name, document := range map[string]string{
		"box":           `<div style="` + style + `"></div>`,
		"cell":          `<table cellspacing=0><tr><th style="` + style + `"></table>`,
		"style element": `<style>div{` + style + `}</style><div></div>`,
		"dashed border": `<div style="` + style + `;border-style:dashed"></div>`,
	} {
		t.Run(name, func(t *testing.T) {
			pdf := render(t, engine, jobOf("<!DOCTYPE html><style>body{margin:0}</style>"+document)).Content
			pdfcheck.In(t, pdf, pdfcheck.Painted(1, domain.Rect{Left: 10 * mm, Top: 10 * mm, Right: 40 * mm, Bottom: 40 * mm}, green))
		})
	}
}

// A document that prints its own styles shows no path of the server.
func TestSVGReferencesShowNoPath(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	engine := start(t)
	pdf := render(t, engine, jobOf(`<style>p:after{content:attr(style)}</style><p style="fill:url(#g)">here <svg></svg>`)).Content
	pdfcheck.In(t, pdf, pdfcheck.Text("here fill:url("), pdfcheck.NoText(folder, "process-"))
}
