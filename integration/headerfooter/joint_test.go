package headerfooter_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/ports/pdfcheck"
)

// TestOnePrintOrTwo: a header and a footer come out the same whether one print measures both, or their styles keep them
// apart.
func TestOnePrintOrTwo(t *testing.T) {
	t.Parallel()
	const header = `<div style="font:9pt 'DejaVu Sans';display:flex;justify-content:space-between"><span>Example Ltd</span>
		<span style="position:relative;top:9mm">below <b class=pageNumber></b></span></div>`
	for engine, service := range services(t) {
		for name, footer := range map[string]string{
			"numbered":   `<p style="font:8pt 'DejaVu Sans';margin:2mm 0">Page <b class=pageNumber></b> of <b class=totalPages></b>`,
			"plain":      `<p style="font:8pt 'DejaVu Sans'">Registered in Springfield`,
			"positioned": `<p style="font:8pt 'DejaVu Sans';position:absolute;bottom:0;right:0">Corner <b class=totalPages></b>`,
			"too wide":   `<div style="font:8pt 'DejaVu Sans';width:300mm;text-align:right">Far <b class=pageNumber></b>`,
		} {
			t.Run(engine+" "+name, func(t *testing.T) {
				one := pdfcheck.Open(t, service.PDF(t, request{HTML: pagesOf(2), Header: header, Footer: footer}.body(t)).Body)
				two := pdfcheck.Open(t, service.PDF(t, request{HTML: pagesOf(2), Header: header, Footer: footer + `<style>u{color:red}</style>`}.body(t)).Body)
				for page := 1; page <= 2; page++ {
					got, err := one.Words(page)
					require.NoError(t, err)
					want, err := two.Words(page)
					require.NoError(t, err)
					require.Len(t, got, len(want))
					for i, w := range want {
						require.Equal(t, w.Text, got[i].Text)
						require.InDelta(t, w.Left.Millimetres(), got[i].Left.Millimetres(), 0.1, w.Text)
						require.InDelta(t, w.Top.Millimetres(), got[i].Top.Millimetres(), 0.1, w.Text)
					}
				}
			})
		}
	}
}
