package wkhtmltopdf_test

import (
	"fmt"
	"image/color"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/machine"
	"platen/ports/pdfcheck"
)

// The colours that are looked for. Nothing else on the pages of the tests is green.
var (
	green = color.RGBA{G: 0x80, A: 0xff}
	black = color.RGBA{A: 0xff}
)

// papers are those on which geometry is measured.
var papers = []struct {
	name  string
	paper domain.Size
}{
	{"A3", domain.Size{Width: 297 * mm, Height: 420 * mm}},
	{"A4", domain.A4},
	{"A4 landscape", domain.Size{Width: 297 * mm, Height: 210 * mm}},
	{"A5", domain.Size{Width: 148 * mm, Height: 210 * mm}},
	{"Letter", domain.Size{Width: 8.5 * domain.Inch, Height: 11 * domain.Inch}},
	{"odd", domain.Size{Width: 133.3 * mm, Height: 155.5 * mm}},
	{"label", domain.Size{Width: 125 * mm, Height: 124 * mm}},
}

// A box of 100 mm is 100 mm on every paper; we hold it to a tenth of the promised 1 %.
func TestBoxOf100Millimetres(t *testing.T) {
	engine := start(t)
	const html = `<!DOCTYPE html><style>body{margin:0;font:10px "Liberation Sans"}i{position:absolute;font-style:normal}</style>` +
		`<i style="left:0;top:0">Aa</i><i style="left:100mm;top:0">Bb</i><i style="left:0;top:100mm">Cc</i>` +
		`<i style="left:377.953px;top:283.465pt">Dd</i>`
	for _, p := range papers {
		t.Run(p.name, func(t *testing.T) {
			job := jobOf(html)
			job.Paper = p.paper
			f := pdfcheck.Open(t, render(t, engine, job).Content)
			require.NoError(t, pdfcheck.All(pdfcheck.Paper(p.paper), pdfcheck.Pages(1))(f))
			word := func(text string) pdfcheck.Word {
				w, err := f.Word(1, text)
				require.NoError(t, err)
				return w
			}
			origin := word("Aa")
			require.InDelta(t, 100, (word("Bb").Left - origin.Left).Millimetres(), 0.1)
			require.InDelta(t, 100, (word("Cc").Top - origin.Top).Millimetres(), 0.1)
			require.InDelta(t, 100, (word("Dd").Left - origin.Left).Millimetres(), 0.1)
			require.InDelta(t, 100, (word("Dd").Top - origin.Top).Millimetres(), 0.1)
		})
	}
}

// Margins come out to Qt's grid, which is 0.27 mm at its coarsest.
func TestMargins(t *testing.T) {
	engine := start(t)
	for _, m := range []domain.Margins{
		domain.UniformMargins(0), domain.UniformMargins(10 * mm), domain.UniformMargins(25.4 * mm),
		{Top: 31 * mm, Right: 7 * mm, Bottom: 42.5 * mm, Left: 12.3 * mm},
	} {
		t.Run(fmt.Sprint(m), func(t *testing.T) {
			job := jobOf(`<!DOCTYPE html><body style="margin:0;background:#fff"><div style="background:#008000;height:3000px"></div>`)
			job.Margins = m
			f := pdfcheck.Open(t, render(t, engine, job).Content)
			got, err := f.Extent(1, green)
			require.NoError(t, err)
			const pixel = 0.4 // of the picture, in millimetres
			require.InDelta(t, m.Left.Millimetres(), got.Left.Millimetres(), 0.27+pixel)
			require.InDelta(t, m.Top.Millimetres(), got.Top.Millimetres(), 0.27+pixel)
			require.InDelta(t, (210*mm - m.Right).Millimetres(), got.Right.Millimetres(), 0.5+pixel)
			require.InDelta(t, (297*mm - m.Bottom).Millimetres(), got.Bottom.Millimetres(), 0.5+pixel)
		})
	}
}

// A section as high as the page's content fills one page. A5 is not among the papers: Qt takes 210 mm for 595 points.
func TestSectionsOfThePagesHeight(t *testing.T) {
	engine := start(t)
	for _, paper := range []domain.Size{domain.A4, {Width: 100 * mm, Height: 70 * mm}, {Width: 8.5 * domain.Inch, Height: 11 * domain.Inch}, {Width: 133.3 * mm, Height: 155.5 * mm}} {
		for _, margins := range []domain.Margins{{}, domain.UniformMargins(10 * mm), {Top: 12.3 * mm, Bottom: 20 * mm}, {Top: 25.4 * mm, Bottom: 31 * mm}} {
			height := (paper.Height - margins.Top - margins.Bottom).Millimetres()
			for _, high := range []string{fmt.Sprintf("%fmm", height), "100vh"} {
				job := jobOf(`<!DOCTYPE html><style>body{margin:0}div{height:` + high + `;page-break-after:always}</style><div>a</div><div>b</div><div>c</div>`)
				job.Paper, job.Margins = paper, margins
				require.NoError(t, pdfcheck.All(pdfcheck.Paper(paper), pdfcheck.Pages(3))(pdfcheck.Open(t, render(t, engine, job).Content)),
					"%v, %v, %s", paper, margins, high)
			}
		}
	}
}

// families are the fonts whose words are compared with Chrome's, one on a page.
var families = []string{"Liberation Sans", "Liberation Serif", "DejaVu Sans", "Arial", "sans-serif", "serif", "monospace", "Times", "Courier"}

// The line's words stand where Chrome puts them, to 1 % of the distance from the line's beginning.
func TestWordsStandWhereChromePutsThem(t *testing.T) {
	html := lines()
	our := pdfcheck.Open(t, render(t, start(t), jobOf(html)).Content)
	their := pdfcheck.Open(t, printByChrome(t, html))
	for i, family := range families {
		t.Run(family, func(t *testing.T) {
			ours, theirs := wordsOn(t, our, i+1), wordsOn(t, their, i+1)
			require.NotEmpty(t, theirs)
			require.Len(t, ours, len(theirs))
			worst := 0.0
			for text, w := range theirs {
				line := text[strings.IndexByte(text, '_'):]
				start := "start" + line
				far, near := (w.Right - theirs[start].Left).Points(), (ours[text].Right - ours[start].Left).Points()
				if far > 100 {
					worst = max(worst, math.Abs(near/far-1))
				}
			}
			t.Logf("the worst word strays by %.2f %%", 100*worst)
			require.Less(t, worst, 0.01)
		})
	}
}

// lines is a document with a page for each family, and on each a line in each of many sizes; words are told apart by the line's number.
func lines() string {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><html><head><style>@page{size:A4;margin:10mm}body{margin:0}section+section{page-break-before:always}div{white-space:nowrap}</style></head><body>`)
	for _, family := range families {
		if strings.Contains(family, " ") {
			family = "'" + family + "'"
		}
		fmt.Fprintf(&b, `<section style="font-family:%s">`, family)
		for n, size := range []string{"7pt", "8pt", "9px", "9pt", "9.5pt", "10px", "10pt", "10.5pt", "11px", "11pt", "12px", "12pt", "13px", "14px", "15px", "16px", "18px", "0.85em", "1.1em"} {
			fmt.Fprintf(&b, `<div style="font-size:%s">start_%d `, size, n)
			for _, word := range []string{"Invoice", "AVATAR", "Amount", "illicit", "Wagner", "0123"} {
				fmt.Fprintf(&b, "%s_%d ", word, n)
			}
			b.WriteString("</div>")
		}
		b.WriteString("</section>")
	}
	return b.String()
}

func wordsOn(t *testing.T, f *pdfcheck.File, page int) map[string]pdfcheck.Word {
	words, err := f.Words(page)
	require.NoError(t, err)
	found := map[string]pdfcheck.Word{}
	for _, w := range words {
		found[w.Text] = w
	}
	return found
}

// printByChrome is the yardstick.
func printByChrome(t *testing.T, html string) []byte {
	folder := t.TempDir()
	in, out := filepath.Join(folder, "in.html"), filepath.Join(folder, "out.pdf")
	require.NoError(t, os.WriteFile(in, []byte(html), 0o600))
	command := exec.CommandContext(t.Context(), machine.Program(t, "chromium-headless-shell"), "--no-sandbox", "--no-pdf-header-footer",
		"--user-data-dir="+filepath.Join(folder, "data"), "--print-to-pdf="+out, "file://"+in)
	output, err := command.CombinedOutput()
	require.NoError(t, err, "%s", output)
	pdf, err := os.ReadFile(out)
	require.NoError(t, err)
	return pdf
}

// What follows a tab stands at the next multiple of eight characters, or of tab-size.
func TestTabs(t *testing.T) {
	engine := start(t)
	for style, want := range map[string]float64{"": 8, "tab-size:4": 4} {
		job := jobOf("<!DOCTYPE html><body style='margin:0'><pre style='font:10mm Liberation Mono;" + style + "'><code>a\tend</code></pre>")
		word, err := pdfcheck.Open(t, render(t, engine, job).Content).Word(1, "end")
		require.NoError(t, err)
		require.InDelta(t, job.Margins.Left.Millimetres()+want*6, word.Left.Millimetres(), 0.5, style) // a character is 0.6 em wide
	}
}
