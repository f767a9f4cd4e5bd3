package stamper_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/internal/enginepdf"
	"platen/adapters/pdf/stamper"
	"platen/ports"
	"platen/ports/pdfcheck"
	"platen/ports/pdfcheck/sample"
)

// Headers that differ in their page number look the same cut into streams as whole, and take less space in the file.
func TestCutContentLooksLikeWhole(t *testing.T) {
	const pages = 12
	for name, print := range enginepdf.Engines {
		t.Run(name, func(t *testing.T) {
			body, header := print(t, bodyOf(pages)), print(t, overlaysOf(pages))
			var single []ports.Overlay // each of one page: its content is whole
			for _, p := range everyPage(pages) {
				single = append(single, ports.Overlay{Content: header, Placements: []ports.Placement{p}})
			}
			whole := stamp(t, body, single...)
			cut := stamp(t, body, ports.Overlay{Content: header, Placements: everyPage(pages)})
			require.Less(t, len(cut), len(whole))
			samePictures(t, whole, cut, pages)
			pdfcheck.In(t, cut, pdfcheck.Sound(), pdfcheck.TextOn(12, "page 12 of 12"))
		})
	}
}

// TestNumbersCostTheirDigits: a number on each of many pages adds little to the file.
func TestNumbersCostTheirDigits(t *testing.T) {
	const pages = 100
	for name, print := range enginepdf.Engines {
		t.Run(name, func(t *testing.T) {
			body, header := print(t, bodyOf(pages)), print(t, overlaysOf(pages))
			first := everyPage(pages)
			for i := range first {
				first[i].SourcePage = 1
			}
			same := stamp(t, body, ports.Overlay{Content: header, Placements: first})
			numbered := stamp(t, body, ports.Overlay{Content: header, Placements: everyPage(pages)})
			// Chrome writes each number as one string. wkhtmltopdf writes each digit alone, so pages share them.
			require.Less(t, (len(numbered)-len(same))/pages, map[string]int{"chrome": 220, "wkhtmltopdf": 70}[name], "bytes for each number")
		})
	}
}

// FuzzCopies stamps pages of any content.
func FuzzCopies(f *testing.F) {
	f.Add("q 1 0 0 1 0 -50 cm 0 0 1 rg 0 50 20 20 re f BT /F1 9 Tf 1 0 0 1 5 60 Tm 0 -5 Td (1) Tj ET Q", "q Q BT /F1 9 Tf (2) ' ET")
	f.Add("0 0 200 50 re f /Span <</MCID 3>> BDC [(a) 9 (b)] TJ EMC", "q q Q 0 0 200 50 re f Q 5 5 m 9 9 l S")
	f.Fuzz(func(t *testing.T, one, two string) {
		overlay := sample.Pages(sample.Page{MediaBox: [4]float64{0, 0, 200, 50}, Content: one}, sample.Page{MediaBox: [4]float64{0, 0, 200, 50}, Content: two})
		stamped, _, err := stamper.Stamper{}.Stamp(t.Context(), sample.Pages(sample.Page{}, sample.Page{}),
			ports.StampChanges{Overlays: []ports.Overlay{{Content: overlay, Placements: everyPage(2)}}})
		if err != nil {
			return
		}
		again, _, err := stamper.Stamper{}.Stamp(t.Context(), stamped, ports.StampChanges{})
		require.NoError(t, err)
		require.NotEmpty(t, again)
	})
}

// samePictures fails if a page of one PDF looks different from that of another.
func samePictures(t *testing.T, a, b []byte, pages int) {
	t.Helper()
	one, other := pdfcheck.Open(t, a), pdfcheck.Open(t, b)
	for page := 1; page <= pages; page++ {
		want, err := one.Picture(page)
		require.NoError(t, err)
		got, err := other.Picture(page)
		require.NoError(t, err)
		require.Equal(t, want.Bounds(), got.Bounds())
		require.Zero(t, differences(want, got), "pixels of page %d", page)
	}
}

func differences(a, b *pdfcheck.Picture) (n int) {
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if p, q := a.At(x, y), b.At(x, y); far(p.R, q.R) || far(p.G, q.G) || far(p.B, q.B) {
				n++
			}
		}
	}
	return n
}

// far reports a visible difference. Smoothed edges that moved by less than a thousandth of a unit differ less.
func far(a, b uint8) bool { return max(a, b)-min(a, b) > 40 }

// Content that cannot be written as lines, or that depends on its space, looks the same.
func TestContentThatStaysInForms(t *testing.T) {
	for name, content := range map[string]string{
		"inline image":        "q 20 0 0 20 0 30 cm BI /W 1 /H 1 /BPC 8 /CS /RGB ID \xff\x00\x00 EI q 1 w Q Q",
		"unbalanced":          "1 0 0 rg 0 30 20 20 re f Q",
		"string without end":  "1 0 0 rg 0 30 20 20 re f (x",
		"unknown resource":    "1 0 0 rg 0 30 20 20 re f /None Do",
		"text before a place": "q 1 0 0 1 0 30 cm 1 0 0 rg 0 0 20 20 re f BT /F1 1 Tf 5 5 Td (x) Tj ET Q",
		"ordinary":            "q 1 0 0 1 0 30 cm /Span <</MCID 3>> BDC 1 0 0 rg 0 0 20 20 re f EMC Q q 1 0 0 1 0 9 cm Q % (comment",
	} {
		t.Run(name, func(t *testing.T) {
			pages := []sample.Page{}
			for n := range 2 {
				pages = append(pages, sample.Page{MediaBox: [4]float64{0, 0, 200, 50}, Content: fmt.Sprintf("%% %d\n%s", n, content)})
			}
			stamped := stamp(t, sample.Pages(sample.Page{}, sample.Page{}), ports.Overlay{Content: sample.Pages(pages...), Placements: everyPage(2)})
			for page := 1; page <= 2; page++ {
				extent, err := pdfcheck.Open(t, stamped).Extent(page, red)
				require.NoError(t, err)
				require.InDelta(t, 20, extent.Width().Points(), 1)
				require.InDelta(t, 28, extent.Left.Points(), 1)
				require.InDelta(t, 14, extent.Top.Points(), 1)
			}
		})
	}
}

// Groups that paint nothing are not in the file: wkhtmltopdf writes some for each of the other copies of a print.
func TestEmptyGroupsAreLeftOut(t *testing.T) {
	groups := ""
	for n := range 1000 {
		groups += fmt.Sprintf("q q %d 0 m 9 %[1]d l h W n Q %[1]d w Q\n", n)
	}
	size := func(groups string) int {
		overlay := sample.Pages(sample.Page{MediaBox: [4]float64{0, 0, 200, 50}, Content: groups + "1 0 0 rg 0 30 20 20 re f"})
		return len(stamp(t, sample.Pages(sample.Page{}), ports.Overlay{Content: overlay, Placements: everyPage(1)}))
	}
	require.InDelta(t, size(""), size(groups), 100)
}

// TestCopiesSayTheirText: glyphs that several characters have say in a copy which one they are, as they do in a body.
func TestCopiesSayTheirText(t *testing.T) {
	overlay := sample.Pages(sample.Page{MediaBox: [4]float64{0, 0, 200, 50},
		Content: "/P <</MCID 3>> BDC /Span <</ActualText <FEFF65E5>>> BDC " + sample.Text(70, 30, 12, "x") + " EMC EMC"})
	stamped := stamp(t, sample.Pages(sample.Page{}), ports.Overlay{Content: overlay, Placements: everyPage(1)})
	pdfcheck.In(t, stamped, pdfcheck.Sound(), pdfcheck.TextOn(1, "日"))
}
