package pagecss_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/pagecss"
)

func TestFirstPageMargins(t *testing.T) {
	const mm = domain.Millimetre
	type margins = domain.Margins
	margin := func(top, right, bottom, left domain.Length) margins {
		return margins{Top: top * mm, Right: right * mm, Bottom: bottom * mm, Left: left * mm}
	}
	withBoth := margin(38, 10, 20, 10)
	for css, test := range map[string]struct {
		first, others margins
		differ        bool
	}{
		"":                           {withBoth, withBoth, false},
		"@page :first{margin:5mm}":   {margin(38, 5, 20, 5), withBoth, true},
		"@page :first{margin:200mm}": {withBoth, withBoth, false},
		"@page :first{--platen-header:none;--platen-footer:none}":          {tenMillimetres, withBoth, true},
		"@page :first{margin:0;--platen-header:none;--platen-footer:none}": {margins{}, withBoth, true},
		"@page :first{margin-top:100mm}":                                   {margin(100, 10, 20, 10), withBoth, true},
		"@page{margin:50mm}@page :first{--platen-header:none}":             {domain.UniformMargins(50 * mm), domain.UniformMargins(50 * mm), false},
		"@page :right{margin:50mm}@page :left{--platen-header:none}":       {withBoth, withBoth, false},
		"@page :first{size:A3;margin:0}":                                   {tenMillimetres, tenMillimetres, false},
	} {
		first, others, differ := pagecss.Of(css).FirstPageMargins(both)
		require.Equal(t, test.differ, differ, css)
		if differ {
			for _, pair := range [][2]margins{{test.first, first}, {test.others, others}} {
				require.InDelta(t, pair[0].Top.Millimetres(), pair[1].Top.Millimetres(), 1e-6, css)
				require.InDelta(t, pair[0].Right.Millimetres(), pair[1].Right.Millimetres(), 1e-6, css)
				require.InDelta(t, pair[0].Bottom.Millimetres(), pair[1].Bottom.Millimetres(), 1e-6, css)
				require.InDelta(t, pair[0].Left.Millimetres(), pair[1].Left.Millimetres(), 1e-6, css)
			}
		}
	}
	first, others, differ := pagecss.Of("@page :first{margin:0}").FirstPageMargins(pagecss.MarginReserve{})
	require.True(t, differ)
	require.Equal(t, margins{}, first)
	require.Equal(t, tenMillimetres, others)
}
