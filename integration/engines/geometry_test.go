package engines_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/integration/harness"
	"platen/ports/pdfcheck"
)

// papers are common paper sizes. CSS has no name for A6.
var papers = map[string]domain.Size{
	"A3": paper(297, 420), "A4": a4, "A5": a5, "105mm 148mm": paper(105, 148),
	"letter": {Width: 8.5 * domain.Inch, Height: 11 * domain.Inch}, "legal": {Width: 8.5 * domain.Inch, Height: 14 * domain.Inch},
	"A4 landscape": a4Landscape, "letter landscape": {Width: 11 * domain.Inch, Height: 8.5 * domain.Inch},
	"148mm 105mm": paper(148, 105), "120mm 130mm": paper(120, 130), "7in 500pt": {Width: 7 * domain.Inch, Height: 500},
}

// onPapers runs a test for each paper on each engine.
func onPapers(t *testing.T, try func(t *testing.T, service *harness.Service, rule string, size domain.Size)) {
	for _, engine := range engines {
		service := start(t, engine)
		for name, size := range papers {
			t.Run(engine+"/"+name, func(t *testing.T) { try(t, service, "size:"+name, size) })
		}
	}
}

// TestBoxMeasures100Millimetres prints a link of that size and measures its rectangle in the PDF.
func TestBoxMeasures100Millimetres(t *testing.T) {
	const link = "https://platen.example/"
	onPapers(t, func(t *testing.T, service *harness.Service, rule string, size domain.Size) {
		f := pdfcheck.Open(t, print(t, service, fmt.Sprintf(
			`<style>@page{%s;margin:2mm}</style><a href="%s" style="display:block;width:100mm;height:100mm">x</a>`, rule, link)))
		require.NoError(t, pdfcheck.All(pdfcheck.PaperOn(1, size), pdfcheck.Pages(1))(f))
		links, err := f.Links(1)
		require.NoError(t, err)
		require.Len(t, links, 1)
		width, height := links[0].Rect.Width().Millimetres(), links[0].Rect.Height().Millimetres()
		t.Logf("%.2f by %.2f mm", width, height)
		require.InDelta(t, 100, width, 1)
		require.InDelta(t, 100, height, 1)
	})
}

// TestDefaultMargins measures the area that blocks fill that are as tall as the paper together. All but the first are low.
func TestDefaultMargins(t *testing.T) {
	onPapers(t, func(t *testing.T, service *harness.Service, rule string, size domain.Size) {
		const low = 40 // millimetres of them
		first := fmt.Sprintf(`<style>@page{%s}div{height:0.25mm;background:#008000}</style><div style="height:%.2fmm"></div>`, rule, size.Height.Millimetres()-low)
		f := pdfcheck.Open(t, print(t, service, first+strings.Repeat("<div></div>", low*4)))
		content, err := f.Extent(1, green)
		require.NoError(t, err)
		margins := []domain.Length{content.Left, content.Top, size.Width - content.Right, size.Height - content.Bottom}
		t.Logf("left %.2f, top %.2f, right %.2f, bottom %.2f mm", margins[0].Millimetres(), margins[1].Millimetres(), margins[2].Millimetres(), margins[3].Millimetres())
		for _, margin := range margins {
			require.InDelta(t, 10, margin.Millimetres(), 0.6)
		}
	})
}

// TestWordPositions compares the engines word by word: the end of each word differs by at most 1 % of its distance from the
// beginning of its line.
func TestWordPositions(t *testing.T) {
	services := map[string]*harness.Service{}
	for _, engine := range engines {
		services[engine] = start(t, engine)
	}
	for name := range papers {
		t.Run(name, func(t *testing.T) {
			html := `<style>@page{size:` + name + `;margin:5mm}</style>` + lines()
			want, got := wordsOf(t, services["chrome"], html), wordsOf(t, services["wkhtmltopdf"], html)
			require.Len(t, got, len(want))
			worst, beginning := 0.0, 0
			for i := range want {
				require.Equal(t, want[i].Text, got[i].Text)
				if strings.HasPrefix(want[i].Text, "line") {
					beginning = i
				}
				reach := (want[i].Right - want[beginning].Left).Points()
				worst = max(worst, math.Abs((got[i].Right-got[beginning].Left).Points()/reach-1))
			}
			t.Logf("the worst of %d words strays by %.2f %%", len(want), 100*worst)
			require.Less(t, worst, 0.01)
		})
	}
}

// lines is a line in each of several fonts and sizes. Each is shorter than the narrowest paper.
func lines() string {
	var b strings.Builder
	b.WriteString(`<style>div{white-space:nowrap;line-height:1.2}</style>`)
	n := 0
	for _, family := range []string{"Liberation Sans", "Liberation Serif", "DejaVu Sans", "monospace"} {
		for _, size := range []string{"7pt", "9px", "9.5pt", "11px", "11pt"} {
			n++
			fmt.Fprintf(&b, `<div style="font-family:'%s';font-size:%s">line%d Invoice AVATAR 1,234.50</div>`, family, size, n)
		}
	}
	return strings.ReplaceAll(b.String(), "'monospace'", "monospace")
}

func wordsOf(t *testing.T, service *harness.Service, html string) []pdfcheck.Word {
	t.Helper()
	words, err := pdfcheck.Open(t, print(t, service, html)).Words(1)
	require.NoError(t, err)
	return words
}
