package stamper_test

import (
	"fmt"
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

const dot = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC`

// accessible finishes what Chrome prints to PDF/UA-1. veraPDF judges it in `make standards`.
func accessible(t *testing.T, html string, overlays ...ports.Overlay) ([]byte, domain.Conformance) {
	t.Helper()
	stamped, kept, err := stamper.Stamper{}.Stamp(t.Context(), enginepdf.Chrome(t, `<!DOCTYPE html><html lang=en><title>x</title>`+html), ports.StampChanges{
		Metadata: domain.Metadata{Title: "x", Language: "en"}, Overlays: overlays,
		Standards: domain.Conformance{Claimed: "ua-1"},
	})
	require.NoError(t, err)
	pdfcheck.In(t, stamped, pdfcheck.Sound(), pdfcheck.Tagged(true))
	return stamped, kept
}

// TestUnmet: what only the author can mend is not covered up.
func TestUnmet(t *testing.T) {
	stamped, kept := accessible(t, `<img src="`+dot+`"><h1>one</h1><h3>two</h3>`)
	require.Equal(t, "ua-1=1 picture without alt, 1 skipped heading level", kept.String())
	require.NotContains(t, xmpOf(t, stamped), "pdfuaid:part>")
	_, kept = keep(t, enginepdf.Chrome(t, "<p>x"), "ua-1")
	require.Equal(t, "ua-1=missing title, missing lang", kept.String())
	_, kept = keep(t, enginepdf.Wkhtmltopdf(t, "<p>x"), "ua-1")
	require.Equal(t, "ua-1=the engine's PDF is not tagged, missing title, missing lang", kept.String())
}

// TestWithoutContent: what says nothing keeps PDF/UA, although engines do not tag it.
func TestWithoutContent(t *testing.T) {
	for _, html := range []string{"", `<body style="background:#eee"><hr><img alt="" src="` + dot + `">`} {
		stamped, kept := accessible(t, html)
		require.Equal(t, "ua-1", kept.String())
		require.Contains(t, xmpOf(t, stamped), "<pdfuaid:part>1</pdfuaid:part>")
	}
}

// TestMarginBoxesAreArtifacts: what stands outside of the page's content.
func TestMarginBoxesAreArtifacts(t *testing.T) {
	stamped, kept := accessible(t, `<style>@page{@top-center{content:"margin"}}</style><a href="`+domain.PageBoxURI+
		`" style="position:fixed;inset:0" aria-hidden=true></a><p>one<p style="break-before:page">two`)
	require.Equal(t, "ua-1", kept.String())
	require.Contains(t, xmpOf(t, stamped), "<pdfuaid:part>1</pdfuaid:part>")
	structure, err := pdfcheck.Open(t, stamped).Structure()
	require.NoError(t, err)
	require.NotContains(t, structure, "margin")
	require.Contains(t, structure, "two")
}

// TestLinksHaveDescriptions: those of the body, and those of headers, which are no part of the text.
func TestLinksHaveDescriptions(t *testing.T) {
	header := enginepdf.Chrome(t, `<!DOCTYPE html><style>@page{size:200mm 20mm;margin:0}</style><a href="https://platen.example/header">x</a>`)
	stamped, kept := accessible(t, `<p id=there>one <a href="https://platen.example/text">two <b>three</b><br>four</a> <a href="#there">back</a>
		<p><a href="https://platen.example/picture"><img alt="a dot" src="`+dot+`"></a><p>five`,
		ports.Overlay{Content: header, Placements: []ports.Placement{{TargetPage: 1, SourcePage: 1, Region: region(0, 0)}}})
	require.Equal(t, "ua-1", kept.String())
	f, err := object.Open(stamped)
	require.NoError(t, err)
	page := f.Dict(f.Array(f.Dict(f.Catalog()["Pages"])["Kids"])[0])
	require.Equal(t, object.Name("S"), page["Tabs"])
	described := map[string]bool{}
	for _, annotation := range f.Array(page["Annots"]) {
		d := f.Dict(annotation)
		described[f.Text(d["Contents"])] = true
		require.NotNil(t, d["StructParent"])
	}
	require.Equal(t, map[string]bool{"two three four": true, "back": true, "a dot": true, "https://platen.example/header": true}, described)
}

// TestFinishingChangesNoPixel: marks paint nothing.
func TestFinishingChangesNoPixel(t *testing.T) {
	html := `<style>.x::before{content:"→ "}div{border:2px solid red;border-radius:5px;background:linear-gradient(red,blue);box-shadow:3px 3px 5px #888}</style>
		<div>one</div><p class=x style="opacity:.4">two</p><p style="filter:blur(1px)">three<p style="transform:rotate(9deg)">four<p style="clip-path:circle(20%)">five
		<p style="mix-blend-mode:multiply;background:#ff0">six<table border=1><tr><td>seven<td></table><img alt=x src="` + dot + `"><svg width=50 height=20><rect width=9 height=9 /><text y=9>t</text></svg>
		<p style="break-before:page;-webkit-mask-image:linear-gradient(black,transparent)">eight 😀`
	stamped, _ := accessible(t, html)
	samePictures(t, enginepdf.Chrome(t, `<!DOCTYPE html><html lang=en><title>x</title>`+html), stamped, 2)
}

// TestToUnicodeHasCharacters: engines have none for some glyphs.
func TestToUnicodeHasCharacters(t *testing.T) {
	stamped, _ := keep(t, sample.File("", "<</Type /Catalog /Pages 2 0 R /StructTreeRoot 4 0 R>>", "<</Type /Pages /Count 1 /Kids [3 0 R]>>",
		"<</Type /Page /MediaBox [0 0 9 9] /Contents 6 0 R /Resources <</Font <</F1 <</Type /Font /ToUnicode 5 0 R>>>>>>>>", "<</K []>>",
		sample.Stream("", "<0000> <FFFF>\n<0000> <0041>\n<01FB> <0000>\r\n<0001> <0002> <feff>\n"), sample.Stream("", "")), "ua-1")
	f, err := object.Open(stamped)
	require.NoError(t, err)
	page := f.Dict(f.Array(f.Dict(f.Catalog()["Pages"])["Kids"])[0])
	font := f.Dict(f.Dict(f.Dict(page["Resources"])["Font"])["F1"])
	require.Equal(t, "<0000> <FFFF>\n<0000> <0041>\n<01FB> <FFFD>\n<0001> <0002> <FFFD>\n", string(f.Decode(f.Get(font["ToUnicode"]).(object.Stream))))
}

// TestSpansEndWithTheTable: a cell that is taller than its table becomes shorter, and stays as wide as it is.
func TestSpansEndWithTheTable(t *testing.T) {
	stamped, _ := keep(t, sample.File("", "<</Type /Catalog /Pages 2 0 R /StructTreeRoot 4 0 R>>", "<</Type /Pages /Count 1 /Kids [3 0 R]>>",
		"<</Type /Page /MediaBox [0 0 9 9]>>", "<</K 5 0 R>>", "<</S /Table /P 4 0 R /K 6 0 R>>", "<</S /TR /P 5 0 R /K 7 0 R>>",
		"<</S /TD /P 6 0 R /A <</O /Table /ColSpan 2 /RowSpan 5>>>>"), "ua-1")
	f, err := object.Open(stamped)
	require.NoError(t, err)
	const owner = object.Name("Table")
	require.Equal(t, object.Array{object.Dict{"O": owner, "RowSpan": 1.0}, object.Dict{"O": owner, "ColSpan": 2.0}}, f.Dict(object.Ref(7))["A"])
}

// FuzzAccessible finishes structures and content of any kind.
func FuzzAccessible(f *testing.F) {
	f.Add("/S /Table /K [6 0 R 0 <</Type /MCR /MCID 1 /Pg 3 0 R>>]", "/S /TR /P 5 0 R /K [5 0 R 6 0 R]", "/P <</MCID 0>>BDC BT (x) Tj ET EMC 0 0 9 9 re f")
	f.Add("/S /L /K 6 0 R", "/S /TD /A [<</O /Table /ColSpan 99999 /RowSpan 99999 /Headers [(x)]>>] /K 0", "EMC q /X1 Do Q BT /F1 9 Tf (x) ' /Span BMC (y) Tj EMC ET")
	f.Add("/S /Figure /K [[]]", "/S /H9 /Lang (x_y) /K 7", "/Artifact BMC /P <</MCID -1>>BDC 0 0 m S EMC")
	f.Add("/S /P /K 0", "/S /P /K 1", "/P <</MCID 0 /Title (a mark that is longer than that of an artifact)>>BDC 0 0 m EMC f")
	f.Fuzz(func(t *testing.T, one, two, content string) {
		body := sample.File("", "<</Type /Catalog /Pages 2 0 R /StructTreeRoot 4 0 R>>", "<</Type /Pages /Count 1 /Kids [3 0 R]>>",
			"<</Type /Page /MediaBox [0 0 9 9] /StructParents 0 /Contents 7 0 R /Resources <</XObject <</X1 8 0 R>>>> /Annots [<</Subtype /Link /StructParent 1>>]>>",
			"<</K 5 0 R /ParentTree <</Nums [0 [6 0 R 5 0 R] 1 6 0 R]>>>>", "<<"+one+">>", "<<"+two+">>", sample.Stream("", content),
			sample.Stream("/Subtype /Form /Resources <</XObject <</X1 8 0 R>>>>", content))
		stamped, _, err := stamper.Stamper{}.Stamp(t.Context(), body, ports.StampChanges{
			Standards: domain.Conformance{Claimed: "a-2b ua-1"}})
		if err != nil {
			return
		}
		require.Less(t, len(stamped), 1<<20, fmt.Sprintf("of %d bytes", len(body)))
		_, err = object.Open(stamped)
		require.NoError(t, err)
	})
}
