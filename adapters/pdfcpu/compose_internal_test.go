package pdfcpu

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/internal/enginepdf"
	"platen/domain"
	"platen/domain/headerfooter"
	"platen/ports"
)

// sheet is the page on which footers are printed, for A4.
var sheet = headerfooter.Sheet{Room: 190 * domain.Millimetre, Beside: domain.Centimetre, Above: 140 * domain.Millimetre, Height: domain.A4.Height}

// numberForms are footers, the number of pages that they are for, and the engines whose copies can be composed.
var numberForms = map[string]struct {
	html    string
	total   int
	engines []string
}{
	"centred":        {`<div style="text-align:center;font:8pt sans-serif">Invoice 7, page <span class=pageNumber></span> of <span class=totalPages></span></div>`, 1200, both},
	"right":          {`<div style="display:flex;justify-content:space-between;font:10px serif"><i>Acme Ltd</i><b><b class=pageNumber></b>/<b class=totalPages></b></b></div>`, 120, both},
	"two places":     {`<p class=pageNumber></p><p style="font:bold 20px monospace">- <i class=pageNumber></i> -</p>`, 120, both},
	"letter-spacing": {`<p style="letter-spacing:3px">Page <b class=pageNumber></b> of <b class=totalPages></b></p>`, 120, both},
	"counter":        {`<style>p::after{content:counter(page) " of " counter(pages)}</style><p>Page </p>`, 120, both},
	"Arabic digits":  {`<style>p::after{content:counter(page,arabic-indic)}</style><p dir=rtl>x</p>`, 120, both},
	"SVG":            {`<svg width=400 height=20><text x=5 y=15 class=pageNumber></text></svg>`, 120, both},
	"right to left":  {`<p dir=rtl>עמוד <b class=pageNumber></b></p>`, 120, both},
	"left and right": {`<style>.platen-left p{text-align:right}.platen-first p,.platen-last p{color:red}</style><p>Page <b class=pageNumber></b></p>`, 120, both},
	// Liberation Serif sets 11 closer, and Chrome shapes elements side by side as one text.
	"beside itself":             {`<p style="font:12px 'Liberation Serif'"><span class=pageNumber></span><span class=pageNumber></span> x</p>`, 300, both},
	"beside generated content":  {`<style>p{font:12px 'Liberation Serif'}s::after{content:counter(page)}</style><p><span class=pageNumber></span><s></s> x</p>`, 300, both},
	"generated before, after":   {`<style>p{font:12px 'Liberation Serif'}b::before,b::after{content:counter(page)}</style><p><b class=pageNumber></b> x</p>`, 300, both},
	"generated twice":           {`<style>p{font:12px 'DejaVu Sans'}p::after{content:counter(page) counter(page)}</style><p>x</p>`, 300, both},
	"beside itself, CJK digits": {`<p style="font:12px 'Noto Sans CJK JP'"><span class=pageNumber></span><span class=pageNumber></span> x</p>`, 300, []string{"wkhtmltopdf"}},
	"underlined link":           {`<p>Page <a href="https://platen.example/"><b class=pageNumber></b></a></p>`, 120, both},
	// WebKit sets digits of one width all the same.
	"proportional digits": {`<p style="text-align:right;font:12px 'Noto Sans CJK JP';font-feature-settings:'pnum'"><b class=pageNumber></b> x</p>`, 120, []string{"wkhtmltopdf"}},
	"Roman":               {`<style>p::after{content:counter(page,lower-roman)}</style><p>x</p>`, 120, nil},
	"digits reversed":     {`<p style="unicode-bidi:bidi-override;direction:rtl"><b class=pageNumber></b></p>`, 120, nil},
	"opacity":             {`<p style="opacity:.5">Page <b class=pageNumber></b></p>`, 120, nil},
}

var both = []string{"chrome", "wkhtmltopdf"}

// TestComposedIsPrinted: composed pages have the content that the engine writes for them.
func TestComposedIsPrinted(t *testing.T) {
	t.Setenv("QT_FONT_DPI", "77") // as the service has it
	for name, form := range numberForms {
		h, err := headerfooter.Parse(t.Context(), headerfooter.Footer, form.html)
		require.NoError(t, err)
		var pages []int
		for page := range form.total {
			pages = append(pages, page+1)
		}
		samples, _ := h.Samples(pages, form.total)
		at := map[int]int{} // of the copies
		for i, page := range samples.Pages() {
			at[page] = len(samples.Pairs) + i
		}
		for engine, print := range enginepdf.Engines {
			t.Run(name+" "+engine, func(t *testing.T) {
				composed, err := New().Compose(t.Context(), printSamples(t, h, print, samples, form.total), samples)
				if !slices.Contains(form.engines, engine) {
					require.ErrorIs(t, err, ports.ErrNotComposable)
					return
				}
				require.NoError(t, err)
				require.Equal(t, form.total-len(samples.Printed), composed.ComposedPages())
				made := composed.(*composedOverlay).document
				some := compared(form.total)
				same := domain.Samples{Pairs: samples.Pairs, Printed: some} // the same glyphs first, so that the font is the same
				printed, err := New().read(t.Context(), printSamples(t, h, print, same, form.total))
				require.NoError(t, err)
				for i, page := range some {
					require.Equal(t, written(t, printed, len(same.Pairs)+i), written(t, made, at[page]), "page %d", page)
				}
			})
		}
	}
}

// compared are the pages whose content is compared: all, or every ninth of more than 150, since engines round positions in longer
// documents. Among these, each digit follows each other one, in tens and units and in hundreds and tens.
func compared(total int) (pages []int) {
	every := 1
	if total > 150 {
		every = 9
	}
	for page := 1; page <= total; page += every {
		pages = append(pages, page)
	}
	if every > 1 {
		pages = append(pages, 101, 111, 131) // whose last digit is set closer to their first
	}
	slices.Sort(pages)
	return slices.Compact(pages)
}

// BenchmarkCompose composes the numbers of 95 pages and stamps them.
func BenchmarkCompose(b *testing.B) {
	b.Setenv("QT_FONT_DPI", "77")
	const total = 95
	h, err := headerfooter.Parse(b.Context(), headerfooter.Footer, numberForms["centred"].html)
	require.NoError(b, err)
	var pages []int
	for page := range total {
		pages = append(pages, page+1)
	}
	samples, _ := h.Samples(pages, total)
	for engine, print := range enginepdf.Engines {
		overlay := printSamples(b, h, print, samples, total)
		body := print(b, strings.Repeat(`<p style="page-break-before:always">A page`, total-1))
		b.Run(engine, func(b *testing.B) {
			for b.Loop() {
				target, err := New().Open(b.Context(), body)
				require.NoError(b, err)
				composed, err := New().Compose(b.Context(), overlay, samples)
				require.NoError(b, err)
				var places []ports.Placement
				for i, page := range samples.Pages() {
					places = append(places, ports.Placement{TargetPage: min(page, len(target.Pages())), SourcePage: len(samples.Pairs) + i + 1,
						Region: domain.Rect{Right: domain.A4.Width, Bottom: domain.A4.Height}})
				}
				_, err = target.Stamp(b.Context(), ports.Overlay{Content: overlay, Composed: composed, Placements: places})
				require.NoError(b, err)
			}
		})
	}
}

func printSamples(t testing.TB, h *headerfooter.HeaderFooter, print func(testing.TB, string) []byte, samples domain.Samples, total int) []byte {
	t.Helper()
	job, err := h.SampleDocument(sheet, samples, total)
	require.NoError(t, err)
	return print(t, job.HTML)
}

// written returns the content of a page, counted from 0.
func written(t *testing.T, d *document, at int) string {
	t.Helper()
	all, ok, err := d.operations(d.pages[at])
	require.NoError(t, err)
	require.True(t, ok)
	return string(joinOperations(all))
}
