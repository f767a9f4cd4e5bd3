package pagecss_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/domain"
	"platen/domain/pagecss"
	"platen/domain/stylesheet"
)

const millimetre = domain.Millimetre

// inMillimetres returns margins as they are written in CSS.
func inMillimetres(m domain.Margins) string {
	return fmt.Sprintf("%.4g %.4g %.4g %.4g", m.Top.Millimetres(), m.Right.Millimetres(), m.Bottom.Millimetres(), m.Left.Millimetres())
}

func TestPageMargins(t *testing.T) {
	const none = "--platen-header:none;--platen-footer:none"
	for css, test := range map[string][3]string{
		"":                           {"38 10 20 10", "38 10 20 10", "38 10 20 10"},
		"@page :first{margin:5mm}":   {"38 5 20 5", "38 10 20 10", "38 10 20 10"},
		"@page :first{margin:200mm}": {"38 10 20 10", "38 10 20 10", "38 10 20 10"},
		"@page :first{" + none + "}": {"10 10 10 10", "38 10 20 10", "38 10 20 10"},
		"@page{margin:50mm}@page :first{--platen-header:none}":              {"50 50 50 50", "50 50 50 50", "50 50 50 50"},
		"@page :right{margin:50mm}@page :left{--platen-header:none}":        {"50 50 50 50", "10 10 20 10", "50 50 50 50"},
		"@page :first{size:A3;margin:0}":                                    {"38 10 20 10", "38 10 20 10", "38 10 20 10"},
		"@page :left{margin-left:30mm}@page :right{margin-right:30mm}":      {"38 30 20 10", "38 10 20 30", "38 30 20 10"},
		"@page :left{" + none + "}@page :first{margin-top:60mm}":            {"60 10 20 10", "10 10 10 10", "38 10 20 10"},
		"@page :right{margin:5mm 6mm}@page :first{margin-left:40mm;" + none: {"5 6 5 40", "38 10 20 10", "38 6 20 6"},
		"@page :left{margin:147mm 0}":                                       {"38 10 20 10", "38 10 20 10", "38 10 20 10"},
	} {
		m, err := pagecss.Of(css).PageMargins(both)
		require.NoError(t, err)
		for number, want := range test {
			require.Equal(t, want, inMillimetres(m.Of(number+1)), "%s on page %d", css, number+1)
		}
		require.Equal(t, test[1], inMillimetres(m.Of(40)), css)
		require.Equal(t, test[2], inMillimetres(m.Of(41)), css)
		require.Equal(t, test[0] != test[1] || test[0] != test[2], m.Differ(), css)
	}
	m, err := pagecss.Of("@page :first{margin:0}@page :left{margin:147mm 0}").PageMargins(pagecss.MarginReserve{})
	require.NoError(t, err)
	require.Equal(t, "0 0 0 0", inMillimetres(m.Of(1)))
	require.Equal(t, "147 0 147 0", inMillimetres(m.Of(2)))
}

// Text from right to left begins on a left page.
func TestPageMarginsFromRightToLeft(t *testing.T) {
	sheets := []stylesheet.Sheet{{Text: "@page :left{margin-left:40mm}html{direction:rtl}"}}
	g, err := pagecss.NewGeometry(context.Background(), pagecss.Styles{Sheets: sheets}, domain.A4, tenMillimetres)
	require.NoError(t, err)
	m, err := g.PageMargins(pagecss.MarginReserve{})
	require.NoError(t, err)
	require.Equal(t, []string{"10 10 10 40", "10 10 10 10", "10 10 10 40"}, []string{inMillimetres(m.Of(1)), inMillimetres(m.Of(2)), inMillimetres(m.Of(3))})
}

// TestPageMarginsOfAPixel: without header and footer, paper may be too small for content.
func TestPageMarginsOfAPixel(t *testing.T) {
	m, err := pagecss.Of("@page{size:1px 1px;margin:0}").PageMargins(pagecss.MarginReserve{})
	require.NoError(t, err)
	require.Equal(t, "0 0 0 0", inMillimetres(m.Of(1)))
}

func TestPageMarginsWithoutRoom(t *testing.T) {
	_, err := pagecss.Of("").PageMargins(pagecss.MarginReserve{Header: 130 * millimetre})
	require.ErrorContains(t, err, "headerHtml is 130 mm tall")
	_, err = pagecss.Of("@page :left{margin:5mm}").PageMargins(pagecss.MarginReserve{Header: 118 * millimetre, Footer: 118 * millimetre, Edge: 29 * millimetre})
	require.ErrorContains(t, err, "no room for content")
	_, err = pagecss.Of("@page{margin:0 0 277mm}").PageMargins(pagecss.MarginReserve{Header: 17 * millimetre})
	require.ErrorContains(t, err, "no room for content")
}

// TestCommonPrint: on each page, content begins at the page's own left and top margin, and ends at the page's right and bottom margin
// or before it. Each of the two is true of one of the pages. Each page is a part of the paper, and the content of the print as well,
// but for the first page's empty space.
func TestCommonPrint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		margin := rapid.IntRange(0, 90)
		css := ""
		for _, selector := range []string{":first", ":left", ":right"} {
			css += fmt.Sprintf("@page %s{margin:%dmm %dmm %dmm %dmm}", selector,
				margin.Draw(t, "top"), margin.Draw(t, "right"), margin.Draw(t, "bottom"), margin.Draw(t, "left"))
		}
		m, err := pagecss.Of(css).PageMargins(pagecss.MarginReserve{})
		require.NoError(t, err)
		c := m.Common()
		require.GreaterOrEqual(t, c.FirstTop, domain.Length(0))
		content := domain.Size{Width: c.Paper.Width - c.Margins.Left - c.Margins.Right, Height: c.Paper.Height - c.Margins.Top - c.Margins.Bottom}
		const rounding = domain.Point / 2 // of papers
		leastRight, leastBottom := domain.A4.Width, domain.A4.Height
		for number := 1; number <= 5; number++ {
			own, space := m.Of(number), domain.Length(0)
			if number == 1 {
				space = c.FirstTop
			}
			part, margins := c.Page(number)
			require.InDelta(t, own.Left.Points(), (c.Margins.Left - part.Left).Points(), 1e-6)
			require.InDelta(t, own.Top.Points(), (c.Margins.Top + space - part.Top).Points(), 1e-6)
			require.Equal(t, []domain.Length{own.Left, own.Top}, []domain.Length{margins.Left, margins.Top})
			require.InDelta(t, domain.A4.Width.Points(), part.Width().Points(), rounding.Points())
			require.InDelta(t, domain.A4.Height.Points(), part.Height().Points(), rounding.Points())
			require.True(t, part.Left >= 0 && part.Top >= -1e-6 && part.Right <= c.Paper.Width+rounding && part.Bottom <= c.Paper.Height+rounding)
			require.InDelta(t, (content.Width + margins.Left + margins.Right).Points(), domain.A4.Width.Points(), 1e-6)
			require.InDelta(t, (content.Height - space + margins.Top + margins.Bottom).Points(), domain.A4.Height.Points(), 1e-6)
			leastRight, leastBottom = min(leastRight, margins.Right-own.Right), min(leastBottom, margins.Bottom-own.Bottom)
			if number == 1 {
				filled := math.Abs(float64(margins.Right-own.Right))+math.Abs(float64(margins.Bottom-own.Bottom)) < 1e-6
				require.Equal(t, filled, c.FillsFirst())
			}
		}
		require.InDelta(t, 0, leastRight.Points(), 1e-6)
		require.InDelta(t, 0, leastBottom.Points(), 1e-6)
	})
}

// TestCommonPrintOfATallFirstMargin: a first page with less space for content keeps its margins, and so do all others.
func TestCommonPrintOfATallFirstMargin(t *testing.T) {
	for _, first := range []string{"margin-top:90mm", "margin-bottom:70mm", "margin:60mm 10mm"} {
		m, err := pagecss.Of("@page :first{" + first + "}").PageMargins(pagecss.MarginReserve{})
		require.NoError(t, err)
		c := m.Common()
		require.True(t, c.FillsFirst(), first)
		for number := 1; number <= 3; number++ {
			_, margins := c.Page(number)
			require.Equal(t, inMillimetres(m.Of(number)), inMillimetres(margins), "%s on page %d", first, number)
		}
	}
}
