package pagecss_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/pagecss"
)

// TestEngineOnlyMargins: overrides keep what only the engine can compute, and an engine that cannot gets what is needed.
func TestEngineOnlyMargins(t *testing.T) {
	header := pagecss.MarginReserve{Header: 28 * domain.Point, Edge: 5 * domain.Point, Gap: 3 * domain.Point} // needs 36 pt
	for _, value := range []string{"4lh", "5rlh", "10cap", "10ic", "if(media(print): 60mm; else: 10mm)", "--f(1mm)", "random(1mm,2mm)",
		"calc(1mm + 2rlh)"} {
		g := pagecss.Of("@page{margin-top:" + value + "}")
		css, _, err := g.Reserve(header)
		require.NoError(t, err)
		require.Equal(t, "@page{margin-top:36.000pt!important;margin-top:max("+value+",36.000pt)!important}", css)
		require.NoError(t, g.CheckSides())
	}
	for _, value := range []string{"20foo", "foo(1mm)", "calc(1mm*1mm)", "calc(1foo)", "calc(-1)"} {
		css, _, err := pagecss.Of("@page{margin-top:1in;margin-top:" + value + "}").Reserve(header)
		require.NoError(t, err)
		require.Equal(t, "@page{margin-top:72.000pt!important}", css, value)
	}
}

func TestEngineOnlySides(t *testing.T) {
	for css, known := range map[string]bool{
		"@page{margin:4lh}":                                                     false,
		"@page :left{margin-right:if(else:1mm)}":                                false,
		"@page a{margin-left:1lh}":                                              false,
		"@page{page-orientation:rotate-left;margin-top:1lh}":                    false,
		"@page{page-orientation:rotate-left;margin-left:1lh}":                   true,
		"@page{margin-left:1lh;--platen-bleed:yes}":                             true,
		"@page{margin-left:1lh;--platen-header:none;--platen-footer:none}":      true,
		"@page{margin-left:1lh!important}@page{margin-left:1mm!important}":      true,
		"@page{margin:1mm auto 2em 5ex}@page a{margin:inherit}@page b{size:A5}": true,
	} {
		err := pagecss.Of(css).CheckSides()
		if known {
			require.NoError(t, err, css)
			continue
		}
		require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code, css)
	}
	require.Equal(t, "headerHtml and footerHtml cannot be placed: only the engine knows the width of @page margin-left: 4lh; write it in another unit, or without functions",
		domain.AsError(pagecss.Of("@page{margin:4lh}").CheckSides()).Message)
}
