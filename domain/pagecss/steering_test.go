package pagecss_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/pagecss"
)

// TestSteering: the author's page rules leave header and footer out, and move them.
func TestSteering(t *testing.T) {
	reserve := pagecss.MarginReserve{Header: 28 * domain.Point, Edge: 5 * domain.Point, Gap: 3 * domain.Point} // needs 36 pt
	for css, want := range map[string]string{
		"@page :first{--platen-header:none}":                             "@page :first{margin-top:10.000pt!important}@page{margin-top:36.000pt!important}",
		"@page :first{margin:0;--platen-header:none}":                    "@page :first{margin-top:0.000pt!important}@page{margin-top:36.000pt!important}",
		"@page{margin:1pt}@page :first{--platen-header:none}":            "@page{margin-top:36.000pt!important}@page :first{margin-top:1.000pt!important}",
		"@page{--platen-header:none}":                                    "@page{margin-top:10.000pt!important}",
		"@page{--platen-header:none}@page :left{--platen-header:auto}":   "@page{margin-top:10.000pt!important}@page :left{margin-top:36.000pt!important}",
		"@page{--platen-edge:0mm;--platen-gap:2pt}":                      "@page{margin-top:30.000pt!important}",
		"@page :first{--platen-edge:1in}":                                "@page :first{margin-top:103.000pt!important}@page{margin-top:36.000pt!important}",
		"@page{--platen-edge:-1mm;--platen-gap:x;--platen-header:never}": "@page{margin-top:36.000pt!important}",
		"@page :first{--platen-footer:none;--platen-bleed:yes}":          "@page :first{margin-top:36.000pt!important}@page{margin-top:36.000pt!important}",
	} {
		g := pagecss.With(css, domain.UniformMargins(10*domain.Point))
		got, _, err := g.Reserve(reserve)
		require.NoError(t, err)
		require.Equal(t, want, got, css)
	}
	g := pagecss.Of("@page{--platen-bleed:yes;--platen-edge:0}@page :first{--platen-header:none!important}@page :left{--platen-footer:none}")
	first, left := g.Page(1, domain.A4).Steering, g.Page(2, domain.A4).Steering
	require.True(t, first.NoHeader && !first.NoFooter && first.Bleed)
	require.True(t, !left.NoHeader && left.NoFooter && left.Bleed)
	require.Zero(t, left.Edge(domain.Inch))
	require.Equal(t, domain.Inch, left.Gap(domain.Inch))
}
