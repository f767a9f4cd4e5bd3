package reader_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/pdf/reader"
	"platen/domain"
	"platen/ports/pdfcheck/sample"
)

// read returns the texts of a page.
func read(t testing.TB, content, form string) []domain.TextSpan {
	t.Helper()
	pages, err := reader.Reader{}.Text(withForm(content, form))
	require.NoError(t, err)
	require.Len(t, pages, 1)
	require.InDelta(t, 420, float64(pages[0].Size.Width), 0.01)
	return pages[0].Spans
}

func TestTextPlaces(t *testing.T) {
	for name, c := range map[string]struct {
		content, form  string
		text           string
		left, baseline float64
	}{
		"a string":              {"BT /F1 10 Tf 30 500 Td (one) Tj ET", "", "one", 30, 95},
		"Tm and scaling":        {"q 2 0 0 2 0 0 cm BT /F1 10 Tf 1 0 0 1 30 200 Tm (one) Tj ET Q", "", "one", 60, 195},
		"an array with a blank": {"BT /F1 10 Tf 30 500 Td [(one) -600 (two) 20 (s)] TJ ET", "", "one twos", 30, 95},
		"a form at its place":   {"q /X1 Do Q", "BT /F1 10 Tf 5 5 Td (form) Tj ET", "form", 55, 190},
		"a next line":           {"BT /F1 10 Tf 12 TL 30 500 Td T* (one) Tj ET", "", "one", 30, 107},
		"letters of WinAnsi":    {"BT /F1 10 Tf 30 500 Td (Gr\\374\\337e \\(x\\)) Tj ET", "", "Grüße (x)", 30, 95},
	} {
		t.Run(name, func(t *testing.T) {
			spans := read(t, c.content, c.form)
			require.Len(t, spans, 1)
			require.Equal(t, c.text, spans[0].Text)
			require.InDelta(t, c.left, float64(spans[0].Left), 0.01)
			require.InDelta(t, c.baseline, float64(spans[0].Baseline), 0.01)
		})
	}
	require.Empty(t, read(t, "BT /F1 10 Tf 3 Tr 30 500 Td (hidden) Tj ET", ""), "mode 3 paints nothing")
	spans := read(t, "BT /F1 10 Tf 80 500 Td (painted) Tj -50 0 Td (first) Tj ET", "")
	require.Equal(t, []string{"painted", "first"}, []string{spans[0].Text, spans[1].Text})
}

// TestTextOfCroppedPage: places and the size are those of the page as it is shown.
func TestTextOfCroppedPage(t *testing.T) {
	pages, err := reader.Reader{}.Text(sample.Pages(sample.Page{Entries: "/CropBox [10 20 500 800]", Content: sample.Text(30, 500, 12, "text")}))
	require.NoError(t, err)
	require.Equal(t, domain.Size{Width: 490, Height: 780}, pages[0].Size)
	require.InDelta(t, 20, pages[0].Spans[0].Left.Points(), 0.01)
	require.InDelta(t, 300, pages[0].Spans[0].Baseline.Points(), 0.01)
}

// TestTextOfHostile: a file that is no PDF, or one without an end, is an error or costs little.
func TestTextOfHostile(t *testing.T) {
	for _, content := range []string{"", "%PDF-1.7\n%%EOF", "<html>", strings.Repeat("%PDF-", 1000)} {
		_, err := reader.Reader{}.Text([]byte(content))
		require.Error(t, err)
	}
	require.Len(t, read(t, "/X1 Do", "BT /F1 9 Tf 1 1 Td (x) Tj ET /X1 Do"), 16, "a form that paints itself ends")
}

// TestFontsWithTooManyCodes: what a font lists is bounded, whatever its numbers are.
func TestFontsWithTooManyCodes(t *testing.T) {
	for name, font := range map[string]string{
		"a long range":                  "/Subtype /Type0 /DescendantFonts [<</W [0 200000 500]>>]",
		"a range that an int lacks":     "/Subtype /Type0 /DescendantFonts [<</W [-1000000000000000000 9200000000000000000 500]>>]",
		"a range that ends beyond":      "/Subtype /Type0 /DescendantFonts [<</W [-1 1" + strings.Repeat("0", 300) + " 500]>>]",
		"many ranges":                   "/Subtype /Type0 /DescendantFonts [<</W [" + strings.Repeat("0 9000 500 ", 20) + "]>>]",
		"single codes, again and again": "/ToUnicode 7 0 R",
	} {
		t.Run(name, func(t *testing.T) {
			letters := sample.Stream("", strings.Repeat("<41> <0061> ", 1<<14)+"endbfchar "+strings.Repeat(strings.Repeat("<41> <0061> ", 1<<14)+"endbfchar ", 8))
			pdf := sample.File("", "<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 420 595]>>",
				"<</Type /Page /Parent 2 0 R /Contents 5 0 R /Resources <</Font <</F1 4 0 R>>>>>>", "<</Type /Font "+font+">>",
				sample.Stream("", "BT /F1 9 Tf (AB) Tj ET"), "null", letters)
			_, err := reader.Reader{}.Text(pdf)
			require.ErrorContains(t, err, "too many codes")
		})
	}
}

func FuzzText(f *testing.F) {
	f.Add("BT /F1 10 Tf 30 500 Td [(one) -600 (two)] TJ ET q /X1 Do Q", "BT /F1 10 Tf (x) ' ET")
	f.Fuzz(func(_ *testing.T, content, form string) {
		_, _ = reader.Reader{}.Text(withForm(content, form))
	})
}

// TestFontsOfFormsAreToldApart: a form's font has the letters of the form's, whatever its page has under the same name.
func TestFontsOfFormsAreToldApart(t *testing.T) {
	resources := func(letter string, more string) string {
		return "/Resources <</Font <</F1 <</Type /Font /Subtype /Type1 /ToUnicode " + letter + " 0 R>>>> " + more + ">>"
	}
	letters := func(code string) string { return sample.Stream("", "1 beginbfchar <41> <"+code+"> endbfchar") }
	pages, err := reader.Reader{}.Text(sample.File("", "<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 420 595]>>",
		"<</Type /Page /Parent 2 0 R /Contents 4 0 R "+resources("6", "/XObject <</X1 5 0 R>>")+">>",
		sample.Stream("", "BT /F1 9 Tf (A) Tj ET /X1 Do BT (A) Tj /F1 9 Tf (A) Tj ET"),
		sample.Stream("/Type /XObject /Subtype /Form /BBox [0 0 100 100] "+resources("7", ""), "BT /F1 9 Tf (A) Tj ET"), letters("0061"), letters("0062")))
	require.NoError(t, err)
	var text strings.Builder
	for _, span := range pages[0].Spans {
		text.WriteString(span.Text)
	}
	require.Equal(t, "abaa", text.String())
}
