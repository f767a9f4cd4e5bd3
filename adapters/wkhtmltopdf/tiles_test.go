package wkhtmltopdf_test

import (
	"encoding/base64"
	"image/color"
	"testing"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// Each row paints a box with tiles of 20 mm. Of each tile the upper left quarter is green and the lower right quarter is not.
func TestTilesHaveTheirSize(t *testing.T) {
	engine := start(t)
	const (
		shape   = `<rect width="10" height="10" fill="green"/>`
		drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" `
		box     = `<div style="width:60mm;height:60mm;background:`
		halves  = `green 50%,transparent 50%) 0 0/20mm 20mm"></div>`
		pattern = `<svg width="60mm" height="60mm" viewBox="0 0 60 60"><pattern id="p" width="20" height="20" patternUnits="userSpaceOnUse">` +
			shape + `</pattern><rect width="60" height="60" fill="url(#p)"/></svg>`
	)
	picture := func(attributes string) string {
		return `url(data:image/svg+xml;base64,` + base64.StdEncoding.EncodeToString([]byte(drawing+attributes+">"+shape+"</svg>")) + `)`
	}
	for name, document := range map[string]string{
		"picture":         box + picture(`width="20mm" height="20mm"`) + `"></div>`,
		"reduced picture": box + picture(`width="200mm" height="200mm"`) + ` 0 0/20mm 20mm"></div>`,
		"round corners":   box + picture(`width="20mm" height="20mm"`) + `;border-radius:1mm"></div>`,
		"downwards":       box + `linear-gradient(` + halves,
		"upwards":         box + `linear-gradient(to top,transparent 50%,` + `green 50%) 0 0/20mm 20mm"></div>`,
		"to the right":    box + `linear-gradient(90deg,` + halves,
		"behind a border": `<style>div{margin:-1px;border:1px solid #fff}</style>` + box + picture(`width="20mm" height="20mm"`) + `"></div>`,
		"pattern of SVG":  pattern,
	} {
		t.Run(name, func(t *testing.T) {
			pdf := render(t, engine, jobOf("<!DOCTYPE html><style>body{margin:0}</style>"+document)).Content
			square := func(at domain.Length) domain.Rect {
				return domain.Rect{Left: at * mm, Top: at * mm, Right: (at + 8) * mm, Bottom: (at + 8) * mm}
			}
			pdfcheck.In(t, pdf,
				pdfcheck.Painted(1, square(31), green), pdfcheck.Painted(1, square(41), color.White), pdfcheck.Painted(1, square(51), green))
		})
	}
}
