package integration_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/ports/pdfcheck"
)

// TestLogoIsInTheFileOnce: a logo of the body and of a header whose copies take two prints is in the file once, and page numbers add at most
// a tenth to the file; TestNumbersTakeLittleRoom has more pages. wkhtmltopdf embeds the fonts of each part of a header with different glyphs, so
// the parts cannot share them.
func TestLogoIsInTheFileOnce(t *testing.T) {
	t.Parallel()
	const pages = 60
	logo := noisePNG(500)
	for engine, most := range map[string]float64{"chrome": 1.1, "wkhtmltopdf": 1.3} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			web := openSite(t)
			web.put("/logo.png", "image/png", logo)
			service := limited(t, engine)
			for source, address := range map[string]string{"by URL": web.URL + "/logo.png", "as data": dataURL("image/png", logo)} {
				t.Run(source, func(t *testing.T) {
					body := fmt.Sprintf(`<style>p{height:20mm}</style><img src="%s" width=50 height=50>`, address) +
						strings.Repeat(`<p style="page-break-before:always">The words of a page, as many as fill a line of it</p>`, pages-1)
					size := func(number string) int {
						answer := printed(t, service, fields{"html": body, "headerHtml": fmt.Sprintf(
							`<img src="%s" width=50 height=50> Example Company Ltd, page %s`, address, number)})
						f := pdfcheck.Open(t, answer.Body)
						images, err := f.Count("/Subtype /Image")
						require.NoError(t, err)
						require.Equal(t, 1, images)
						pdfcheck.In(t, answer.Body, pdfcheck.Pages(pages), pdfcheck.Sound())
						return len(answer.Body)
					}
					unnumbered, numbered := size("1234567890"), size("<b class=pageNumber></b> of <b class=totalPages></b>")
					t.Logf("%d bytes, with numbers %d", unnumbered, numbered)
					require.Less(t, float64(numbered), most*float64(unnumbered))
				})
			}
		})
	}
}

// TestMeasuringAddsNoFont: what the service adds to measure a header contains no text.
func TestMeasuringAddsNoFont(t *testing.T) {
	t.Parallel()
	const text = `<p style="font:16px 'DejaVu Sans'">the same words</p>`
	for _, engine := range both {
		t.Run(engine, func(t *testing.T) {
			service := shared(t, engine)
			answer := printed(t, service, fields{"html": text, "headerHtml": text})
			fonts, err := pdfcheck.Open(t, answer.Body).Count("/Length1 ") // of TrueType programs
			require.NoError(t, err)
			require.Equal(t, 1, fonts)
		})
	}
}
