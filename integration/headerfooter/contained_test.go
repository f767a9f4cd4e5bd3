package headerfooter_test

import (
	"fmt"
	"image/color"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

var (
	red   = color.RGBA{0xff, 0, 0, 0xff}
	green = color.RGBA{0, 0x80, 0, 0xff}
)

// TestContained: what is in one page's header stays there, and what is in the body does not reach it.
func TestContained(t *testing.T) {
	t.Parallel()
	for engine, service := range services(t) {
		for name, test := range map[string]struct {
			request
			checks func(page int) []pdfcheck.Check
		}{
			"fixed elements": {
				request{Header: `<div style="height:12mm"><div style="position:fixed;top:2mm;left:5mm;font:9pt 'DejaVu Sans'">head<span class=pageNumber></span></div></div>`},
				func(page int) []pdfcheck.Check {
					return []pdfcheck.Check{pdfcheck.TextOn(page, fmt.Sprintf("head%d", page)), pdfcheck.WordAt(page, fmt.Sprintf("head%d", page), mm(15), mm(7), mm(1))}
				},
			},
			"counters": {
				request{Header: `<style>body{counter-reset:c} p{counter-increment:c;margin:0} p::after{content:"head" counter(c)}</style><p></p><p></p>`},
				func(page int) []pdfcheck.Check { return []pdfcheck.Check{pdfcheck.TextOn(page, "head1", "head2")} },
			},
			"counters without a reset": {
				request{Header: `<style>p{counter-increment:c;margin:0} p::after{content:"head" counter(c)}</style><p></p><p></p>`},
				func(page int) []pdfcheck.Check { return []pdfcheck.Check{pdfcheck.TextOn(page, "head1", "head2")} },
			},
			"the page's counter, incremented": {
				request{Header: `<style>p::after{counter-increment:page;content:"head" counter(page)}</style><p></p>`},
				func(page int) []pdfcheck.Check {
					return []pdfcheck.Check{pdfcheck.TextOn(page, fmt.Sprintf("head%d", page+1))}
				},
			},
			"the number of a drawing": {
				request{Header: `<svg width=300 height=38><defs><text id=n>head<tspan class=pageNumber></tspan></text></defs><use xlink:href="#n" x=20 y=20 /></svg>`},
				func(page int) []pdfcheck.Check {
					return []pdfcheck.Check{pdfcheck.TextOn(page, fmt.Sprintf("head%d", page))}
				},
			},
			"a gradient that the first page does not display": {
				request{Header: `<style>svg{display:block} .platen-first svg{display:none}</style><svg width=189 height=38><linearGradient id=g><stop
					stop-color="#008000"/></linearGradient><rect width=189 height=38 fill="url(#g)"/></svg>`},
				func(page int) []pdfcheck.Check {
					if page == 1 {
						return []pdfcheck.Check{pdfcheck.Unpainted(page, green)}
					}
					return []pdfcheck.Check{pdfcheck.PaintedAt(page, green, domain.Rect{Left: mm(10), Top: mm(5), Right: mm(60), Bottom: mm(15)}, mm(0.5))}
				},
			},
			"the body's css": {
				request{CSS: "div,.a,#i,body{background:#00f!important}", Header: `<div class=a id=i style="height:10mm;background:#008000"></div>`},
				func(page int) []pdfcheck.Check {
					return []pdfcheck.Check{pdfcheck.PaintedAt(page, green, box(5, 15), mm(0.5))}
				},
			},
			"the header's styles": {
				request{Header: `<style>*,html,body,:root,p{background:#f00!important}</style>`, Footer: `<style>p{color:#f00!important}</style><p style="margin:0;height:10mm;background:#008000"></p>`},
				func(page int) []pdfcheck.Check {
					return []pdfcheck.Check{pdfcheck.PaintedAt(page, green, box(85, 95), mm(0.5))}
				},
			},
			"the body element's own colour": {
				request{Header: `<body bgcolor="#008000"><div style="height:10mm"></div></body>`},
				func(page int) []pdfcheck.Check {
					return []pdfcheck.Check{pdfcheck.PaintedAt(page, green, box(5, 15), mm(0.5))}
				},
			},
			"controls of a name": {
				request{Header: `<input type=radio name=r checked style="-webkit-appearance:none;position:absolute"><style>:checked{width:50mm;height:10mm;background:#008000;margin:0;border:0}</style>
					<div style="height:10mm"></div>`, Footer: `<input type=radio name=r checked>`},
				func(page int) []pdfcheck.Check {
					return []pdfcheck.Check{pdfcheck.PaintedAt(page, green, domain.Rect{Left: mm(10), Top: mm(5), Right: mm(60), Bottom: mm(15)}, mm(0.5))}
				},
			},
			"the body element's own styles": {
				request{Header: `<!doctype html><html><head><style>body{background:#008000;margin:0;padding:5mm 0}</style></head><body></body></html>`},
				func(page int) []pdfcheck.Check {
					return []pdfcheck.Check{pdfcheck.PaintedAt(page, green, box(5, 15), mm(0.5))}
				},
			},
			"no margin of the body": {
				request{Header: `<div style="height:10mm;background:#008000"></div>`},
				func(page int) []pdfcheck.Check {
					return []pdfcheck.Check{pdfcheck.PaintedAt(page, green, box(5, 15), mm(0.5))}
				},
			},
			"a quirky fragment": {
				request{Header: `<table bgcolor=#008000 width=100% height=38 cellspacing=0><td></table></p></div>`},
				func(page int) []pdfcheck.Check {
					return []pdfcheck.Check{pdfcheck.PaintedAt(page, green, box(5, 15), mm(1))}
				},
			},
		} {
			if !does(t, engine, name) {
				continue
			}
			t.Run(name+"/"+engine, func(t *testing.T) {
				test.HTML, test.CSS = pagesOf(3), test.CSS+"@page{size:210mm 100mm}"
				pdf := service.PDF(t, test.body(t)).Body
				pdfcheck.In(t, pdf, pdfcheck.Pages(3), pdfcheck.Sound(), pdfcheck.NoTrace("platen.invalid"))
				for page := 1; page <= 3; page++ {
					pdfcheck.In(t, pdf, append(test.checks(page), pdfcheck.Unpainted(page, red), pdfcheck.TextOn(page, fmt.Sprintf("bodyfirst%d", page)))...)
				}
			})
		}
	}
}

// TestBodyKeepsItsOwn: title, bookmarks, links and tags are the body's still.
func TestBodyKeepsItsOwn(t *testing.T) {
	t.Parallel()
	r := request{
		HTML:   `<!doctype html><html lang=en><title>The title</title><h1>One</h1><a href="https://example.com/body">link</a>`,
		Header: `<a href="https://example.com/head">head</a>`,
	}
	for engine, service := range services(t, "PLATEN_CHROME_TAGGED=true") {
		t.Run(engine, func(t *testing.T) {
			pdf := service.PDF(t, r.body(t)).Body
			pdfcheck.In(t, pdf, pdfcheck.Title("The title"), pdfcheck.Sound(), pdfcheck.Links(1, "https://example.com/body", "https://example.com/head"))
			if capabilities(engine).Tagged {
				pdfcheck.In(t, pdf, pdfcheck.Tagged(true), pdfcheck.Outline("One"))
			}
		})
	}
}

// TestPlaceholders: header and footer are filled like the body, and a value is no template.
func TestPlaceholders(t *testing.T) {
	t.Parallel()
	r := request{HTML: "<p>{{a}}</p>", Data: map[string]any{"a": "first {{b}}", "b": "second"}, Header: "<p>head {{ a }}</p>", Footer: "<p>foot {{b}}</p>"}
	for engine, service := range services(t) {
		t.Run(engine, func(t *testing.T) {
			pdfcheck.In(t, service.PDF(t, r.body(t)).Body, pdfcheck.Text("head first {{b}}", "foot second"))
		})
	}
}

// TestBlankIsNone: an empty header takes no room.
func TestBlankIsNone(t *testing.T) {
	t.Parallel()
	for engine, service := range services(t) {
		t.Run(engine, func(t *testing.T) {
			with := pdfcheck.Open(t, service.PDF(t, request{HTML: pagesOf(1), Header: "", Footer: " "}.body(t)).Body)
			word, err := with.Word(1, "bodyfirst1")
			require.NoError(t, err)
			require.InDelta(t, 10, word.Top.Millimetres(), 1.5)
		})
	}
}

// TestLayersStayInside: important declarations of a header's cascade layers do not reach what holds its copies.
func TestLayersStayInside(t *testing.T) {
	for engine, service := range services(t) {
		for _, layer := range []string{
			"*{width:auto!important;max-width:100%!important}", "*{margin:0!important;padding:0!important}", "a{display:none!important}",
			"*{transform:none!important}", "@page{size:50mm 50mm!important;margin:10mm!important}", "*{position:static!important;float:right!important}",
		} {
			t.Run(layer+"/"+engine, func(t *testing.T) {
				r := request{HTML: pagesOf(1), Header: `<style>@layer r{` + layer + `}</style><span style="font:12pt 'DejaVu Sans'">head</span>`, Footer: "<p>foot"}
				words, err := pdfcheck.Open(t, service.PDF(t, r.body(t)).Body).Words(1)
				require.NoError(t, err)
				head := slices.IndexFunc(words, func(w pdfcheck.Word) bool { return w.Text == "head" })
				require.GreaterOrEqual(t, head, 0)
				require.InDelta(t, 30.6, (words[head].Right - words[head].Left).Points(), 1.5)
				if !strings.Contains(layer, "float:right") {
					require.InDelta(t, 10, words[head].Left.Millimetres(), 0.5)
				}
			})
		}
	}
}
