package reader_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/internal/enginepdf"
	"platen/adapters/pdf/content"
	"platen/adapters/pdf/reader"
	"platen/domain"
	"platen/ports/pdfcheck"
	"platen/ports/pdfcheck/sample"
)

// withForm writes a PDF of one page of 420 × 595 points. /F1 is Courier and /X1 is a form XObject of 100 × 100 points whose bottom
// left is at 50, 400; /G1 sets lines of 4 points. The form has the same resources, itself included.
func withForm(content, form string) []byte {
	const resources = "/Resources <</Font <</F1 4 0 R>> /XObject <</X1 6 0 R>> /ExtGState <</G1 <</LW 4>> /G2 <</ca 0>>>>>>"
	return sample.File("",
		"<</Type /Catalog /Pages 2 0 R>>",
		"<</Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 420 595]>>",
		"<</Type /Page /Parent 2 0 R /Contents 5 0 R "+resources+">>",
		"<</Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding>>",
		sample.Stream("", content),
		sample.Stream("/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Matrix [1 0 0 1 50 400] "+resources, form))
}

// painted returns what the first page of a PDF paints.
func painted(pdf []byte) (found []domain.PaintedRect, err error) {
	for found, err = range (reader.Reader{}).Painted(pdf, 1) {
	}
	return found, err
}

// The outline of a shape has the lines of its path, which a rectangle and a closed path draw too, and chords for its curves.
func TestOutline(t *testing.T) {
	outline := func(text string) [][4]domain.Length {
		marks, err := painted(withForm(text, ""))
		require.NoError(t, err)
		require.Len(t, marks, 1)
		return marks[0].Outline
	}
	require.Equal(t, [][4]domain.Length{{10, 95, 30, 95}, {30, 95, 20, 65}, {20, 65, 10, 95}}, outline("10 500 m 30 500 l 20 530 l h f"))
	require.Equal(t, [][4]domain.Length{{10, 95, 110, 95}, {110, 95, 110, 45}, {110, 45, 10, 45}, {10, 45, 10, 95}}, outline("10 500 100 50 re S"))
	require.Len(t, outline("10 500 m 20 540 30 540 40 500 c S"), 4)
	require.Equal(t, outline("10 500 m 30 500 l 20 530 l h f"), outline("10 500 m 30 500 l 20 530 l h W n 0 400 100 200 re f"), "as WeasyPrint rounds")
	require.Equal(t, outline("10 500 20 30 re f"), outline("10 500 20 30 re W n 0 400 100 200 re W n 5 500 50 50 re f"))
	require.Equal(t, outline("10 500 m 30 500 l 20 530 l h f"), outline("10 500 m 30 500 l 20 530 l f"), "a fill closes its path")
	require.Equal(t, outline("10 500 m 30 500 l 20 530 l h f"), outline("10 500 m 30 500 l 20 530 l 10 500 l h f"), "it is closed already")
	require.Equal(t, outline("10 500 m 15 505 l 15 545 l 10 550 l f"),
		outline("10 500 m 15 505 l 15 545 l 10 550 l W n 10 500 100 50 re 15 505 90 40 re f*"), "a border of a box, as WeasyPrint draws it")
	require.Empty(t, outline("10 500 m "+strings.Repeat("20 500 l 10 500 l ", 300)+"S"), "very many lines")
}

// TestOutlinesOfOneClip: many fills that have the outline of one clip have all together a bounded number of lines.
func TestOutlinesOfOneClip(t *testing.T) {
	const fills = 5000
	marks, err := painted(withForm("10 500 m "+strings.Repeat("20 500 l 10 540 l ", 200)+"W n "+strings.Repeat("0 0 420 595 re f ", fills), ""))
	require.NoError(t, err)
	require.Len(t, marks, fills)
	lines := 0
	for _, mark := range marks {
		lines += len(mark.Outline)
	}
	require.LessOrEqual(t, lines, 1<<20)
	require.NotEmpty(t, marks[0].Outline)
}

func TestPaintedMarks(t *testing.T) {
	// The page is 420 points wide and 595 tall, the form is at 50, 400.
	for name, c := range map[string]struct {
		text, form               string
		kind                     domain.PaintKind
		left, top, right, bottom float64
	}{
		"a rectangle":             {"10 500 100 50 re f", "", domain.Shape, 10, 45, 110, 95},
		"a curve":                 {"10 500 m 20 540 30 540 40 500 c f*", "", domain.Shape, 10, 65, 40, 95},
		"a point moved to":        {"0 0 m 10 500 m 20 540 30 540 40 500 c f*", "", domain.Shape, 10, 65, 40, 95},
		"a stroke":                {"4 w 10 500 m 100 500 l S", "", domain.Shape, 8, 93, 102, 97},
		"a stroke as G1 says":     {"/G1 gs 10 500 m 100 500 l S", "", domain.Shape, 8, 93, 102, 97},
		"a scaled rectangle":      {"q .5 0 0 .5 100 100 cm 0 0 100 50 re f Q", "", domain.Shape, 100, 470, 150, 495},
		"a turned rectangle":      {"0 1 -1 0 200 300 cm 0 0 100 50 re f", "", domain.Shape, 150, 195, 200, 295},
		"a clipped rectangle":     {"20 510 10 10 re W n 10 500 100 50 re f", "", domain.Shape, 20, 75, 30, 85},
		"after a clip":            {"q 20 510 10 10 re W n Q 10 500 100 50 re f", "", domain.Shape, 10, 45, 110, 95},
		"beyond the page":         {"-50 500 100 50 re f", "", domain.Shape, 0, 45, 50, 95},
		"a gradient":              {"10 500 100 50 re W n /S sh", "", domain.Shape, 10, 45, 110, 95},
		"an inline image":         {"100 0 0 50 10 500 cm BI /W 1 /H 1 ID x EI", "", domain.Picture, 10, 45, 110, 95},
		"a form":                  {"/X1 Do", "0 0 30 40 re f", domain.Shape, 50, 155, 80, 195},
		"a form and its box":      {"/X1 Do", "-10 0 30 400 re f", domain.Shape, 50, 95, 70, 195},
		"a form in itself":        {"/X1 Do", "/X1 Do 0 0 30 40 re n", domain.Shape, 0, 0, 0, 0},
		"after a form that saves": {"q q /X1 Do Q Q 10 500 100 50 re f", "Q Q 9 0 0 9 0 0 cm q q", domain.Shape, 10, 45, 110, 95},
		"text":                    {"BT /F1 10 Tf 30 500 Td (abcd) Tj ET", "", domain.Glyphs, 30, 86, 50, 97.5},
		"spaced text":             {"BT /F1 10 Tf 2 Tc 30 500 Td [(ab) -1000 (cd)] TJ ET", "", domain.Glyphs, 30, 86, 68, 97.5},
		"text after text":         {"3 Tr BT /F1 10 Tf 30 500 Td (abcd) Tj 0 Tr (ab) Tj ET", "", domain.Glyphs, 50, 86, 60, 97.5},
		"invisible text":          {"BT /F1 10 Tf 3 Tr 30 500 Td (abcd) Tj ET", "", domain.Shape, 0, 0, 0, 0},
		"transparent text":        {"BT /F1 10 Tf /G2 gs 30 500 Td (abcd) Tj ET", "", domain.Shape, 0, 0, 0, 0},
		"a transparent rectangle": {"/G2 gs 10 500 100 50 re f", "", domain.Shape, 0, 0, 0, 0},
		"clipped away":            {"10 10 5 5 re W n 10 500 100 50 re f", "", domain.Shape, 0, 0, 0, 0},
		"a state many deep":       {strings.Repeat("q ", content.MaxSaved) + "10 500 100 50 re f", "", domain.Shape, 10, 45, 110, 95},
		"the page's own colour":   {"0 0 420 595 re f", "", domain.Shape, 0, 0, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			marks, err := painted(withForm(c.text, c.form))
			require.NoError(t, err)
			if c.right == 0 {
				require.Empty(t, marks)
				return
			}
			require.Len(t, marks, 1)
			require.Equal(t, c.kind, marks[0].Kind)
			got := marks[0].Rect
			require.InDeltaSlice(t, []float64{c.left, c.top, c.right, c.bottom},
				[]float64{got.Left.Points(), got.Top.Points(), got.Right.Points(), got.Bottom.Points()}, 0.01)
		})
	}
}

func TestPaintedTextHasADirection(t *testing.T) {
	for content, want := range map[string]float64{
		"BT /F1 10 Tf 30 500 Td (abcd) Tj ET":             0,
		"BT /F1 10 Tf 0 1 -1 0 30 300 Tm (abcd) Tj ET":    270, // read upwards
		"BT /F1 10 Tf 0 -1 1 0 30 500 Tm (abcd) Tj ET":    90,
		"BT /F1 10 Tf -1 0 0 -1 90 500 Tm (abcd) Tj ET":   180,
		"-1 0 0 1 200 0 cm BT /F1 10 Tf (mirrored) Tj ET": 180,
	} {
		marks, err := painted(withForm(content, ""))
		require.NoError(t, err)
		require.Len(t, marks, 1)
		require.InDelta(t, want, marks[0].Turn, 0.01, content)
	}
}

// TestPaintedByEngines compares with what poppler reads off the engines' own PDFs.
func TestPaintedByEngines(t *testing.T) {
	const html = `<!doctype html><style>@page{size:A4;margin:0}body{margin:0;padding:100px}p{margin:0;white-space:nowrap}</style>
		<p style="font:20px 'Liberation Serif'">AVAVA typographic words</p><p style="font:italic 12px 'DejaVu Sans';letter-spacing:3px">some wider words</p>
		<p style="font:30px 'Liberation Mono';text-align:right">words to the right</p><svg width=40 height=30 style="display:block"><path d="M0 0L40 30" stroke=red /></svg>`
	for name, print := range enginepdf.Engines {
		t.Run(name, func(t *testing.T) {
			pdf := print(t, html)
			marks, err := painted(pdf)
			require.NoError(t, err)
			words, err := pdfcheck.Open(t, pdf).Words(1)
			require.NoError(t, err)
			require.Len(t, words, 10)
			for _, w := range words {
				left, right := math.Inf(1), math.Inf(-1)
				for _, m := range marks {
					if m.Kind == domain.Glyphs && m.Rect.Top < w.Bottom && m.Rect.Bottom > w.Top {
						left, right = min(left, m.Rect.Left.Points()), max(right, m.Rect.Right.Points())
					}
				}
				require.LessOrEqual(t, left, w.Left.Points()+1, w.Text)
				require.GreaterOrEqual(t, right, w.Right.Points()-1, w.Text)
			}
			last, end := words[len(words)-1], 0.0
			for _, m := range marks {
				if m.Kind == domain.Glyphs {
					end = max(end, m.Rect.Right.Points())
				}
			}
			require.InDelta(t, last.Right.Points(), end, 1)
		})
	}
}

func TestPaintedRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"a string without an end": "(abc", "an image without an end": "BI /W 1 ID x", "an array without an end": "[1 2",
		"states without an end": strings.Repeat("q ", content.MaxSaved+1),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := painted(withForm(text, ""))
			require.Error(t, err)
		})
	}
	var err error
	for _, err = range (reader.Reader{}).Painted(withForm("", ""), 2) {
	}
	require.ErrorContains(t, err, "page 2 paints: there is no such page")
	for name, pdf := range hostile() {
		t.Run(name, func(t *testing.T) {
			_, err := painted(pdf)
			require.Error(t, err)
		})
	}
}

func FuzzPainted(f *testing.F) {
	f.Add("q 1 0 0 1 1 1 cm 0 0 9 9 re W n /X1 Do Q BT /F1 9 Tf (a) ' ET", "[(a) 9] TJ BI ID EI")
	f.Add("Inf 0 0 1 NaN 1 cm 1e300 1e300 1e300 1e300 re f", "/X1 Do /X1 Do")
	f.Fuzz(func(t *testing.T, content, form string) {
		marks, err := painted(withForm(content, form))
		if err != nil {
			return
		}
		for _, m := range marks {
			require.False(t, math.IsNaN(float64(m.Rect.Width()+m.Rect.Height())))
			require.GreaterOrEqual(t, m.Rect.Left.Points(), -0.01)
			require.LessOrEqual(t, m.Rect.Right.Points(), 420.01)
		}
	})
}

// A field of a form is painted where its annotation is.
func TestPaintedFields(t *testing.T) {
	pdf := sample.Pages(sample.Page{Entries: "/Annots [<</Subtype /Widget /Rect [72 558 86 572]>> <</Subtype /Link /Rect [0 0 9 9]>>]"})
	found, err := painted(pdf)
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.Equal(t, domain.Shape, found[0].Kind)
	require.InDelta(t, 72, found[0].Rect.Left.Points(), 1e-9)
	require.InDelta(t, 14, found[0].Rect.Height().Points(), 1e-9)
}
