package polyfill_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/wkhtmltopdf/polyfill"
)

// What is markup to the engine is edited as such, and what is text to it is not.
func TestWhatIsMarkup(t *testing.T) {
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
		got, _ := polyfill.EditedOn(onA4(strings.ReplaceAll(around, "@", style)))
		want := style
		if edited {
			want = answered
		}
		require.Equal(t, base+strings.ReplaceAll(around, "@", want), got)
	}
}
