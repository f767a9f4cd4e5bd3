package headerfooter_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// TestLinksToTheBody: links of headers and footers lead to the places of ids in the body, whether it links there itself or
// not, and the body stays as it is. Those to nowhere are left out.
func TestLinksToTheBody(t *testing.T) {
	t.Parallel()
	const body = `<!doctype html><style>@page{size:600pt 800pt;margin:100pt}body{margin:0;font:10pt "DejaVu Sans"}p{break-after:page;margin:0}
p:last-child{break-after:auto}head:has(a),head a{display:block}head a::before{content:"linked"}</style>
<p>one<p>two<p><span style="display:block;height:100pt">three</span><b id=terms>terms</b><span style="display:block;height:40pt"></span><i id="für (uns)/x">us</i>`
	const links = `<div style="height:20pt"><a href="#terms">terms</a> <a href=" #für%20(uns)/x">us</a> <svg width=9 height=9><a href=" #für%20(uns)/x"><rect width=9 height=9 /></a></svg>
<a href="#none">none</a> <a href="#">top</a> <a href="https://example.com/#terms">site</a></div>`
	on := func(above ...domain.Length) (places []pdfcheck.Place) {
		for _, a := range above {
			places = append(places, pdfcheck.Place{Page: 3, Above: a * domain.Point})
		}
		return places
	}
	places := map[string][]pdfcheck.Place{
		"chrome":      on(700, 649, 649, 700), // it counts from the edges of the content, not of the paper
		"wkhtmltopdf": on(600, 549, 600),      // it makes no links of SVG
		"weasyprint":  on(600, 549, 600),      // nor does it
	}
	for _, tagged := range []string{"false", "true"} {
		for engine, service := range services(t, "PLATEN_CHROME_TAGGED="+tagged) {
			t.Run(engine+"/tagged "+tagged, func(t *testing.T) {
				require.Contains(t, places, engine)
				pdf := service.PDF(t, request{HTML: body, Header: links, Footer: `<a href="#terms">foot</a>`}.body(t)).Body
				pdfcheck.In(t, pdf, pdfcheck.Pages(3), pdfcheck.Sound(), pdfcheck.NoTrace("platen.invalid"), pdfcheck.NoText("linked"))
				for page := 1; page <= 3; page++ {
					pdfcheck.In(t, pdf, pdfcheck.LinksTo(page, places[engine]...), pdfcheck.Links(page, "https://example.com/#terms"))
				}
				plain := pdfcheck.Open(t, service.PDF(t, request{HTML: body}.body(t)).Body)
				want, err := plain.Words(3)
				require.NoError(t, err)
				got, err := pdfcheck.Open(t, pdf).Words(3)
				require.NoError(t, err)
				require.Subset(t, got, want, "the body stays")
			})
		}
	}
}
