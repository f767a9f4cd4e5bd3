package pagecss_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/pagecss"
)

// TestTurnedPages: rotate-left shows the right margin at the top, rotate-right the left one.
func TestTurnedPages(t *testing.T) {
	const mm = domain.Millimetre
	g := pagecss.Of("@page{margin:1mm 2mm 3mm 4mm}@page l{page-orientation:rotate-left}@page r{page-orientation:rotate-right}@page u{page-orientation:upright}")
	turned := domain.Size{Width: domain.A4.Height, Height: domain.A4.Width}
	require.Equal(t, pagecss.Page{Size: turned, Margins: domain.Margins{Top: 2 * mm, Right: 3 * mm, Bottom: 4 * mm, Left: 1 * mm}}, g.Named("l", 2))
	require.Equal(t, pagecss.Page{Size: turned, Margins: domain.Margins{Top: 4 * mm, Right: 1 * mm, Bottom: 2 * mm, Left: 3 * mm}}, g.Named("r", 2))
	require.Equal(t, g.Default(), g.Named("u", 2))
	require.Equal(t, g.Named("l", 2), g.Page(2, turned), "it is known by its size")
}

func TestReserveOnTurnedPages(t *testing.T) {
	reserve := pagecss.MarginReserve{Header: 28 * domain.Point, Footer: 38 * domain.Point, Edge: 5 * domain.Point, Gap: 3 * domain.Point} // 36 and 46 pt
	upright := "@page{margin-top:36.000pt!important}@page{margin-bottom:46.000pt!important}"
	for css, want := range map[string]string{
		"@page r{page-orientation:rotate-left}":                  "@page r{margin-right:36.000pt!important}@page r{margin-left:46.000pt!important}",
		"@page r{page-orientation:rotate-right}":                 "@page r{margin-left:36.000pt!important}@page r{margin-right:46.000pt!important}",
		"@page r{page-orientation:rotate-left;margin-right:1in}": "@page r{margin-right:72.000pt!important}@page r{margin-left:46.000pt!important}",
		"@page r{page-orientation:upright}":                      "",
		"@page r{page-orientation:sideways}":                     "",
	} {
		g := pagecss.With(css, domain.UniformMargins(10*domain.Point))
		got, _, err := g.Reserve(reserve)
		require.NoError(t, err)
		require.Equal(t, upright+want, got, css)
	}
}
