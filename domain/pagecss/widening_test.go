package pagecss_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/pagecss"
	"platen/domain/stylesheet"
)

// TestMarksTellNames: a named page of the same paper is printed wider, with the same room for content, and known by that.
func TestMarksTellNames(t *testing.T) {
	const pt = domain.Point
	paper := domain.Size{Width: 500 * pt, Height: 700 * pt}
	wide := func(by domain.Length) domain.Size {
		return domain.Size{Width: paper.Width + by*pt, Height: paper.Height}
	}
	g, err := pagecss.NewGeometry(t.Context(), pagecss.Styles{Sheets: []stylesheet.Sheet{{Text: "@page n{margin:10pt 10%}@page o{margin-left:30pt}@page p{margin-left:30pt}"}}},
		paper, domain.UniformMargins(10*pt))
	require.NoError(t, err)
	css, _, err := g.Reserve(pagecss.MarginReserve{Header: pt, Edge: pt, Gap: pt})
	require.NoError(t, err)
	for _, rule := range []string{
		"@page n:first{size:506.000pt 700.000pt!important}", "@page n:left{margin-left:50.000pt!important}", "@page n:right{margin-right:56.000pt!important}",
		"@page o:left{size:512.000pt 700.000pt!important}", "@page o:left{margin-left:30.000pt!important}", "@page o:left{margin-right:22.000pt!important}",
		"@page p:left{size:512.000pt 700.000pt!important}",
	} {
		require.Contains(t, css, rule)
	}
	for by, left := range map[domain.Length]domain.Length{0: 10, 6: 50, 12: 30} {
		for number := 1; number <= 5; number++ {
			page := g.Page(number, wide(by))
			require.InDelta(t, left.Points(), page.Margins.Left.Points()/pt.Points(), 1e-9)
			require.Equal(t, paper, page.Paper(wide(by)))
		}
	}
}

// TestWidenedBoxes: the boxes in the right margin of a widened page keep the author's margin.
func TestWidenedBoxes(t *testing.T) {
	for value, want := range map[string]string{
		"": "6.000pt", "4pt": "10.000pt", "auto": "6.000pt", "-2pt": "4.000pt", "10%": "13.200pt", "2lh": "calc(2lh + 6.000pt)", "inherit": "6.000pt",
	} {
		rules, _, err := pagecss.Of("@page n{margin-right:1in;@right-middle{margin-right:" + value + "}}").Reserve(both)
		require.NoError(t, err)
		require.Contains(t, rules, "@page n:left{@right-middle{margin-right:"+want+"!important}}")
		require.Contains(t, rules, "@page n:left{@right-top{margin-right:6.000pt!important}}")
	}
}

// TestNeedlessWidening: a page that another has the size and the room of is not widened, nor one that only an engine can tell.
func TestNeedlessWidening(t *testing.T) {
	for _, css := range []string{
		"@page :first{margin:1in}", "@page n{margin-top:1in}", "@page n{size:A5;margin:1in}", ":root:has(p){--unknown:1in}@page n{margin-left:var(--unknown)}",
		"@page{margin:1in}@page n{margin:1in}", "@page n{margin:1in}@page{page-orientation:rotate-left}", "@page n{--platen-edge:auto}",
	} {
		rules, _, err := pagecss.Of(css).Reserve(both)
		require.NoError(t, err)
		require.NotContains(t, rules, "size:", css)
	}
	for _, css := range []string{"@page n{margin-right:1in}", "@page n{--platen-header:none}", "@page n{--platen-bleed:yes}", "@page n:left{--platen-edge:0}"} {
		rules, _, err := pagecss.Of(css).Reserve(both)
		require.NoError(t, err)
		require.Contains(t, rules, "@page n:left{size:", css)
	}
}

// TestWideningsDiffer: a widened size is none of the sizes that the author gives other pages, and no larger than a page can be.
func TestWideningsDiffer(t *testing.T) {
	rules, _, err := pagecss.Of("@page{size:500pt 700pt}@page n{margin:1in}@page o{size:506pt 700pt}").Reserve(both)
	require.NoError(t, err)
	require.Contains(t, rules, "@page n:left{size:512.000pt 700.000pt!important}")
	require.NotContains(t, rules, "@page o:left{size")
	rules, _, err = pagecss.Of("@page{size:14400pt 700pt}@page n{margin:1in}").Reserve(both)
	require.NoError(t, err)
	require.NotContains(t, rules, "size:")
}

// TestWidenedDefaultPaper: engines round the default paper up to whole points, and so do widened sheets.
func TestWidenedDefaultPaper(t *testing.T) {
	for css, want := range map[string]string{
		"@page n{margin:1in}":                                     "@page n:left{size:602.000pt 842.000pt!important}",
		"@page n{margin:1in;size:portrait}":                       "@page n:left{size:602.000pt 842.000pt!important}",
		"@page n{margin:1in;size:a4}":                             "@page n:left{size:601.276pt 841.890pt!important}",
		"@page{size:landscape}@page n{margin:1in;size:landscape}": "@page n:left{size:848.000pt 596.000pt!important}",
	} {
		rules, _, err := pagecss.Of(css).Reserve(both)
		require.NoError(t, err)
		require.Contains(t, rules, want)
	}
}
