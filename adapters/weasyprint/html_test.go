package weasyprint_test

import (
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
