package stamper_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/internal/enginepdf"
	"platen/adapters/pdf/object"
	"platen/adapters/pdf/stamper"
	"platen/domain"
	"platen/ports"
	"platen/ports/pdfcheck"
	"platen/ports/pdfcheck/sample"
)

// keep stamps a PDF that is to keep a standard.
func keep(t *testing.T, body []byte, wish string) ([]byte, domain.Conformance) {
	standards, err := domain.ParseStandards(wish)
	require.NoError(t, err)
	stamped, kept, err := stamper.Stamper{}.Stamp(t.Context(), body, ports.StampChanges{Standards: domain.Conformance{Claimed: standards}})
	require.NoError(t, err)
	return stamped, kept
}

// TestArchive: the PDFs of engines are finished to PDF/A-2b and 3b. veraPDF judges them in `make standards`.
func TestArchive(t *testing.T) {
	for name, print := range enginepdf.Engines {
		for wish, part := range map[string]string{"a-2b": "2", "a-3b": "3"} {
			t.Run(name+" "+wish, func(t *testing.T) {
				stamped, kept := keep(t, print(t, bodyOf(2)), wish)
				require.Equal(t, wish, kept.String())
				require.Contains(t, xmpOf(t, stamped), "<pdfaid:part>"+part+"</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>")
				pdfcheck.In(t, stamped, pdfcheck.Sound())
				f, err := object.Open(stamped)
				require.NoError(t, err)
				intents := f.Array(f.Catalog()["OutputIntents"])
				require.Len(t, intents, 1)
				profile := f.Decode(f.Get(f.Dict(intents[0])["DestOutputProfile"]).(object.Stream))
				require.Equal(t, "mntrRGB XYZ ", string(profile[12:24]))
			})
		}
	}
}

// TestNotForArchive: what cannot be mended is said, and not claimed.
func TestNotForArchive(t *testing.T) {
	page := func(resources, content string, more ...string) []byte {
		return sample.File("", append([]string{
			"<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Count 1 /Kids [3 0 R]>>",
			"<</Type /Page /MediaBox [0 0 9 9] /Resources <<" + resources + ">> /Contents 4 0 R>>", sample.Stream("", content),
		}, more...)...)
	}
	deep := ""
	for range 29 {
		deep += "q "
	}
	const embedded = "/Font <</F1 <</Type /Font /Subtype /Type0 /DescendantFonts [<</Type /Font /FontDescriptor <</FontFile2 5 0 R>>>>]>>>>"
	for reason, body := range map[string][]byte{
		"":                                   page(embedded, "BT /F1 9 Tf <00010002> Tj <010000> Tj ET 0 0 1 rg 0 0 9 9 re f"),
		"the font Helvetica is not embedded": sample.Pages(sample.Page{}),
		"characters that no font has":        page(embedded, "BT /F1 9 Tf [<0001> 9 <00020000>] TJ ET"),
		"CMYK colours":                       page("", "1 0 0 0 k 0 0 9 9 re f"),
		"graphics nested too deep":           page("", deep),
		"data compressed by LZWDecode":       page("/XObject <</X 5 0 R>>", "", sample.Stream("/Subtype /Image /Filter /LZWDecode", "x")),
		"an action Launch":                   withAnnotation("/Subtype /Link /A <</S /Launch>>"),
		"a link with a too long address":     withAnnotation("/Subtype /Link /A <</S /URI /URI (https://platen.example/" + strings.Repeat("x", 32768) + ")>>"),
		"an annotation Movie":                withAnnotation("/Subtype /Movie"),
		"attachments":                        sample.File("", "<</Type /Catalog /Pages 2 0 R /Names <</EmbeddedFiles <<>>>>>>", "<</Type /Pages /Count 1 /Kids [3 0 R]>>", "<</Type /Page /MediaBox [0 0 9 9]>>"),
		"OpenAction in the catalog":          sample.File("", "<</Type /Catalog /Pages 2 0 R /OpenAction <<>>>>", "<</Type /Pages /Count 1 /Kids [3 0 R]>>", "<</Type /Page /MediaBox [0 0 9 9]>>"),
	} {
		t.Run(reason, func(t *testing.T) {
			stamped, kept := keep(t, body, "a-2b")
			if reason == "" {
				require.Equal(t, "a-2b", kept.String())
				return
			}
			require.Equal(t, "a-2b="+reason, kept.String())
			require.NotContains(t, xmpOf(t, stamped), "pdfaid:part>")
		})
	}
}

func withAnnotation(entries string) []byte {
	return sample.File("", "<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Count 1 /Kids [3 0 R]>>",
		"<</Type /Page /MediaBox [0 0 9 9] /Annots [<</Rect [0 0 9 9] "+entries+">>]>>")
}

// TestFontsOfPagesAreToldApart: a name stands for another font on another page, if the fonts are no objects of their own.
func TestFontsOfPagesAreToldApart(t *testing.T) {
	const program = "/FontDescriptor <</FontFile2 7 0 R>>"
	page := func(font, content string) string {
		return "<</Type /Page /MediaBox [0 0 9 9] /Resources <</Font <</F1 <</Type /Font " + font + ">>>>>> /Contents " + content + ">>"
	}
	_, kept := keep(t, sample.File("", "<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Count 2 /Kids [3 0 R 4 0 R]>>",
		page("/Subtype /TrueType "+program, "5 0 R"), page("/Subtype /Type0 /DescendantFonts [<</Type /Font "+program+">>]", "6 0 R"),
		sample.Stream("", "BT /F1 9 Tf (x) Tj ET"), sample.Stream("", "BT /F1 9 Tf <0000> Tj ET"), sample.Stream("", "x")), "a-2b")
	require.Equal(t, "a-2b=characters that no font has", kept.String())
}

// TestPicturesAreNotSmoothed: an engine's wish for it is forbidden, and taken back.
func TestPicturesAreNotSmoothed(t *testing.T) {
	stamped, kept := keep(t, sample.File("", "<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Count 1 /Kids [3 0 R]>>",
		"<</Type /Page /MediaBox [0 0 9 9] /Resources <</XObject <</X 4 0 R>>>>>>", sample.Stream("/Subtype /Image /Interpolate true", "x")), "a-2b")
	require.Equal(t, "a-2b", kept.String())
	require.NotContains(t, string(stamped), "Interpolate")
}

// TestLinksAreForArchive: links that an engine writes without flags are printed with their page.
func TestLinksAreForArchive(t *testing.T) {
	stamped, kept := keep(t, withAnnotation("/Subtype /Link /F 2 /A <</S /URI /URI (https://platen.example/)>>"), "a-2b")
	require.Equal(t, "a-2b", kept.String())
	f, err := object.Open(stamped)
	require.NoError(t, err)
	page := f.Dict(f.Array(f.Dict(f.Catalog()["Pages"])["Kids"])[0])
	require.InDelta(t, 4, f.Dict(f.Array(page["Annots"])[0])["F"], 0)
}

// TestLongNames: links lead to the places of names that are too long for PDF/A, and the names are left out.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("x", 128)
	stamped, kept := keep(t, enginepdf.Chrome(t, `<p id=`+long+`>one<p><a href="#`+long+`">two</a>`), "a-2b")
	require.Equal(t, "a-2b", kept.String())
	pdfcheck.In(t, stamped, pdfcheck.Sound(), pdfcheck.LinksTo(1, pdfcheck.Place{Page: 1, Above: 277.3 * domain.Millimetre}), pdfcheck.NoTrace(long))
}

// TestLargeNumbers: no claim on numbers that are too large, and on what wkhtmltopdf writes for these.
func TestLargeNumbers(t *testing.T) {
	for _, number := range []string{"-2147483648.5", "1e30", "1)"} {
		_, kept := keep(t, sample.Pages(sample.Page{Content: "0 0 m " + number + " 0 l S"}), "a-2b")
		require.Contains(t, kept.Reasons(domain.A2B), "numbers that are too large", number)
	}
}
