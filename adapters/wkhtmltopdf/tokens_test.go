package wkhtmltopdf_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/wkhtmltopdf"
	"platen/ports/pdfcheck"
)

// What is markup to the engine is edited as such, and what is text to it is not.
func TestMarkupIsWhatTheEngineTakesForIt(t *testing.T) {
	const style, answered = "<style>p{width:50vw}</style>", "<style>p{width:359.055px}</style>"
	for around, edited := range map[string]bool{
		"@":                             true,
		"<noscript>@</noscript>":        true,
		"<head><noscript>@</noscript>":  true,
		"<NOEMBED>@</NOEMBED>":          true,
		"<noframes>@</noframes>":        false,
		"<iframe>@</iframe>":            false,
		"<textarea>@</textarea>":        false,
		"<xmp>@</xmp>":                  false,
		"<plaintext>@":                  false,
		"<!-- @ -->":                    false,
		"<svg><style/></svg>@":          true,
		"<svg><title/></svg>@":          true,
		"<title/>@</title>":             false,
		"<script>'</scrip'@</script>":   false,
		"<noscript><!--</noscript>@-->": false,
		"<style></style>@":              true,
	} {
		got, _ := wkhtmltopdf.EditedOn(sheetOf(strings.ReplaceAll(around, "@", style)))
		want := style
		if edited {
			want = answered
		}
		require.Equal(t, base+strings.ReplaceAll(around, "@", want), got)
	}

	pdf := render(t, start(t), sheetOf("<noscript><b>one</b></noscript><noembed><b>two</b></noembed>"+
		"<noframes>three</noframes><iframe>four</iframe><svg><style/></svg><svg><title/></svg>five<xmp><b>six</xmp>")).Content
	pdfcheck.In(t, pdf, pdfcheck.Text("one", "two", "five", "<b>six"), pdfcheck.NoText("<b>one", "three", "four"))
}
