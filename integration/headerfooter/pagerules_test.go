package headerfooter_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// TestConditionalPageRules: rules that do not apply to paper change neither the body nor the header, and those that do
// apply change both.
func TestConditionalPageRules(t *testing.T) {
	t.Parallel()
	const css = `@media (max-width:300px){@page{size:A5;margin:40mm}} @media (prefers-color-scheme:dark){@page{size:A5;margin:40mm}}
		@supports (no: such){@page{size:A5;margin:40mm}} @media print and (orientation:portrait){@page{margin:30mm 25mm}}`
	const html = `<!doctype html><style>body{margin:0} div{height:10mm;background:#ff0}</style><div></div>`
	for engine, service := range services(t) {
		for name, header := range map[string]string{"with a header": `<div style="height:20mm;background:#0ff"></div>`, "without": ""} {
			if !does(t, engine, name) {
				continue
			}
			t.Run(name+"/"+engine, func(t *testing.T) {
				pdf := service.PDF(t, request{HTML: html, CSS: css, Header: header}.body(t)).Body
				checks := []pdfcheck.Check{pdfcheck.Paper(domain.A4),
					pdfcheck.PaintedAt(1, yellow, domain.Rect{Left: mm(25), Top: mm(30), Right: mm(185), Bottom: mm(40)}, 5*tenth)}
				if header != "" {
					checks = append(checks, pdfcheck.PaintedAt(1, cyan, domain.Rect{Left: mm(25), Top: mm(5), Right: mm(185), Bottom: mm(25)}, 5*tenth))
				}
				pdfcheck.In(t, pdf, checks...)
			})
		}
	}
}

// TestStylesOfTheWholeDocument: whatever a document does with its body or with its links, the header stands between the margins.
func TestStylesOfTheWholeDocument(t *testing.T) {
	t.Parallel()
	for name, css := range map[string]string{
		"a body in columns": "body{columns:2}", "a body that floats": "body{float:left}", "a body in place": "body{position:absolute}",
		"content before the body": "body::before{content:'';display:block;height:100mm}", "content behind links": "a::after{content:'';display:block;height:400mm}",
		"links that float": "a{float:left}", "links in place": "a{position:absolute}",
		"a root above the paper": "html{margin-top:-30mm}", "a head that is shown": "*{display:table}", "margins of all": "*{margin:30mm}",
	} {
		for engine, service := range servicesThatFollowPageRules(t) {
			t.Run(name+"/"+engine, func(t *testing.T) {
				pdf := service.PDF(t, request{HTML: "<p>text", CSS: css + "@page{size:A5;margin:18mm 12mm}",
					Header: `<div style="height:20mm;background:#0ff"></div>`}.body(t)).Body
				pdfcheck.In(t, pdf, pdfcheck.PaintedAt(1, cyan, domain.Rect{Left: mm(12), Top: mm(5), Right: mm(136), Bottom: mm(25)}, 5*tenth))
			})
		}
	}
}

// TestTurnedPages: header and footer are at the top and bottom of a turned page as it is shown, and not over its body.
func TestTurnedPages(t *testing.T) {
	t.Parallel()
	for name, orientation := range map[string]string{"left": "rotate-left", "right": "rotate-right"} {
		t.Run(name, func(t *testing.T) {
			html := `<!doctype html><style>@page{margin:15mm} @page r{page-orientation:` + orientation + `} .r{page:r} body{margin:0}
				.r div{height:267mm;background:#f0f}</style><p>upright<div class=r><div></div></div>`
			for engine, service := range servicesThatFollowPageRules(t) {
				if !does(t, engine, name) {
					continue
				}
				pdf := service.PDF(t, request{HTML: html,
					Header: `<div style="height:40mm;background:#ff0"></div>`, Footer: `<div style="height:20mm;background:#0ff"></div>`}.body(t)).Body
				pdfcheck.In(t, pdf, pdfcheck.PaperOn(2, domain.Size{Width: domain.A4.Height, Height: domain.A4.Width}),
					pdfcheck.PaintedAt(2, yellow, domain.Rect{Left: mm(15), Top: mm(5), Right: mm(282), Bottom: mm(45)}, 5*tenth),
					pdfcheck.PaintedAt(2, cyan, domain.Rect{Left: mm(15), Top: mm(185), Right: mm(282), Bottom: mm(205)}, 5*tenth))
				body, err := pdfcheck.Open(t, pdf).Extent(2, magenta)
				require.NoError(t, err)
				require.GreaterOrEqual(t, body.Top, mm(47.5))
				require.LessOrEqual(t, body.Bottom, mm(182.5))
			}
		})
	}
}

// TestPaperBeyondPDF: a size that no PDF can have is refused, and not replaced.
func TestPaperBeyondPDF(t *testing.T) {
	t.Parallel()
	for engine, service := range services(t) {
		answer, err := service.Post(t.Context(), request{HTML: "<style>@page{size:6m 100mm}@page{size:6000mm 100mm}</style>x"}.body(t))
		require.NoError(t, err)
		require.Equal(t, http.StatusBadRequest, answer.Status, engine)
		require.Contains(t, string(answer.Body), "larger than a PDF page can be")
	}
}
