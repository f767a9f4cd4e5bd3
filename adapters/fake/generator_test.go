package fake_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/adapters/fake"
	"platen/domain"
	"platen/domain/page"
	"platen/domain/template"
	"platen/ports/pdfcheck"
)

func generator() *fake.Generator {
	return &fake.Generator{
		Template: template.Default(), MaxPages: 100,
		Page: page.Page{
			Size: domain.A4, Margins: domain.UniformMargins(10 * domain.Millimetre),
			Steering: page.Steering{Edge: 5 * domain.Millimetre, Gap: 3 * domain.Millimetre},
		},
	}
}

// generate makes a document of the JSON of a request.
func generate(t testing.TB, body string) (domain.Document, error) {
	t.Helper()
	request, err := domain.ParseRequest([]byte(body))
	require.NoError(t, err)
	return generator().Generate(t.Context(), request)
}

func TestDocument(t *testing.T) {
	document, err := generate(t, `{
		"html": "<style>p { color: red }</style><h1>Grüße {{name}}</h1><p style='break-after:page'>one (1) \\ &lt;2&gt;</p><p>two</p><script>never()</script>",
		"data": {"name": "日本"},
		"headerHtml": "<p>ACME</p>",
		"footerHtml": "<p>Page <b class='x pageNumber'>?</b>/<b class=totalPages></b></p>"}`)
	require.NoError(t, err)
	require.Equal(t, 2, document.Pages)
	require.Equal(t, "fake", document.Engine)
	pdfcheck.In(t, document.PDF,
		pdfcheck.Whole(), pdfcheck.Sound(), pdfcheck.Pages(2), pdfcheck.Paper(domain.A4),
		pdfcheck.TextOn(1, "ACME", "Grüße 日本", `one (1) \ <2>`, "Page 1/2"),
		pdfcheck.TextOn(2, "ACME", "two", "Page 2/2"),
		pdfcheck.NoText("never", "color", "?"))
}

// TestPagesAreCounted: a document has one page more than page breaks, wherever these are.
func TestPagesAreCounted(t *testing.T) {
	for html, pages := range map[string]int{
		"<p>x</p>": 1,
		"<p style='page-break-after: always'>x</p>":                                     2,
		"<style>.p { BREAK-AFTER : page }</style><p class=p>x</p>":                      2,
		strings.Repeat("<p style='break-after:page'>x</p>", 9):                          10,
		"<p style='break-after:avoid'>x</p><p style='break-before:page'>y</p>":          1,
		"<div style='break-after:page'><p style='break-after:page'>x</p></div><p>y</p>": 3,
	} {
		document, err := generator().Generate(t.Context(), domain.Request{HTML: html})
		require.NoError(t, err)
		require.Equal(t, pages, document.Pages, html)
		pdfcheck.In(t, document.PDF, pdfcheck.Pages(pages))
	}
}

func TestPageRules(t *testing.T) {
	document, err := generator().Generate(t.Context(), domain.Request{HTML: "<p>x</p>", CSS: "@page { size: A5 landscape }"})
	require.NoError(t, err)
	pdfcheck.In(t, document.PDF, pdfcheck.Paper(domain.Size{Width: 210 * domain.Millimetre, Height: 148 * domain.Millimetre}))
}

func TestRefusals(t *testing.T) {
	for body, part := range map[string]string{
		`{"html": "x", "footerHtml": "` + strings.Repeat("<p>line</p>", 40) + `"}`:                             "footerHtml is 183 mm tall, more than 40 % of the page's 297 mm",
		`{"html": "<style>@page { size: 6000mm 100mm }</style>x"}`:                                             "larger than a PDF page can be",
		`{"html": "<style>@page { size: 14mm; margin: 0 }</style>x", "headerHtml": "x"}`:                       "leave no room for content on a page of 14 mm",
		`{"html": "x", "headerHtml": "` + strings.Repeat("<b a=b>", 1000) + strings.Repeat("<p>", 1000) + `"}`: "headerHtml leaves too many elements open",
		`{"html": "{{#a}}"}`: "{{#a}} is not closed",
		`{"html": "` + strings.Repeat("<p style='page-break-after:always'>x</p>", 100) + `"}`: "100",
	} {
		_, err := generate(t, body)
		require.ErrorContains(t, err, part, "%.80s", body)
		require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
	}
}

// TestAnyText: for any text, the PDF is whole and reproducible, and contains the text.
func TestAnyText(t *testing.T) {
	g := generator()
	rapid.Check(t, func(rt *rapid.T) {
		html := rapid.String().Draw(rt, "html")
		request := domain.Request{HTML: "x" + html, HeaderHTML: html}
		first, err := g.Generate(t.Context(), request)
		if err != nil {
			return // a header that is too tall
		}
		second, err := g.Generate(t.Context(), request)
		require.NoError(rt, err)
		require.Equal(rt, first.PDF, second.PDF)
		require.True(rt, strings.HasSuffix(string(first.PDF), "%%EOF\n"))
	})
	word := strings.Repeat("x", 300) + "end"
	document, err := g.Generate(t.Context(), domain.Request{HTML: "one " + word, FooterHTML: word})
	require.NoError(t, err)
	pdfcheck.In(t, document.PDF, pdfcheck.WordsWithin(1, domain.Rect{Left: 10 * domain.Millimetre, Right: 201 * domain.Millimetre,
		Top: 10 * domain.Millimetre, Bottom: 292 * domain.Millimetre}), pdfcheck.Text("one", word))
	long := strings.Repeat("word ", 10_000) + strings.Repeat("a<b>b</b>", 10_000)
	document, err = g.Generate(t.Context(), domain.Request{HTML: long})
	require.NoError(t, err)
	pdfcheck.In(t, document.PDF, pdfcheck.Sound(), pdfcheck.Pages(1))
}

// TestStandards: the answer says what the service's would, and a strict request is refused with the lines of the template.
func TestStandards(t *testing.T) {
	g := generator()
	g.Standards = "a-2b"
	for html, want := range map[string]string{
		"<p>x": "a-2b",
		`<meta name="platen:standards" content=none>x`:              "none",
		`<meta name="platen:standards" content="ua-1 a-3b">x<img>x`: "a-3b; ua-1=missing title, missing lang, 1 picture without alt",
	} {
		document, err := g.Generate(t.Context(), domain.Request{HTML: html})
		require.NoError(t, err)
		require.Equal(t, want, document.Standards.String())
	}
	request := domain.Request{HTML: "<html lang=en><title>x</title>\n<img>", Standards: "ua-1", Strict: true}
	_, err := g.Generate(t.Context(), request)
	require.ErrorContains(t, err, "the document cannot keep ua-1 until its author mends it: 1 picture without alt (line 2)")
	require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
}
