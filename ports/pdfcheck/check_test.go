package pdfcheck_test

import (
	"bytes"
	"image/color"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
	"platen/ports/pdfcheck/sample"
)

// document is the PDF of these tests: two pages, the second one wide.
func document() []byte {
	return sample.Pages(
		sample.Page{
			Content: sample.Text(72, 700, 12, "Hello paper world") + sample.Text(72, 600, 12, "after") + sample.Box(100, 642, 200, 100, 1, 0, 0),
			Links:   []sample.Link{{Rect: [4]float64{72, 690, 172, 712}, URI: "https://platen.example/"}},
		},
		sample.Page{MediaBox: [4]float64{0, 0, 842, 595}, Content: sample.Text(20, 20, 12, "Second")})
}

func TestChecks(t *testing.T) {
	red, blue := color.RGBA{255, 0, 0, 255}, color.RGBA{0, 0, 255, 255}
	box := domain.Rect{Left: 100, Top: 100, Right: 300, Bottom: 200}
	link := domain.Rect{Left: 72, Top: 130, Right: 172, Bottom: 152}
	wide := domain.Size{Width: 842, Height: 595}
	for _, tt := range []struct {
		name  string
		check pdfcheck.Check
		// message is part of the error; empty: the check passes.
		message string
	}{
		{"pages", pdfcheck.Pages(2), ""},
		{"not so many pages", pdfcheck.Pages(3), "got 2 pages, want 3"},
		{"pages between", pdfcheck.PagesBetween(1, 2), ""},
		{"not that few pages", pdfcheck.PagesBetween(3, 9), "want 3 to 9"},
		{"paper of one page", pdfcheck.PaperOn(2, wide), ""},
		{"paper of all pages", pdfcheck.Paper(domain.A4), "page 2 is"},
		{"paper of no page", pdfcheck.PaperOn(3, wide), "no page 3"},
		{"paper within tolerance", pdfcheck.PaperOn(2, domain.Size{Width: 843.4, Height: 593.6}), ""},
		{"paper beyond tolerance", pdfcheck.PaperOn(2, domain.Size{Width: 843.6, Height: 595}), "page 2 is"},
		{"title", pdfcheck.Title("A sample"), ""},
		{"another title", pdfcheck.Title("Other"), `title is "A sample", want "Other"`},
		{"information", pdfcheck.Information("Title", "A sample"), ""},
		{"other information", pdfcheck.Information("Title", "B"), `title is "A sample"`},
		{"untagged", pdfcheck.Tagged(false), ""},
		{"tagged", pdfcheck.Tagged(true), `tagged is "no"`},
		{"text", pdfcheck.Text("Hello  paper\nworld", "Second"), ""},
		{"text that is not there", pdfcheck.Text("Hello", "Third"), `does not say "Third"`},
		{"text on a page", pdfcheck.TextOn(2, "Second"), ""},
		{"text on another page", pdfcheck.TextOn(1, "Second"), `page 1 does not say "Second"`},
		{"text on no page", pdfcheck.TextOn(0, "Second"), "no page 0"},
		{"no text", pdfcheck.NoText("Third"), ""},
		{"no text that is there", pdfcheck.NoText("Third", "Second"), `says "Second"`},
		{"text in order", pdfcheck.TextInOrder("Hello", "after", "Second"), ""},
		{"text out of order", pdfcheck.TextInOrder("after", "Hello"), `"Hello" after`},
		{"word", pdfcheck.WordAt(1, "Hello", 72, 131, 3), ""},
		{"word elsewhere", pdfcheck.WordAt(1, "Hello", 72, 161, 3), "begins at"},
		{"no such word", pdfcheck.WordAt(2, "Hello", 72, 131, 3), `no word "Hello"`},
		{"words inside", pdfcheck.WordsWithin(1, domain.Rect{Left: 72, Top: 100, Right: 300, Bottom: 300}), ""},
		{"words outside", pdfcheck.WordsWithin(1, domain.Rect{Left: 72, Top: 100, Right: 300, Bottom: 200}), `"after" on page 1`},
		{"painted", pdfcheck.Painted(1, box, red), ""},
		{"painted otherwise", pdfcheck.Painted(1, box, blue), "is #ff0000"},
		{"painted not so far", pdfcheck.Painted(1, domain.Rect{Left: 100, Top: 100, Right: 300, Bottom: 210}, red), "is #ffffff"},
		{"painted at", pdfcheck.PaintedAt(1, red, box, 1), ""},
		{"painted elsewhere", pdfcheck.PaintedAt(1, red, box.Move(5, 0), 1), "is painted at"},
		{"painted nowhere", pdfcheck.PaintedAt(1, blue, box, 1), "nothing on page 1"},
		{"painted on no page", pdfcheck.PaintedAt(3, blue, box, 1), "draw page 3"},
		{"unpainted", pdfcheck.Unpainted(1, blue), ""},
		{"not unpainted", pdfcheck.Unpainted(1, red), "should not be"},
		{"links", pdfcheck.Links(1, "https://platen.example/"), ""},
		{"other links", pdfcheck.Links(2, "https://platen.example/"), "page 2 links to"},
		{"link at", pdfcheck.LinkAt(1, "https://platen.example/", link, 1), ""},
		{"link elsewhere", pdfcheck.LinkAt(1, "https://platen.example/", link.Move(0, 3), 1), "has no link"},
		{"no bookmarks", pdfcheck.Outline(), ""},
		{"bookmarks", pdfcheck.Outline("One"), "the bookmarks are"},
		{"whole", pdfcheck.Whole(), ""},
		{"sound", pdfcheck.Sound(), ""},
		{"no trace", pdfcheck.NoTrace("file:", "/tmp"), ""},
		{"a trace", pdfcheck.NoTrace("file:", "Hello"), `holds "Hello"`},
		{"all", pdfcheck.All(pdfcheck.Pages(2), pdfcheck.Title("A sample")), ""},
		{"not all", pdfcheck.All(pdfcheck.Pages(2), pdfcheck.Title("Other")), "title"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.check(pdfcheck.Open(t, document()))
			if tt.message == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, tt.message)
		})
	}
}

// TestCoarsePictures: they have a quarter of the pixels, and places in them are the same.
func TestCoarsePictures(t *testing.T) {
	red := color.RGBA{255, 0, 0, 255}
	box := domain.Rect{Left: 100, Top: 100, Right: 300, Bottom: 200}
	fine, coarse := pdfcheck.Open(t, document()), pdfcheck.Open(t, document()).Coarse()
	require.NoError(t, pdfcheck.All(pdfcheck.Painted(1, box, red), pdfcheck.PaintedAt(1, red, box, 1))(coarse))
	require.ErrorContains(t, pdfcheck.PaintedAt(1, red, box.Move(3, 0), 1)(coarse), "is painted at")
	large, err := fine.Picture(1)
	require.NoError(t, err)
	small, err := coarse.Picture(1)
	require.NoError(t, err)
	require.Equal(t, large.Bounds().Size(), small.Bounds().Size().Mul(2))
}

func TestHalfPDFsAreNoticed(t *testing.T) {
	half := document()[:600]
	require.ErrorContains(t, pdfcheck.Whole()(pdfcheck.Open(t, half)), "not whole")
	require.Error(t, pdfcheck.Sound()(pdfcheck.Open(t, half)))
	require.Error(t, pdfcheck.Pages(2)(pdfcheck.Open(t, []byte("<html>"))))
	broken := bytes.Replace(document(), []byte("/Length"), []byte("/Longth"), 1)
	require.Error(t, pdfcheck.Sound()(pdfcheck.Open(t, broken)))
}

// recorder is a test that records its failures.
type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Errorf(format string, _ ...any) { r.failures = append(r.failures, format) }
func (r *recorder) Logf(string, ...any)            {}

func TestInFailsTheTestOncePerCheck(t *testing.T) {
	r := &recorder{TB: t}
	pdfcheck.In(r, document(), pdfcheck.Pages(3), pdfcheck.Pages(2), pdfcheck.Title("Other"))
	require.Len(t, r.failures, 2)
}

// TestInReadsEachPDF: of one PDF after another in a test, nothing of the first is kept for the second.
func TestInReadsEachPDF(t *testing.T) {
	r := &recorder{TB: t}
	for range 2 {
		pdfcheck.In(r, document(), pdfcheck.Pages(2), pdfcheck.TextOn(1, "Hello"))
		pdfcheck.In(r, sample.Pages(sample.Page{Content: sample.Text(72, 700, 12, "Other")}), pdfcheck.Pages(1), pdfcheck.TextOn(1, "Other"))
	}
	require.Empty(t, r.failures)
}

func TestNormal(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"a \n\t b ", "a b"},
		{"\ufb01n", "fin"},
		{"so\u00adft", "soft"},
		{"\u202babc\u202c", "abc"},
		{"a\u00a0b", "a b"},
		{"e\u0301", "\u00e9"},
		{"zero\u200bwidth", "zerowidth"},
		{strings.Repeat(" ", 9), ""},
	} {
		require.Equal(t, tt.want, pdfcheck.Normal(tt.in))
	}
}
