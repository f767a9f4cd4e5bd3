package weasyprint_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/ports/pdfcheck"
)

// TestAlignment: the text of head cells is centred unless their table says otherwise, and the case of align does not matter (HTML, 15.3.8).
func TestAlignment(t *testing.T) {
	engine := start(t)
	for name, test := range map[string]struct {
		html    string
		left    float64 // where the word begins, in millimetres, or
		centred bool
	}{
		"a head cell":                      {html: "<tr><th>word", centred: true},
		"in a row that is aligned":         {html: "<tr style='text-align:left'><th>word", left: 10},
		"in a table that is aligned":       {html: "<style>table{text-align:left}</style><tr><th>word", left: 10},
		"whose author says how":            {html: "<style>th{text-align:left}</style><tr><th>word", left: 10},
		"another cell":                     {html: "<tr><td>word", left: 10},
		"one aligned in capital letters":   {html: "<tr><td align=CENTER>word", centred: true},
		"a row aligned in capital letters": {html: "<tr ALIGN=Center><td>word", centred: true},
	} {
		t.Run(name, func(t *testing.T) {
			pdf, err := engine.Render(t.Context(), onPaper("<!doctype html><style>body{margin:0}td,th{padding:0}</style><table width=100% cellspacing=0>"+test.html))
			require.NoError(t, err)
			word, err := pdfcheck.Open(t, pdf.Content).Word(1, "word")
			require.NoError(t, err)
			if test.centred {
				require.InDelta(t, 105, (word.Left+word.Right).Millimetres()/2, 0.5)
			} else {
				require.InDelta(t, test.left, word.Left.Millimetres(), 0.5)
			}
		})
	}
}

// TestInvalidAddresses: an address that cannot be parsed, as of a placeholder in brackets, costs what it names and not the document.
func TestInvalidAddresses(t *testing.T) {
	engine := start(t)
	for name, html := range map[string]string{
		"image": `<img src="%">`, "frame": `<iframe src="%"></iframe>`, "link": `<a href="%">x</a>`, "base": `<base href="%"><img src=x>`,
		"style": `<p style="background:url('%')">x`, "drawing": `<svg width=9 height=9><style>@import url('%');</style><use href="%"/></svg>`,
		"paint": `<svg width=9 height=9><rect width=9 height=9 fill="url(%)"/></svg>`, "import": `<style>@import url('%');</style>`,
	} {
		for _, address := range []string{"//[", "http://[logo]/", "http://a]/", "http://[::1", "http://\uff41\u2100b/"} {
			t.Run(name+" "+address, func(t *testing.T) {
				pdf, err := engine.Render(t.Context(), onPaper("<!doctype html><p>word"+strings.ReplaceAll(html, "%", address)))
				require.NoError(t, err)
				pdfcheck.In(t, pdf.Content, pdfcheck.Text("word"))
				if name == "image" {
					require.Len(t, pdf.Traffic.Failed, 1)
				}
			})
		}
	}
}
