package stamper_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/internal/enginepdf"
	"platen/adapters/pdf/stamper"
	"platen/ports"
	"platen/ports/pdfcheck"
	"platen/ports/pdfcheck/sample"
)

// nestedForms returns a page that draws a form that draws a form, and so on, as nested groups with opacity do.
func nestedForms(depth int) []byte {
	objects := []string{
		"<</Type /Catalog /Pages 2 0 R>>",
		"<</Type /Pages /Count 1 /Kids [3 0 R]>>",
		"<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 50] /Resources <</XObject <</X 5 0 R>>>> /Contents 4 0 R>>",
		sample.Stream("", "/X Do"),
	}
	for n := range depth {
		objects = append(objects, sample.Stream(fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [0 0 200 50] /Group <</S /Transparency>> "+
			"/Resources <</XObject <</X %d 0 R>>>>", n+6), "/X Do"))
	}
	objects = append(objects, sample.Stream("/Type /XObject /Subtype /Form /BBox [0 0 200 50]", "1 0 0 rg 0 30 20 20 re f"))
	return sample.File("", objects...)
}

func TestDeeplyNestedGroupsAreStamped(t *testing.T) {
	body := sample.Pages(sample.Page{})
	for _, depth := range []int{14, 40} {
		stamped := stamp(t, body, ports.Overlay{Content: nestedForms(depth), Placements: []ports.Placement{{TargetPage: 1, SourcePage: 1, Region: region(0, 0)}}})
		pdfcheck.In(t, stamped, pdfcheck.Sound())
		extent, err := pdfcheck.Open(t, stamped).Extent(1, red)
		require.NoError(t, err)
		require.InDelta(t, 20, extent.Width().Points(), 1)
	}
	// Poppler draws at most a hundred nested forms, so this only counts them.
	stamped := stamp(t, body, ports.Overlay{Content: nestedForms(20_000), Placements: []ports.Placement{{TargetPage: 1, SourcePage: 1, Region: region(0, 0)}}})
	require.Greater(t, bytes.Count(stamped, []byte("/Subtype /Form")), 20_000)
}

// withState is an overlay whose content uses a graphics state, the object 5, among further objects.
func withState(objects ...string) ports.Overlay {
	return ports.Overlay{Placements: []ports.Placement{{TargetPage: 1, SourcePage: 1, Region: region(0, 0)}}, Content: sample.File("", append([]string{
		"<</Type /Catalog /Pages 2 0 R>>",
		"<</Type /Pages /Count 1 /Kids [3 0 R]>>",
		"<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 50] /Resources <</ExtGState <</G 5 0 R>>>> /Contents 4 0 R>>",
		sample.Stream("", "/G gs 1 0 0 rg 0 30 20 20 re f"),
	}, objects...)...)}
}

// Objects that refer to each other in a circle are copied once, too.
func TestCircularReferencesAreStamped(t *testing.T) {
	stamped := stamp(t, sample.Pages(sample.Page{}), withState("<</Own 5 0 R /Other 6 0 R>>", "<</Back 5 0 R /Self 6 0 R>>"))
	pdfcheck.In(t, stamped, pdfcheck.Sound(), pdfcheck.PaintedAt(1, red, region(0, 0), 200))
	objects, err := pdfcheck.Open(t, stamped).Objects()
	require.NoError(t, err)
	circles := 0
	for _, o := range objects.Dicts() {
		if o.Dict["/Self"] == o.Ref {
			circles++
			require.Equal(t, o.Ref, objects.Dict(o.Dict["/Back"])["/Other"])
		}
	}
	require.Equal(t, 1, circles)
}

// TestHostileObjectsAreNotStamped: neither the depth of references nor the bytes of streams that overlap are without bound.
func TestHostileObjectsAreNotStamped(t *testing.T) {
	var deep, overlapping []string
	for n := range 70_000 {
		deep = append(deep, fmt.Sprintf("<</N %d 0 R>>", 6+n))
	}
	all := "<</All ["
	for n := range 20 {
		all += fmt.Sprintf("%d 0 R ", 6+n)
		overlapping = append(overlapping, fmt.Sprintf("<</Length 3000 /N %d>>\nstream\n\nendstream", n))
	}
	overlapping = append(append([]string{all + "]>>"}, overlapping...), sample.Stream("", strings.Repeat(" ", 3000)))
	for reason, overlay := range map[string]ports.Overlay{"nested too deep": withState(deep...), "streams overlap": withState(overlapping...)} {
		_, _, err := stamper.Stamper{}.Stamp(t.Context(), sample.Pages(sample.Page{}), ports.StampChanges{Overlays: []ports.Overlay{overlay}})
		require.ErrorContains(t, err, reason)
	}
}

// noise returns an img element with a picture that does not compress.
func noise(width, height int) string {
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	random := rand.NewChaCha8([32]byte{1})
	_, _ = random.Read(picture.Pix)
	for i := 3; i < len(picture.Pix); i += 4 {
		picture.Pix[i] = 0xff
	}
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		panic(err)
	}
	return `<img style="width:40px;height:40px" src="data:image/png;base64,` + base64.StdEncoding.EncodeToString(out.Bytes()) + `">`
}

// The body and both parts of a header show the same picture and use the same font. The file has each once.
func TestPicturesAndFontsAreInTheFileOnce(t *testing.T) {
	const style = `<!DOCTYPE html><style>@page{size:190mm 40mm;margin:0}body{margin:0;font:16px sans-serif}</style>`
	logo := noise(150, 150)
	header := style + logo + ` Company 0123456789`
	for name, print := range enginepdf.Engines {
		t.Run(name, func(t *testing.T) {
			body := print(t, strings.Replace(style, "190mm 40mm", "A4", 1)+logo+` Company 0123456789`)
			places := []ports.Placement{{TargetPage: 1, SourcePage: 1, Region: region(0, 0)}}
			stamped := stamp(t, body, ports.Overlay{Content: print(t, header), Placements: places},
				ports.Overlay{Content: print(t, header+" "), Placements: places},
				ports.Overlay{Content: print(t, header+noise(9, 9)), Placements: places})
			pdfcheck.In(t, stamped, pdfcheck.Sound())
			require.Less(t, len(stamped), len(body)+8<<10)
			f := pdfcheck.Open(t, stamped)
			images, err := f.Count("/Subtype /Image")
			require.NoError(t, err)
			require.Equal(t, 2, images) // the logo and the last overlay's picture
			descriptors, err := f.Count("/Type /FontDescriptor")
			require.NoError(t, err)
			require.Equal(t, 2, descriptors)   // the body's and the overlays'
			fonts, err := f.Count("/Length1 ") // of TrueType programs
			require.NoError(t, err)
			require.Equal(t, 1, fonts)
		})
	}
}

func TestTheProducerIsNamed(t *testing.T) {
	places := []ports.Placement{{TargetPage: 1, SourcePage: 1, Region: region(0, 0)}}
	overlay := ports.Overlay{Content: sample.Pages(overlayPage("x")), Placements: places}
	for name, body := range map[string]struct {
		pdf      []byte
		producer string
	}{
		"chrome":      {enginepdf.Chrome(t, "<title>The title</title>"), "Platen (Skia/PDF m"},
		"wkhtmltopdf": {enginepdf.Wkhtmltopdf(t, "<title>The title</title>"), "Platen (Qt "},
		"none":        {sample.File("", "<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Count 1 /Kids [3 0 R]>>", "<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9]>>"), "Platen"},
	} {
		t.Run(name, func(t *testing.T) {
			info, err := pdfcheck.Open(t, stamp(t, body.pdf, overlay)).Info()
			require.NoError(t, err)
			require.True(t, strings.HasPrefix(info["Producer"], body.producer), info["Producer"])
			if name == "chrome" { // the bare wkhtmltopdf writes none
				require.Equal(t, "The title", info["Title"])
			}
		})
	}
}
