package weasyprint_test

import (
	"testing"

	"github.com/prometheus/procfs"
	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports"
	"platen/ports/pdfcheck"
)

// TestLargeFonts: fonts of 65,000 glyphs each take less than a tenth of a second of processor time. By fontTools each took one and a half.
func TestLargeFonts(t *testing.T) {
	engine := start(t)
	const html = `<p style="font-family:'Noto Sans CJK JP'">株式会社サンプル <b>株式会社</b><p style="font-family:'Noto Serif CJK JP'">株式会社 <b>株式会社</b>`
	processes := engine.Processes()
	before := processorTime(t, processes)
	pdf, err := engine.Render(t.Context(), onPaper(html), ports.RenderOptions{})
	require.NoError(t, err)
	pdfcheck.In(t, pdf.Content, pdfcheck.TextOn(1, "株式会社サンプル"), pdfcheck.Sound())

	require.Less(t, processorTime(t, processes)-before, 3.0)
}

// TestNumbersFromRightToLeft: numbers in a line from right to left are found by their digits. Two that a hyphen joins after Arabic letters
// stand from right to left themselves (Unicode Bidirectional Algorithm, W2 and W4).
func TestNumbersFromRightToLeft(t *testing.T) {
	pdf := printed(t, "<p dir=rtl>رقم الحساب: 4471-2290 في 2026/03/22")
	for _, number := range []string{"2290-4471", "2026/03/22"} {
		pdfcheck.In(t, pdf.Content, pdfcheck.TextOn(1, number))
	}
}

// TestDigitsBesideEmoji: a font of emoji at the end of a list, as in Bootstrap and Tailwind, does not take the digits of the first. Emoji are
// painted all the same.
func TestDigitsBesideEmoji(t *testing.T) {
	var digits [2]domain.Length
	for i, others := range []string{"", `,sans-serif,"Apple Color Emoji","Noto Color Emoji"`} {
		pdf := printed(t, `<p style='font:12pt "DejaVu Sans"`+others+`'>4711 😀`)
		page := pdfcheck.Open(t, pdf.Content)
		digits[i] = wordOn(t, page, 1, "4711").Width()
		pdfcheck.In(t, pdf.Content, pdfcheck.TextOn(1, "😀"))
	}
	require.InDelta(t, digits[0].Millimetres(), digits[1].Millimetres(), 0.1)
}

// TestInstalledFontByName: local() names an installed font, and opens no file to a rule.
func TestInstalledFontByName(t *testing.T) {
	for sources, failed := range map[string]int{
		`local("DejaVu Sans Mono")`:                                                             0,
		`local("No Such Font"),local("DejaVuSansMono")`:                                         0,
		`local("No Such Font"),url(file:///usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf)`: 1,
	} {
		html := "<!doctype html><style>@font-face{font-family:F;src:" + sources + "}</style><div style='font:20px F,serif'>iiiiiiiiii end"
		pdf := printed(t, html)
		require.Len(t, pdf.Traffic.Failed, failed, sources)
		if failed == 0 {
			pdfcheck.In(t, pdf.Content, pdfcheck.WordAt(1, "end", 47.1*domain.Millimetre, 12*domain.Millimetre, 1.5*domain.Millimetre))
		}
	}
}

// processorTime is what processes have used, in seconds.
func processorTime(t *testing.T, processes []int) (sum float64) {
	t.Helper()
	for _, pid := range processes {
		process, err := procfs.NewProc(pid)
		require.NoError(t, err)
		stat, err := process.Stat()
		require.NoError(t, err)
		sum += stat.CPUTime()
	}
	return sum
}

// TestTabs: a tab has no glyph, and no place among those of its font, where its number has more digits than PDF allows.
func TestTabs(t *testing.T) {
	pdf := printed(t, "<!doctype html><pre>one\ttwo</pre>")
	pdfcheck.In(t, pdf.Content, pdfcheck.Text("one two"), pdfcheck.NoTrace("<fffffff>"))
}
