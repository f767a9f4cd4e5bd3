package headerfooter_test

import (
	"fmt"
	"image/color"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// paintedBeyond are headers and footers that paint outside their boxes, and what of it is on the page.
var paintedBeyond = map[string]struct {
	request
	checks []pdfcheck.Check
}{
	"wider than the room": {
		request{Header: `<div style="font:9pt 'DejaVu Sans';width:100%;text-align:right;padding:0 0 0 5mm;color:#0ff">headright</div>`},
		[]pdfcheck.Check{inkEnds(cyan, mm(205))},
	},
	"negative margins": {
		request{Header: `<div style="background:#ff0;height:10mm;margin:-5mm -10mm 0"></div>`},
		[]pdfcheck.Check{pdfcheck.PaintedAt(1, yellow, domain.Rect{Right: mm(210), Bottom: mm(10)}, mm(0.5))},
	},
	"negative margins of a footer": {
		request{Footer: `<div style="height:10mm"><div style="background:#0ff;height:20mm;margin:-5mm -10mm 0"></div></div>`},
		[]pdfcheck.Check{pdfcheck.PaintedAt(1, cyan, domain.Rect{Top: mm(135), Right: mm(210), Bottom: mm(150)}, mm(0.5))},
	},
	"a logo taller than its box": {
		request{Header: `<div style="height:5mm;position:relative"><div style="position:absolute;top:-2mm;right:-3mm;width:20mm;height:18mm;background:#ff0"></div></div>`},
		[]pdfcheck.Check{pdfcheck.PaintedAt(1, yellow, domain.Rect{Left: mm(183), Top: mm(3), Right: mm(203), Bottom: mm(21)}, mm(0.5))},
	},
	"a logo above a footer": {
		request{Footer: `<div style="height:5mm;position:relative"><div style="position:absolute;bottom:0;left:0;width:20mm;height:30mm;background:#0ff"></div></div>`},
		[]pdfcheck.Check{pdfcheck.PaintedAt(1, cyan, domain.Rect{Left: mm(10), Top: mm(115), Right: mm(30), Bottom: mm(145)}, mm(0.5))},
	},
	"a shadow": {
		request{Header: `<div style="height:5mm;-webkit-box-shadow:-4mm 4mm 0 #ff0;box-shadow:-4mm 4mm 0 #ff0"></div>`},
		[]pdfcheck.Check{pdfcheck.Painted(1, domain.Rect{Left: mm(7), Top: mm(10.5), Right: mm(190), Bottom: mm(13.5)}, yellow)},
	},
	"a part of something larger than the overlay page": {
		request{Header: `<div style="width:30mm;height:10mm;overflow:hidden;position:relative"><div style="position:absolute;left:-300mm;top:-300mm;width:900mm;height:900mm;background:#ff0"></div></div>`},
		[]pdfcheck.Check{pdfcheck.PaintedAt(1, yellow, domain.Rect{Left: mm(10), Top: mm(5), Right: mm(40), Bottom: mm(15)}, mm(0.5))},
	},
	"a part of a drawing": {
		request{Header: `<svg width="30mm" height="10mm" style="display:block"><clipPath id=c><rect width="30mm" height="10mm"/></clipPath><rect clip-path="url(#c)" x=-3000 y=-3000 width=9000 height=9000 fill="#ff0"/></svg>`},
		[]pdfcheck.Check{pdfcheck.PaintedAt(1, yellow, domain.Rect{Left: mm(10), Top: mm(5), Right: mm(40), Bottom: mm(15)}, mm(0.5))},
	},
	"a background of the root": {
		request{Header: `<style>html{background:#ff0}</style><div style="height:10mm">head</div>`},
		[]pdfcheck.Check{pdfcheck.PaintedAt(1, yellow, box(5, 15), mm(0.5))},
	},
	"a background of an external sheet": {
		request{Header: `<link rel=stylesheet href="data:text/css,body{background:%23ff0}"><div style="height:10mm">head</div>`},
		[]pdfcheck.Check{pdfcheck.PaintedAt(1, yellow, box(5, 15), mm(0.5))},
	},
	"box-sizing that all inherit from the root, by an external sheet": {
		request{Header: `<link rel=stylesheet href="data:text/css,html{box-sizing:border-box}*{box-sizing:inherit}"><div style="width:100%;height:10mm;padding:3mm;background:#ff0">head</div>`},
		[]pdfcheck.Check{pdfcheck.PaintedAt(1, yellow, box(5, 15), mm(0.5))},
	},
	"numbered": {
		request{Header: `<div style="height:10mm;margin:0 -5mm;background:#ff0"><b class=pageNumber></b></div>`},
		[]pdfcheck.Check{
			pdfcheck.PaintedAt(1, yellow, domain.Rect{Left: mm(5), Top: mm(5), Right: mm(205), Bottom: mm(15)}, mm(0.5)),
			pdfcheck.PaintedAt(2, yellow, domain.Rect{Left: mm(5), Top: mm(5), Right: mm(205), Bottom: mm(15)}, mm(0.5)),
		},
	},
}

// TestPaintedBeyondTheBox: what a header or footer paints outside its box is on the page as far as the paper's edge, and
// the body stays visible beside it.
func TestPaintedBeyondTheBox(t *testing.T) {
	t.Parallel()
	const magentaBody = `<!doctype html><style>body{margin:0} div{height:60mm;background:#f0f}</style><div></div><div style="page-break-before:always"></div>`
	for engine, service := range services(t) {
		for name, test := range paintedBeyond {
			if !does(t, engine, name) {
				continue
			}
			t.Run(name+"/"+engine, func(t *testing.T) {
				test.HTML = magentaBody
				test.CSS = "@page{size:210mm 150mm;margin-top:40mm;margin-bottom:40mm}"
				pdf := service.PDF(t, test.body(t)).Body
				pdfcheck.In(t, pdf, append(test.checks, pdfcheck.Pages(2), pdfcheck.Sound(),
					pdfcheck.PaintedAt(1, magenta, box(40, 100), mm(0.5)), pdfcheck.PaintedAt(2, magenta, box(40, 100), mm(0.5)))...)
			})
		}
	}
}

// TestLowLines: at a line height of 1, accents and descenders stand outside the line, and are as whole as in a tall one.
func TestLowLines(t *testing.T) {
	t.Parallel()
	line := func(height string) string {
		return `<div style="font:700 36px/` + height + ` 'DejaVu Sans';color:#f0f">ÅÉÑÜ gjpqy</div>`
	}
	for engine, service := range services(t) {
		t.Run(engine, func(t *testing.T) {
			height := func(r request) domain.Length {
				r.HTML = "<p>body</p>"
				ink, err := pdfcheck.Open(t, service.PDF(t, r.body(t)).Body).Extent(1, magenta)
				require.NoError(t, err)
				return ink.Bottom - ink.Top
			}
			whole := height(request{Header: line("2")})
			require.InDelta(t, whole.Millimetres(), height(request{Header: line("1")}).Millimetres(), 0.4)
			require.InDelta(t, whole.Millimetres(), height(request{Header: line("0.5")}).Millimetres(), 0.4)
			require.InDelta(t, whole.Millimetres(), height(request{Footer: line("0.5")}).Millimetres(), 0.4)
		})
	}
}

// inkEnds is that a colour on the first page reaches so far to the right.
func inkEnds(colour color.Color, right domain.Length) pdfcheck.Check {
	return func(f *pdfcheck.File) error {
		ink, err := f.Extent(1, colour)
		if err == nil && math.Abs((ink.Right-right).Millimetres()) > 1 {
			err = fmt.Errorf("it reaches to %v, want %v", ink.Right, right)
		}
		return err
	}
}
