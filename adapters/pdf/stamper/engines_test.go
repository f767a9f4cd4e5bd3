package stamper_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/internal/enginepdf"
	"platen/domain"
	"platen/domain/headerfooter"
	"platen/ports"
	"platen/ports/pdfcheck"
	"platen/ports/pdfcheck/sample"
)

const mm = domain.Millimetre

// bodyOf returns a document of chapters, one a page, with a link, a table and a title, below the place of the headers in any font.
func bodyOf(pages int) string {
	var chapters strings.Builder
	for n := range pages {
		fmt.Fprintf(&chapters, `<h1 style="%s">Chapter %d</h1><p>The text of chapter %[2]d, with <a href="https://platen.example/%[2]d">a link</a>.</p>
			<table><tr><td>first cell</td><td>second cell</td></tr></table>`, breakBefore(n), n+1)
	}
	return `<!DOCTYPE html><html lang=en><title>The body</title><style>@page{size:A4;margin:0}body{margin:0 30mm;font:16px sans-serif}h1{margin:0;padding-top:30mm}</style>` + chapters.String()
}

// breakBefore returns the style that begins a page; none for the first page.
func breakBefore(page int) string {
	if page == 0 {
		return ""
	}
	return "page-break-before:always"
}

// overlaysOf returns a document with a header for each page, each on a page of 190 × 40 mm.
func overlaysOf(pages int) string {
	var overlays strings.Builder
	for n := range pages {
		fmt.Fprintf(&overlays, `<div style="%s;height:20mm;background:#008000;color:#fff;font:bold 16px serif">
			Company Ltd, page %d of %d <a href="https://platen.example/company">site</a></div><a href="%s">.</a>`, breakBefore(n), n+1, pages, headerfooter.EndLinkURI)
	}
	return `<!DOCTYPE html><title>The header</title><style>@page{size:190mm 40mm;margin:0}body{margin:0}</style>` + overlays.String()
}

// Each engine's header is stamped onto each engine's body, which does not change otherwise.
func TestStampWhatEnginesPrint(t *testing.T) {
	const pages = 3
	for bodyEngine, printBody := range enginepdf.Engines {
		body := printBody(t, bodyOf(pages))
		before := pdfcheck.Open(t, body)
		for headerEngine, printHeader := range enginepdf.Engines {
			t.Run(headerEngine+" on "+bodyEngine, func(t *testing.T) {
				var places []ports.Placement
				for n := range pages {
					places = append(places, ports.Placement{TargetPage: n + 1, SourcePage: n + 1,
						Region: domain.Rect{Right: 190 * mm, Bottom: 20 * mm}.Move(10*mm, 5*mm)})
				}
				stamped := stamp(t, body, ports.Overlay{Content: printHeader(t, overlaysOf(pages)), Placements: places})
				checks := []pdfcheck.Check{pdfcheck.Whole(), pdfcheck.Sound(), pdfcheck.Pages(pages), pdfcheck.NoTrace(headerfooter.EndLinkURI)}
				for n := 1; n <= pages; n++ {
					checks = append(checks, stampedPage(t, before, n, pages))
				}
				if bodyEngine == "chrome" {
					checks = append(checks, pdfcheck.Title("The body"), pdfcheck.Tagged(true), pdfcheck.Outline("Chapter 1", "Chapter 2", "Chapter 3"),
						sameStructure(before))
				}
				pdfcheck.In(t, stamped, checks...)
			})
		}
	}
}

// stampedPage checks that the n-th page has its header, and its own words at their places.
func stampedPage(t *testing.T, before *pdfcheck.File, n, of int) pdfcheck.Check {
	words, err := before.Words(n)
	require.NoError(t, err)
	return pdfcheck.All(
		pdfcheck.TextOn(n, fmt.Sprintf("Company Ltd, page %d of %d site", n, of), fmt.Sprintf("Chapter %d", n)),
		pdfcheck.Links(n, "https://platen.example/company", fmt.Sprintf("https://platen.example/%d", n)),
		func(f *pdfcheck.File) error {
			extent, err := f.Extent(n, green)
			require.NoError(t, err)
			require.InDelta(t, 10, extent.Left.Millimetres(), 0.5)
			require.InDelta(t, 5, extent.Top.Millimetres(), 0.5)
			after, err := f.Words(n)
			for _, w := range words {
				require.Contains(t, after, w, "a word of the body's moved")
			}
			return err
		})
}

// sameStructure checks that a screen reader finds the same structure as before.
func sameStructure(before *pdfcheck.File) pdfcheck.Check {
	return func(f *pdfcheck.File) error {
		want, err := before.Structure()
		if err != nil {
			return err
		}
		got, err := f.Structure()
		if err == nil && got != want {
			err = fmt.Errorf("the structure is %q, want %q", got, want)
		}
		return err
	}
}

// Pages of different sizes each get an overlay of their own.
func TestStampOnPagesOfSeveralSizes(t *testing.T) {
	body := enginepdf.Chrome(t, `<!DOCTYPE html><style>@page{size:A4;margin:20mm} @page wide{size:A4 landscape} @page small{size:A6} .wide{page:wide} .small{page:small}</style>
		<p>tall</p><p class=wide>wide</p><p class=small>small</p>`)
	sizes, err := pdfcheck.Open(t, body).PageSizes()
	require.NoError(t, err)
	require.Len(t, sizes, 3)
	header := sample.Pages(overlayPage("right"))
	var places []ports.Placement
	for n, size := range sizes {
		places = append(places, ports.Placement{TargetPage: n + 1, SourcePage: 1, Region: domain.Rect{Left: size.Width - 200, Top: 0, Right: size.Width, Bottom: 50}})
	}
	stamped := stamp(t, body, ports.Overlay{Content: header, Placements: places})
	checks := []pdfcheck.Check{pdfcheck.Sound()}
	for n, size := range sizes {
		checks = append(checks, pdfcheck.PaperOn(n+1, size),
			pdfcheck.PaintedAt(n+1, red, domain.Rect{Right: 60, Bottom: 50}.Move(size.Width-200, 0), 1))
	}
	pdfcheck.In(t, stamped, checks...)
}

// BenchmarkStampEngines stamps what engines print. Chrome's PDFs are tagged and have bookmarks.
func BenchmarkStampEngines(b *testing.B) {
	for name, print := range enginepdf.Engines {
		for _, n := range []int{1, 95, 500} {
			body, header := print(b, bodyOf(n)), print(b, overlaysOf(n))
			b.Run(fmt.Sprintf("%s/pages=%d", name, n), func(b *testing.B) {
				for b.Loop() {
					stamp(b, body, ports.Overlay{Content: header, Placements: everyPage(n)})
				}
			})
		}
	}
}
