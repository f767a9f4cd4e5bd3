package pagecss_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/pagecss"
)

func TestClampMargins(t *testing.T) {
	for css, want := range map[string]string{
		"@page{margin:10mm}":                                               "",
		"@page{margin:-10mm -5000mm 1e9mm auto}":                           "",
		"@page{margin-left:var(--a)}p{--a:1mm}":                            "",
		"@page{margin-left:-1e9mm}":                                        "@page{margin-left:0!important}",
		"@page{margin-left:calc(-1mm/0)}":                                  "@page{margin-left:0!important}",
		"@page{margin-left:-1e9%}@page :first{margin:1mm 0}":               "@page{margin-left:0!important}@page :first{margin-left:0!important}",
		"@page a{margin-left:calc(-infinity * 1mm)}@page{margin-left:1mm}": "@page a{margin-left:0!important}@page{margin-left:1mm!important}",
		"@page{margin-top:var(--a)}:root{--a:calc(-infinity*1px)}":         "@page{margin-top:0!important}",
		"@page{margin-top:calc(-1e9*1lh)}":                                 "@page{margin-top:max(-14400.000pt,calc(-1e9*1lh))!important}",
	} {
		got, err := pagecss.Of(css).ClampMargins(t.Context())
		require.NoError(t, err)
		require.Equal(t, want, got, css)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := pagecss.Of("@page{margin-left:-1e9mm}").ClampMargins(ctx)
	require.ErrorIs(t, err, context.Canceled)
}

// TestInfiniteLengths: CSS has infinite numbers and divides by 0.
func TestInfiniteLengths(t *testing.T) {
	for value, want := range map[string]float64{
		"calc(NaN * 1mm)": 0, "calc(0mm/0)": 0, "calc(infinity * 1mm - infinity * 1mm)": 0, "calc(-infinity * 1mm)": 0, "calc(-1mm/0)": 0,
		"min(20mm, infinity * 1mm)": 20, "max(20mm, -INFINITY * 1mm)": 20, "clamp(1mm, infinity * 1mm, 20mm)": 20,
		"calc(infinity * 1mm)": 10, "1e400mm": 30, "infinity": 30,
	} {
		margins := pagecss.Of("@page{margin-left:30mm;margin-left:" + value + "}").Default().Margins
		require.InDelta(t, want, margins.Left.Millimetres(), 0.01, value)
	}
}
