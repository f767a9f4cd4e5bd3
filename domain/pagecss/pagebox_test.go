package pagecss_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/pagecss"
)

// TestPaddingAndBorder: content stands within them; adapters/chrome compares more forms with the browser.
func TestPaddingAndBorder(t *testing.T) {
	const mm, px = domain.Millimetre, domain.Pixel
	for css, want := range map[string]domain.Margins{
		"@page{margin:20mm;padding:1mm 2mm 3mm 4mm}":            {Top: 21 * mm, Right: 22 * mm, Bottom: 23 * mm, Left: 24 * mm},
		"@page{padding:10%}":                                    {Top: 39.7 * mm, Right: 31 * mm, Bottom: 39.7 * mm, Left: 31 * mm},
		"@page{margin:-10mm;padding:5mm 20mm}":                  {Right: 10 * mm, Left: 10 * mm},
		"@page{margin:0;border-left:10.9px solid}":              {Left: 10 * px},
		"@page{margin:0;border-left:.1px solid}":                {Left: px},
		"@page{margin:0;border:3px solid;border-top-width:0}":   {Right: 3 * px, Bottom: 3 * px, Left: 3 * px},
		"@page{margin:0;border-left-width:1mm}":                 {},
		"@page{margin:0;border:solid;border-right:none}":        {Top: 3 * px, Bottom: 3 * px, Left: 3 * px},
		"@page{margin:0;padding-left:4lh;border-top:4lh solid}": {},
		"html{zoom:2}@page{margin:10% 1mm;padding:1mm}":         {Top: 31.7 * mm, Right: 4 * mm, Bottom: 31.7 * mm, Left: 4 * mm},
		"html{zoom:2}":                                                   domain.UniformMargins(20 * mm),
		"html{zoom:50%}@page{margin:2mm}":                                domain.UniformMargins(1 * mm),
		"html{ZOOM:calc(1/2)}@page{margin:2mm}":                          domain.UniformMargins(1 * mm),
		"html{zoom:2}@page{padding:200mm}":                               domain.UniformMargins(20 * mm),
		"html{zoom:2}@page{--platen-edge:2mm;margin:1mm;size:50mm}":      domain.UniformMargins(2 * mm),
		"html{zoom:0}@page{margin:2mm}p{zoom:3}":                         domain.UniformMargins(2 * mm),
		"html:has(p){zoom:2}@page{margin:2mm}":                           domain.UniformMargins(2 * mm),
		"@page{margin:1mm 2mm 3mm 4mm;padding:1mm 0 0;zoom:2}":           {Top: 2 * mm, Right: 2 * mm, Bottom: 3 * mm, Left: 4 * mm},
		"@page{page-orientation:rotate-left;margin:1mm;padding-top:1mm}": {Top: 1 * mm, Right: 1 * mm, Bottom: 1 * mm, Left: 2 * mm},
	} {
		got := pagecss.Of(css).Named("", 2).Margins
		require.InDelta(t, want.Top.Points(), got.Top.Points(), 0.01, "top: %s", css)
		require.InDelta(t, want.Right.Points(), got.Right.Points(), 0.01, "right: %s", css)
		require.InDelta(t, want.Bottom.Points(), got.Bottom.Points(), 0.01, "bottom: %s", css)
		require.InDelta(t, want.Left.Points(), got.Left.Points(), 0.01, "left: %s", css)
	}
}

// TestReserveOutsideOfPadding: header and footer stand outside of padding and border, and a zoom does not change their room.
func TestReserveOutsideOfPadding(t *testing.T) {
	header := pagecss.MarginReserve{Header: 28 * domain.Point, Edge: 5 * domain.Point, Gap: 3 * domain.Point} // needs 36 pt
	for css, want := range map[string]struct {
		rules string
		top   domain.Length // of an engine without page rules
	}{
		"@page{padding-top:20pt}":                                            {"@page{margin-top:36.000pt!important}", 56},
		"@page{margin:40pt;padding-top:20pt}":                                {"@page{margin-top:40.000pt!important}", 60},
		"html{zoom:2}":                                                       {"@page{margin-top:18.000pt!important}", 36},
		"html{zoom:2}@page{margin:20pt}":                                     {"@page{margin-top:20.000pt!important}", 40},
		"html{zoom:2}@page{margin:max(1em,20pt)}":                            {"@page{margin-top:max(max(1em,20pt),18.000pt)!important}", 40},
		"html{zoom:2}@page:left{margin-top:10pt}":                            {"@page :left{margin-top:18.000pt!important}@page{margin-top:18.000pt!important}", 36},
		"html{zoom:2}@page{margin-top:-1e9mm}":                               {"@page{margin-top:18.000pt!important}", 36},
		"html{zoom:2}@page{page-orientation:rotate-left}":                    {"@page{margin-top:18.000pt!important}@page{margin-right:18.000pt!important}", 36},
		"html{zoom:.5}@page n{margin:10pt 5pt;padding:5pt;border:2px solid}": {"@page n{margin-top:72.000pt!important}@page{margin-top:72.000pt!important}" + widened("n:first") + widened("n:left") + widened("n:right"), 36},
	} {
		got, margins, err := pagecss.With(css, domain.UniformMargins(10*domain.Point)).Reserve(header)
		require.NoError(t, err)
		require.Equal(t, want.rules, got, css)
		require.InDelta(t, float64(want.top), margins.Top.Points(), 1e-6, css)
	}
}

// widened returns the rules that widen a page of A4 whose sides have a margin of 5 pt, a padding of 5 pt and a border, at half the size.
func widened(selector string) (rules string) {
	for _, rule := range []string{"size:602.000pt 842.000pt", "margin-left:5.000pt", "padding-left:5.000pt", "margin-right:17.000pt", "padding-right:5.000pt"} {
		rules += "@page " + selector + "{" + rule + "!important}"
	}
	for _, box := range []string{"top-right-corner", "right-top", "right-middle", "right-bottom", "bottom-right-corner"} {
		rules += "@page " + selector + "{@" + box + "{margin-right:12.000pt!important}}"
	}
	return rules
}
