package pagecss_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/pagecss"
	"platen/domain/stylesheet"
)

// TestLayers: which page rule wins, by cascade layers. Style sheets are divided by "|", and the first page is looked at.
func TestLayers(t *testing.T) {
	for css, want := range map[string]float64{
		"@layer a,b;@layer b{@page{margin:30mm}}@layer a{@page{margin:20mm}}":                                      30,
		"@layer b,a;@layer b{@page{margin:20mm!important}}@layer a{@page{margin:30mm!important}}":                  30, // not reversed, in Blink
		"@layer a{@page{margin:20mm!important}}@page{margin:30mm!important}":                                       30,
		"@layer a{@page{margin:30mm!important}}@page{margin:20mm}":                                                 30,
		"@layer a{@page{margin:30mm}@layer b{@page{margin:20mm}}}":                                                 30,
		"@layer a{@layer b{@page{margin:20mm}}@page{margin:30mm}@layer c{@page{margin:20mm}}}":                     30,
		"@layer a.b,a.c;@layer a{@layer c{@page{margin:30mm}}@layer b{@page{margin:20mm}}}":                        30,
		"@layer a.c,a.b;@layer a.b{@page{margin:30mm}}@layer a.c{@page{margin:20mm}}":                              30,
		"@layer a.x;@layer b.x;@layer b{@page{margin:30mm}}@layer a.x{@page{margin:20mm}}":                         30,
		"@layer{@page{margin:20mm}}@layer{@page{margin:30mm}}":                                                     30,
		"@layer a{@page :first{margin:20mm}}@page{margin:30mm}":                                                    30,
		"@media screen{@layer a;}@layer b,a;@layer a{@page{margin:30mm}}@layer b{@page{margin:20mm}}":              30,
		"@media print{@layer a;}@layer b,a;@layer a{@page{margin:20mm}}@layer b{@page{margin:30mm}}":               30,
		"@layer a,,b;@layer a b;@layer a.;@layer b,a;@layer a{@page{margin:30mm}}@layer b{@page{margin:20mm}}":     30,
		"@page{margin:30mm}@layer a,b{@page{margin:20mm}}@layer a.{@page{margin:20mm}}@layer a . b{@page{}}":       30,
		"@layer b;|@layer a{@page{margin:30mm}}@layer b{@page{margin:20mm}}":                                       30,
		"@page{margin:20mm}|@layer a{@page{margin:30mm}}":                                                          30,
		"@page :first{margin:20mm}|@page{margin:30mm}":                                                             30,
		"@page{margin:30mm!important}|@page :first{margin:20mm!important}":                                         30,
		"@page{margin:20mm}@page :first{margin:30mm}|@layer b,a;@layer a{@page{size:A4}}":                          30,
		"@page :first{margin:20mm}@page :right{margin:30mm!important}":                                             30,
		"@page{margin:30mm!important}@page :first{margin:20mm}|@page{margin:10mm}|@page :first{margin:5mm}":        30,
		strings.Repeat("@layer a{", 1000) + "@page{margin:30mm}" + strings.Repeat("}", 1000) + "@layer a{@page{}}": 30,
	} {
		var sheets []stylesheet.Sheet
		for sheet := range strings.SplitSeq(css, "|") {
			sheets = append(sheets, stylesheet.Sheet{Text: sheet})
		}
		g, err := pagecss.NewGeometry(t.Context(), pagecss.Styles{Sheets: sheets}, domain.A4, tenMillimetres)
		require.NoError(t, err)
		require.InDelta(t, want, g.Page(1, domain.A4).Margins.Left.Millimetres(), 1e-9, css)
	}
}

// TestImportedLayers: an imported sheet is in its place among the layers and the style sheets.
func TestImportedLayers(t *testing.T) {
	files := map[string]string{"https://a.example/20": "@page{margin:20mm}", "https://a.example/30": "@page{margin:30mm}",
		"https://a.example/first": "@page :first{margin:30mm}", "https://a.example/inner": "@layer b,a;@layer a{@page{margin:30mm}}"}
	read := func(_ context.Context, address string) (string, error) { return files[address], nil }
	for css, want := range map[string]float64{
		"@import '20' layer(x);@layer y{@page{margin:30mm}}":                                               30,
		"@layer y,x;@import '30' layer(x);@layer y{@page{margin:20mm}}":                                    30,
		"@layer y,x;@import '20' layer(y);@import '30' layer(x);":                                          30,
		"@import '30' layer(x);@import '20' layer(x.y);":                                                   30,
		"@import '20' layer;@import '30' layer;":                                                           30,
		"@import 'inner';@layer b{@page{margin:20mm}}":                                                     30,
		"@import 'inner' layer(q);@layer q.b{@page{margin:20mm}}":                                          30,
		"@import '20' layer(a,b);@page{margin:30mm}":                                                       30,
		"@import 'first';@page{margin:20mm}":                                                               30,
		"@import '30' layer(x) screen;@layer y,x;@layer x{@page{margin:30mm}}@layer y{@page{margin:20mm}}": 30,
		"@namespace a url(x);@import '20';@page{margin-right:1mm}":                                         10,
	} {
		sheets, err := stylesheet.WithExternal(t.Context(), []stylesheet.Sheet{{Text: css, URL: "https://a.example/"}}, read)
		require.NoError(t, err)
		g, err := pagecss.NewGeometry(t.Context(), pagecss.Styles{Sheets: sheets}, domain.A4, tenMillimetres)
		require.NoError(t, err)
		require.InDelta(t, want, g.Page(1, domain.A4).Margins.Left.Millimetres(), 1e-9, css)
	}
}
