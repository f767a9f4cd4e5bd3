package pagecss_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/pagecss"
)

// TestComputedMargins: units and functions whose values are those of the engine (Chromium 156, measured).
func TestComputedMargins(t *testing.T) {
	for value, want := range map[string]float64{
		"20svw": 42, "20dvi": 42, "10cqw": 21, "10cqb": 29.7, "10lvmin": 21, "hypot(30mm,40mm)": 50, "mod(160mm,100mm)": 60, "rem(160mm,100mm)": 60,
		"round(59.7mm,1mm)": 60, "abs(-60mm)": 60, "round(up,59.2mm,1mm)": 60, "round(nearest,59.7mm,1mm)": 60, "round(to-zero,-59.7mm,-1mm)": 0, "calc(30mm*pow(2,1))": 60,
		"calc(atan2(1,1)*60mm/45deg)": 60, "calc(asin(1)*60mm/90deg)": 60, "calc(60mm*sign(1px))": 60, "calc(60mm*cos(0))": 60, "calc(1mm*pi*20)": 62.832,
		"calc(60mm*sqrt(1))": 60, "calc(60mm*log(e))": 60, "calc(60mm*exp(0))": 60, "calc(60mm*sin(90deg))": 60, "calc(60mm*(1px/1px))": 60,
		`60m\6d`: 60, `c\61lc(60mm)`: 60,
	} {
		margins := pagecss.Of("@page{margin:" + value + "}").Default().Margins
		require.InDelta(t, want, margins.Left.Millimetres(), 0.01, value)
	}
}

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

// TestEscapedNames: names with escapes are the names that they stand for.
func TestEscapedNames(t *testing.T) {
	for css, want := range map[string]string{
		`@page{m\61rgin-top:60mm}`:               "[] top:60mm",
		`@p\61ge{margin-top:60mm}`:               "[] top:60mm",
		`@\70 age{margin-top:60mm}`:              "[] top:60mm",
		`@page :f\69rst{margin-top:60m\6d}`:      "[:first] top:60mm",
		`@page \61 b{margin-top:60mm}`:           "[ab] top:60mm",
		`@page a\.b{margin-top:60mm}`:            `[a\.b] top:60mm`,
		`@m\65 dia print{@page{margin-top:6mm}}`: "[] top:6mm",
		`@media screen{@p\61ge{}}`:               "",
	} {
		require.Equal(t, want, rules(css), css)
	}
}
