package pagecss_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/pagecss"
	"platen/domain/stylesheet"
)

// TestRootElement: what page rules inherit from the root element. adapters/chrome compares many more forms with the browser.
func TestRootElement(t *testing.T) {
	const mm = domain.Millimetre
	for css, want := range map[string]domain.Length{
		"html{font-size:62.5%}@page{margin:3rem}":                                           30 * domain.Pixel,
		"@page{font-size:20px;margin:3rem}":                                                 60 * domain.Pixel,
		"html{font:bold 20px/1.5 serif}@page{font-size:2em;margin:1em}":                     40 * domain.Pixel,
		"html{font:20px serif;font-size:10px}@page{margin:1em}":                             10 * domain.Pixel,
		"body{font-size:20px}@page{margin:1em}":                                             16 * domain.Pixel,
		"html{font-family:monospace}@page{margin:1em}":                                      13 * domain.Pixel,
		"html{font-size:8px}@media (min-width:30em){@page{margin:1mm}}":                     1 * mm,
		"html{font-size:8px}@page{--platen-edge:1em}@page{margin:2em}":                      16 * domain.Pixel,
		"#y{--m:1mm}.a.b{--m:2mm}@page{margin:var(--m)}":                                    1 * mm,
		":root{--m:1mm}html{--m:2mm}@page{margin:var(--m)}":                                 1 * mm,
		"[data-theme=wide]{--m:1mm}@page{margin:var(--m,2mm)}":                              1 * mm,
		":root:not(.a){--m:1mm}@page{margin:var(--m,2mm)}":                                  2 * mm,
		"p,html>p,html p,:root::before{--m:1mm}@page{margin:var(--m,2mm)}":                  2 * mm,
		"@layer a,b;@layer b{:root{--m:1mm}}@layer a{:root{--m:2mm}}@page{margin:var(--m)}": 1 * mm,
		"html{&:root{--m:1mm}p &{--m:3mm}--m:2mm}@page{margin:var(--m)}":                    1 * mm,
		"*{--inline:1mm}@page{margin:var(--inline)}":                                        7 * mm,
		"*{--inline:1mm!important}@page{margin:var(--inline)}":                              1 * mm,
		"@property --m{syntax:'*';initial-value:1mm}@page{margin:var(--m,2mm)}":             1 * mm,
		":root{--m:initial}@page{margin:var(--m,1mm)}":                                      1 * mm,
		":root{--m:red}@page{margin:2mm}@page{margin:var(--m)}":                             0,
		":root:has(p){--m:1mm}@page{margin:var(--m,2mm)}":                                   10 * mm, // only an engine knows it
	} {
		g := with(t, css, map[string]string{"id": "y", "class": "a b", "data-theme": "wide", "style": "--inline:7mm;}--inline:8mm"})
		require.InDelta(t, want.Points(), g.Default().Margins.Left.Points(), 1e-6, css)
	}
}

// TestRightToLeft: the first page is a left page, and logical margins are mirrored.
func TestRightToLeft(t *testing.T) {
	for _, root := range []map[string]string{{"dir": "RTL"}, {"style": "direction:rtl"}} {
		g := with(t, "@page :left{margin-left:1mm}@page :right{margin-left:2mm}@page{margin-inline:3mm 4mm}", root)
		for page, left := range []float64{1, 2, 1, 2} {
			margins := g.Page(page+1, domain.A4).Margins
			require.InDelta(t, left, margins.Left.Millimetres(), 1e-9)
			require.InDelta(t, 3, margins.Right.Millimetres(), 1e-9)
		}
	}
}

// TestHostileRoots: selectors and blocks in any number cost little.
func TestHostileRoots(t *testing.T) {
	for _, piece := range []string{":root{&{", ":is(", ":not(:is(:where(", "html{--a:var(--b,", ":root{--a:1mm;}", "[a", "&&&{&&&{", "@property --a{", "html:has(", "#"} {
		require.NotPanics(t, func() {
			with(t, "@page{margin:var(--a)}"+strings.Repeat(piece, 1<<20/len(piece)), map[string]string{"style": strings.Repeat("}{", 1000)})
		}, piece)
	}
}

func with(t *testing.T, css string, root map[string]string) *pagecss.Geometry {
	g, err := pagecss.NewGeometry(t.Context(), pagecss.Styles{Sheets: []stylesheet.Sheet{{Text: css}}, Root: root}, domain.A4, tenMillimetres)
	require.NoError(t, err)
	return g
}

func FuzzRoot(f *testing.F) {
	f.Add(":root:not(.a,#b):is(html,*)::before > p", "dir=rtl", "--m:1mm;font:bold 1em/2 serif")
	f.Add("[lang|=de i]:nth-child(2n+1)&", "", "}{;font-size:var(--m)")
	f.Fuzz(func(t *testing.T, selector, class, style string) {
		g := with(t, selector+"{--m:1mm;font:2em x;@media print{&{--m:2mm}}}@page{margin:var(--m) 1rem}", map[string]string{"class": class, "style": style})
		m := g.Default().Margins
		require.GreaterOrEqual(t, min(m.Top, m.Right, m.Bottom, m.Left), domain.Length(0))
	})
}
