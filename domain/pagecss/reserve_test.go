package pagecss_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/domain"
	"platen/domain/pagecss"
)

// both is a header of 30 mm and a footer of 12 mm at the default distances.
var both = pagecss.MarginReserve{
	Header: 30 * domain.Millimetre, Footer: 12 * domain.Millimetre, Edge: 5 * domain.Millimetre, Gap: 3 * domain.Millimetre,
}

func TestReserveHeader(t *testing.T) {
	header := pagecss.MarginReserve{Header: 28 * domain.Point, Edge: 5 * domain.Point, Gap: 3 * domain.Point} // needs 36 pt
	for css, want := range map[string]string{
		"":                                  "@page{margin-top:36.000pt!important}",
		"@page{margin:1in}":                 "@page{margin-top:72.000pt!important}",
		"@page{margin:1pt}":                 "@page{margin-top:36.000pt!important}",
		"@page{margin:1in!important}":       "@page{margin-top:72.000pt!important}",
		"@page{margin:calc(1mm + 5%)}":      "@page{margin-top:max(calc(1mm + 5%),36.000pt)!important}",
		"@page :first{margin:1in}":          "@page :first{margin-top:72.000pt!important}@page{margin-top:36.000pt!important}",
		"@page :first{margin:0}":            "@page :first{margin-top:36.000pt!important}@page{margin-top:36.000pt!important}",
		"@page :first{margin:-1in}":         "@page :first{margin-top:36.000pt!important}@page{margin-top:36.000pt!important}",
		"@page :first{margin:auto}":         "@page :first{margin-top:36.000pt!important}@page{margin-top:36.000pt!important}",
		"@page :first{margin:revert}":       "@page :first{margin-top:36.000pt!important}@page{margin-top:36.000pt!important}",
		"@page :first{margin-left:1in}":     "@page{margin-top:36.000pt!important}",
		"@page :first{margin-top:10%}":      "@page :first{margin-top:max(10%,36.000pt)!important}@page{margin-top:36.000pt!important}",
		"@page :first{margin-top:var(--A)}": "@page :first{margin-top:36.000pt!important}@page{margin-top:36.000pt!important}",
		":root:has(a){--A:1in}@page :first{margin-top:var(--A)}":                 "@page :first{margin-top:max(var(--A,0px),36.000pt)!important}@page{margin-top:36.000pt!important}",
		"@page a:left, b{margin-top:2em}":                                        "@page a:left, b{margin-top:max(2em,36.000pt)!important}@page{margin-top:36.000pt!important}",
		"@page :first{margin-top:1in}@page :first{margin-top:2in}":               "@page :first{margin-top:144.000pt!important}@page{margin-top:36.000pt!important}",
		"@page :left{margin-top:1in}@page :right{margin-top:2in}@page{margin:0}": "@page :left{margin-top:72.000pt!important}@page :right{margin-top:144.000pt!important}@page{margin-top:36.000pt!important}",
		"@page{margin:1in!important}@page :first{margin-top:2in}":                "@page{margin-top:72.000pt!important}@page :first{margin-top:72.000pt!important}",
		"@page{margin:1in!important}@page :first{margin-top:0!important}":        "@page{margin-top:72.000pt!important}@page :first{margin-top:36.000pt!important}",
		"@page a{margin:1in 10pt!important}@page a:first{margin-top:2in}":        "@page a{margin-top:72.000pt!important}@page a:first{margin-top:72.000pt!important}@page{margin-top:36.000pt!important}",
		"@page :left{margin:1in!important}@page a:left{margin-top:2in}":          "@page :left{margin-top:72.000pt!important}@page a:left{margin-top:72.000pt!important}@page{margin-top:36.000pt!important}",
	} {
		g := pagecss.With(css, domain.UniformMargins(10*domain.Point))
		margins := g.Default().Margins
		got, room, err := g.Reserve(header)
		require.NoError(t, err)
		require.Equal(t, want, got, css)
		require.InDelta(t, max(margins.Top, 36*domain.Point).Points(), room.Top.Points(), 1e-9, css)
		margins.Top = room.Top
		require.Equal(t, margins, room, "the other margins stay: %s", css)
	}
}

func TestReserveHeaderAndFooter(t *testing.T) {
	css, room, err := pagecss.Of("").Reserve(both)
	require.NoError(t, err)
	require.Equal(t, "@page{margin-top:107.717pt!important}@page{margin-bottom:56.693pt!important}", css)
	require.InDelta(t, 38, room.Top.Millimetres(), 1e-9)
	require.InDelta(t, 20, room.Bottom.Millimetres(), 1e-9)

	css, room, err = pagecss.Of("").Reserve(pagecss.MarginReserve{Edge: domain.Inch})
	require.NoError(t, err)
	require.Empty(t, css)
	require.Equal(t, tenMillimetres, room)
}

func TestReserveTooMuch(t *testing.T) {
	for name, tt := range map[string]struct {
		reserve pagecss.MarginReserve
		margins domain.Margins
		message string
	}{
		"header":   {pagecss.MarginReserve{Header: 119 * domain.Millimetre}, tenMillimetres, "headerHtml is 119 mm tall, more than 40 % of the page's 297 mm"},
		"footer":   {pagecss.MarginReserve{Footer: 130 * domain.Millimetre}, tenMillimetres, "footerHtml is 130 mm tall, more than 40 % of the page's 297 mm"},
		"together": {pagecss.MarginReserve{Header: 100 * domain.Millimetre}, domain.UniformMargins(195 * domain.Millimetre), "header, footer and margins together leave no room for content on a page of 297 mm"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := pagecss.With("", tt.margins).Reserve(tt.reserve)
			require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
			require.Equal(t, tt.message, domain.AsError(err).Message)
		})
	}
	_, _, err := pagecss.Of("").Reserve(pagecss.MarginReserve{Header: 118 * domain.Millimetre, Footer: 118 * domain.Millimetre})
	require.NoError(t, err, "as tall as may be, both")
}

// TestReserveKeepsLargerMargins: the result is never smaller than the author's margin.
func TestReserveKeepsLargerMargins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.SampledFrom([]string{"0", "1mm", "20mm", "60mm", "5%", "-3mm", "auto", "4em"})
		css := "@page{margin:" + length.Draw(t, "a") + " " + length.Draw(t, "b") + " " + length.Draw(t, "c") + "}"
		geometry := pagecss.Of(css)
		margins := geometry.Default().Margins
		_, room, err := geometry.Reserve(both)
		require.NoError(t, err)
		require.GreaterOrEqual(t, room.Top, max(margins.Top, 38*domain.Millimetre))
		require.GreaterOrEqual(t, room.Bottom, max(margins.Bottom, 20*domain.Millimetre))
	})
}
