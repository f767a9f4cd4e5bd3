package weasyprint_test

import (
	"image/color"
	"testing"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// TestColours: colours may be written as in CSS Color 4 (4.1, 5.1 and 7), also in gradients and drawings.
func TestColours(t *testing.T) {
	for colour, want := range map[string]color.RGBA{
		"rgb(0 128 0)":              {G: 128, A: 255},
		"RGB(0% 50.2% 0% / 100%)":   {G: 128, A: 255},
		"rgb(0 0 0/.5)":             {R: 127, G: 127, B: 127, A: 255},
		"rgba(0 0 0 / 50%)":         {R: 127, G: 127, B: 127, A: 255},
		"rgb(0, 0, 0, 50%)":         {R: 127, G: 127, B: 127, A: 255},
		"rgb(-5 127.6 300)":         {G: 128, B: 255, A: 255},
		"hsl(120deg 100% 25.1%)":    {G: 128, A: 255},
		"hsl(.3333turn,100%,25.1%)": {G: 128, A: 255},
		"hsla(-240 100 25.1 / 1)":   {G: 128, A: 255},
		"hsl(400grad 100% 50%)":     {R: 255, A: 255},
		"rgb(0,128,0)":              {G: 128, A: 255},
		"rgb(0 128)":                {B: 255, A: 255}, // none: what was declared before holds
		"rgb(0 128 0 0 0)":          {B: 255, A: 255},
		"rgb(0 green 0 128)":        {B: 255, A: 255},
	} {
		t.Run(colour, func(t *testing.T) {
			box := `<div style="height:20mm;background:#00f;background:`
			pdf := printed(t, "<!doctype html><style>body{margin:0}</style>"+
				box+colour+`"></div>`+box+`linear-gradient(`+colour+`,`+colour+`)"></div>`)
			pdfcheck.In(t, pdf.Content, pdfcheck.Painted(1, millimetres(12, 12, 90, 28), want), pdfcheck.Painted(1, millimetres(12, 32, 90, 48), want))
		})
	}
	pdf := printed(t, `<!doctype html><body style="margin:0"><svg width=100mm height=20mm><rect fill="rgb(0 128 0)" width=100mm height=20mm />`)
	pdfcheck.In(t, pdf.Content, pdfcheck.Painted(1, millimetres(12, 12, 90, 28), color.RGBA{G: 128, A: 255}))
}

func millimetres(left, top, right, bottom domain.Length) domain.Rect {
	const mm = domain.Millimetre
	return domain.Rect{Left: left * mm, Top: top * mm, Right: right * mm, Bottom: bottom * mm}
}
