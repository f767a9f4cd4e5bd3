package reader_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/internal/enginepdf"
	"platen/adapters/pdf/reader"
	"platen/domain"
	"platen/ports/pdfcheck/sample"
)

func TestPages(t *testing.T) {
	for _, n := range []int{1, 2, 95} {
		pages, err := reader.Reader{}.Pages(sample.Pages(make([]sample.Page, n)...))
		require.NoError(t, err)
		require.Len(t, pages, n)
	}
}

func TestLayout(t *testing.T) {
	link := []sample.Link{{Rect: [4]float64{100, 700, 150, 720}, URI: "https://platen.example/a"}}
	for _, tt := range []struct {
		name string
		page sample.Page
		want domain.PrintedPage
	}{
		{"plain", sample.Page{Links: link},
			page(595, 842, domain.Rect{Left: 100, Top: 122, Right: 150, Bottom: 142})},
		{"origin elsewhere", sample.Page{MediaBox: [4]float64{50, -100, 650, 800}, Links: link},
			page(600, 900, domain.Rect{Left: 50, Top: 80, Right: 100, Bottom: 100})},
		{"corners the other way", sample.Page{MediaBox: [4]float64{595, 842, 0, 0}, Links: link},
			page(595, 842, domain.Rect{Left: 100, Top: 122, Right: 150, Bottom: 142})},
		{"cropped", sample.Page{Entries: "/CropBox [10 20 500 800]", Links: link},
			page(490, 780, domain.Rect{Left: 90, Top: 80, Right: 140, Bottom: 100})},
		{"cropped by more than the paper", sample.Page{Entries: "/CropBox [-10 -20 5000 8000]", Links: link},
			page(595, 842, domain.Rect{Left: 100, Top: 122, Right: 150, Bottom: 142})},
		{"turned by 90", sample.Page{Entries: "/Rotate 90", Links: link},
			page(842, 595, domain.Rect{Left: 700, Top: 100, Right: 720, Bottom: 150})},
		{"turned by 180", sample.Page{Entries: "/Rotate 180", Links: link},
			page(595, 842, domain.Rect{Left: 445, Top: 700, Right: 495, Bottom: 720})},
		{"turned by -90", sample.Page{Entries: "/Rotate -90", Links: link},
			page(842, 595, domain.Rect{Left: 122, Top: 445, Right: 142, Bottom: 495})},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := reader.Reader{}.Pages(sample.Pages(sample.Page{}, tt.page))
			require.NoError(t, err)
			require.Equal(t, []domain.PrintedPage{{Size: domain.Size{Width: 595, Height: 842}}, tt.want}, got)
		})
	}
}

func page(width, height domain.Length, link domain.Rect) domain.PrintedPage {
	return domain.PrintedPage{
		Size:  domain.Size{Width: width, Height: height},
		Links: []domain.Link{{Rect: link, URI: "https://platen.example/a"}},
	}
}

func TestLayoutInherits(t *testing.T) {
	pages, err := reader.Reader{}.Pages(sample.File("",
		"<</Type /Catalog /Pages 2 0 R>>",
		"<</Type /Pages /Count 2 /Kids [3 0 R 5 0 R] /MediaBox [0 0 100 200]>>",
		"<</Type /Pages /Count 1 /Kids [4 0 R] /Rotate 90>>",
		"<</Type /Page>>",
		"<</Type /Page /MediaBox [0 0 300 400]>>"))
	require.NoError(t, err)
	require.Equal(t, []domain.PrintedPage{{Size: domain.Size{Width: 200, Height: 100}}, {Size: domain.Size{Width: 300, Height: 400}}}, pages)
}

// The engines' own PDFs: both put a link where its text is on the paper.
func TestReadsEnginePDFs(t *testing.T) {
	const html = `<!doctype html><style>@page{size:A4;margin:0}body{margin:0}</style>
		<div style="height:100px"></div><a href="https://platen.example/end">end</a>
		<div style="page-break-before:always">two</div>`
	for name, print := range enginepdf.Engines {
		t.Run(name, func(t *testing.T) {
			pdf := print(t, html)
			pages, err := reader.Reader{}.Pages(pdf)
			require.NoError(t, err)
			require.Len(t, pages, 2)
			require.InDelta(t, 595, pages[0].Size.Width.Points(), 1.5)
			require.InDelta(t, 842, pages[1].Size.Height.Points(), 1.5)
			require.Len(t, pages[0].Links, 1)
			require.Equal(t, "https://platen.example/end", pages[0].Links[0].URI)
			require.InDelta(t, 0, pages[0].Links[0].Rect.Left.Points(), 1)
			require.Greater(t, pages[0].Links[0].Rect.Top.Points(), 50.0)
		})
	}
}

func TestRefusesTruncated(t *testing.T) {
	whole := sample.Pages(sample.Page{})
	for i := range whole {
		pages, err := reader.Reader{}.Pages(whole[:i])
		// Blanks after %%EOF may be missing, and nothing else.
		if len(bytes.TrimSpace(whole[i:])) > 0 {
			require.Error(t, err, "the first %d of %d bytes read as %d pages", i, len(whole), len(pages))
		}
	}
}

// hostile PDFs would keep a careless reader busy for ever, or crash the process.
func hostile() map[string][]byte {
	const catalog = "<</Type /Catalog /Pages 2 0 R>>"
	plain := string(sample.Pages(sample.Page{}))
	replaced := func(before, after string) []byte { return []byte(strings.Replace(plain, before, after, 1)) }
	deep := make([]string, 200)
	for i := range deep {
		deep[i] = fmt.Sprintf("<</Type /Pages /Count 1 /Kids [%d 0 R]>>", i+3)
	}
	return map[string][]byte{
		"empty":                   nil,
		"HTML":                    []byte("<!doctype html>"),
		"count is enormous":       sample.File("", catalog, "<</Type /Pages /Count 999999999999 /Kids [3 0 R]>>", "<</Type /Page /MediaBox [0 0 9 9]>>"),
		"count is negative":       sample.File("", catalog, "<</Type /Pages /Count -1 /Kids [3 0 R]>>", "<</Type /Page /MediaBox [0 0 9 9]>>"),
		"count is nothing":        sample.File("", catalog, "<</Type /Pages /Kids [3 0 R]>>", "<</Type /Page>>"),
		"no pages":                sample.File("", "<</Type /Catalog>>"),
		"pages is the catalog":    sample.File("", "<</Type /Catalog /Pages 1 0 R>>"),
		"object is another":       sample.File("", catalog, "<<>>\nendobj\n9 0 obj\n<<>>", ""),
		"nested arrays":           sample.File("", catalog, "<</Count "+strings.Repeat("[", 5000)+">>"),
		"nested to the end":       sample.File("", catalog, "<</Count "+strings.Repeat("[", 1<<20)),
		"entry is text":           replaced("0000000000 65535 f \n", "4000000000 1  0 0 n \n"),
		"table begins beyond all": replaced("xref\n0 7", "xref\n4000000000 7"),
		"table is longer":         replaced("xref\n0 7", "xref\n0 8"),
		"table is enormous":       replaced("xref\n0 7", "xref\n0 4000000000"),
		"table before itself":     replaced("trailer\n<<", fmt.Sprintf("trailer\n<</Prev %d ", strings.Index(plain, "xref\n0"))),
		"hidden name":             replaced("trailer\n<<", "trailer\n<</#50rev 9 "),
		"encrypted":               replaced("trailer\n<<", "trailer\n<</Encrypt 9 0 R "),
		"page tree in a circle":   sample.File("", catalog, "<</Type /Pages /Count 1 /Kids [2 0 R]>>"),
		"page tree doubling":      sample.File("", catalog, "<</Type /Pages /Count 1 /Kids [2 0 R 2 0 R 2 0 R]>>"),
		"page tree without end":   sample.File("", append([]string{catalog}, deep...)...),
		"fewer pages than said":   sample.File("", catalog, "<</Type /Pages /Count 2 /Kids [3 0 R]>>", "<</Type /Page /MediaBox [0 0 9 9]>>"),
		"page without a size":     sample.File("", catalog, "<</Type /Pages /Count 1 /Kids [3 0 R]>>", "<</Type /Page>>"),
	}
}

func TestHostilePDFs(t *testing.T) {
	for name, pdf := range hostile() {
		t.Run(name, func(t *testing.T) {
			_, err := reader.Reader{}.Pages(pdf)
			require.Error(t, err)
		})
	}
}

func FuzzLayout(f *testing.F) {
	for _, pdf := range hostile() {
		if len(pdf) < 1<<16 {
			f.Add(pdf)
		}
	}
	for _, pdf := range hostileReferences() {
		if len(pdf) < 1<<16 {
			f.Add(pdf)
		}
	}
	f.Add(crossReferenced(same, goodEntries, goodObjects))
	f.Add(sample.Pages(sample.Page{Links: []sample.Link{{Rect: sample.A4, URI: "x"}}}, sample.Page{Entries: "/Rotate 90"}))
	f.Fuzz(func(t *testing.T, pdf []byte) {
		pages, err := reader.Reader{}.Pages(pdf)
		if err != nil {
			require.Empty(t, pages)
			return
		}
		require.NotEmpty(t, pages)
		for _, page := range pages {
			require.Positive(t, page.Size.Width.Points())
			require.Positive(t, page.Size.Height.Points())
		}
	})
}

func BenchmarkLayout(b *testing.B) {
	pdf := sample.Pages(make([]sample.Page, 95)...)
	for b.Loop() {
		if _, err := (reader.Reader{}).Pages(pdf); err != nil {
			b.Fatal(err)
		}
	}
}
