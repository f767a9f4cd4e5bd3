package headerfooter_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// TestNamesSteer: what page rules say of the headers of named pages holds, also where nothing else tells these pages from others, and no
// link of the service is left.
func TestNamesSteer(t *testing.T) {
	t.Parallel()
	const html = `<!doctype html><html lang=en><title>t</title><style>@page{margin:60mm 20mm} @page cover,x{} @page cover{--platen-header:none} @page bled{--platen-bleed:yes}
		@page bare{--platen-header:none;--platen-footer:none} body{margin:0} .cover{page:cover} .bled{page:bled} .bare{page:bare}
		div{break-after:page} a[href]::after{content:attr(href)} :last-child{border:0}</style>
		<div class=cover>one</div><div>two</div><div class=bled>three</div><div class=bare>four</div><div>five</div><div class=cover>six</div>`
	for _, service := range servicesThatFollowPageRules(t) {
		for name, html := range map[string]string{"": html, "transformed": strings.Replace(html, "body{", "body{transform:rotate(0);", 1), "headless": strings.Replace(html, "60mm 20mm", "60mm 20mm;--platen-header:none;--platen-footer:none", 1)} {
			pdf := pdfcheck.Open(t, service.PDF(t, request{HTML: html,
				Header: `<div style="background:#ff0;height:10mm"></div>`, Footer: `<div style="background:#0ff;height:10mm"></div>`}.body(t)).Body)
			require.NoError(t, pdfcheck.All(pdfcheck.Pages(6), pdfcheck.Sound(), pdfcheck.NoTrace("platen.invalid"))(pdf), name)
			if name == "headless" {
				continue
			}
			for page, left := range []float64{-1, 20, 0, -1, 20, -1} {
				if left < 0 {
					require.NoError(t, pdfcheck.Unpainted(page+1, yellow)(pdf), "%s, page %d", name, page+1)
				} else {
					require.NoError(t, pdfcheck.PaintedAt(page+1, yellow, domain.Rect{Left: mm(left), Top: mm(5), Right: mm(210 - left), Bottom: mm(15)}, 5*tenth)(pdf), "%s, page %d", name, page+1)
				}
			}
			require.NoError(t, pdfcheck.Unpainted(4, cyan)(pdf), name)
			words, err := pdf.Words(4)
			require.NoError(t, err)
			require.Equal(t, "four", words[0].Text)
			require.InDelta(t, 60, words[0].Top.Millimetres(), 2)
		}
	}
}
