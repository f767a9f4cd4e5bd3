package headerfooter_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/headerfooter"
)

func TestPageClasses(t *testing.T) {
	const header = `<style>.platen-first p{display:none}</style><body class=a><p>x`
	require.Equal(t, headerfooter.PerPage, parse(t, header).Numbering())
	got := copies(t, overlay(t, header, 1, 4, 4))
	require.Len(t, got, 4)
	for i, classes := range []string{"platen-right platen-first", "platen-left", "platen-right", "platen-left platen-last"} {
		require.Contains(t, got[i], `<platen-body class="a `+classes+`">`)
	}
	rightToLeft, err := headerfooter.Parse(t.Context(), headerfooter.Header, header, true)
	require.NoError(t, err)
	fromRight, err := rightToLeft.OverlayDocument(a4, []int{1, 2}, 4)
	require.NoError(t, err)
	got = copies(t, fromRight.HTML)
	require.Contains(t, got[0], `<platen-body class="a platen-left platen-first">`)
	require.Contains(t, got[1], `<platen-body class="a platen-right">`)
	require.Contains(t, overlay(t, "<style>.platen-last{}</style>x", 1, 1, 1), `<platen-body class=" platen-right platen-first platen-last">`)
	require.NotContains(t, overlay(t, "x", 1, 1, 1), "platen-first")
}

func TestPageCounters(t *testing.T) {
	for css, want := range map[string]headerfooter.Numbering{
		"p::after{content:counter(page)}":                    headerfooter.PerPage,
		"p::after{content:'x' COUNTER( /**/ page , roman)}":  headerfooter.PerPage,
		"p::after{content:counters(page, '.')}":              headerfooter.PerPage,
		"p::after{content:COUNTERS(pages,'.')}":              headerfooter.PerPage,
		"p{--n:counter(page)}":                               headerfooter.PerPage,
		`p::after{content:c\6funter(page)}`:                  headerfooter.PerPage,
		`[class~="platen-left"] p{}`:                         headerfooter.PerPage,
		`[*|class $= left] p{}`:                              headerfooter.PerPage,
		"@import 'a.css';":                                   headerfooter.PerPage,
		"p::after{content:counter(pages) ' ' counter(page)}": headerfooter.PerPage,
		"p{page:page;grid-area:pages}":                       headerfooter.Unnumbered,
	} {
		require.Equal(t, want, parse(t, "<style>"+css+"</style><p>x").Numbering(), css)
	}
	require.Equal(t, headerfooter.PerPage, parse(t, `<b style="--n:counter(page)">`).Numbering())
	require.Equal(t, headerfooter.PerPage, parse(t, `<link rel=stylesheet href=a.css>`).Numbering())
	require.Equal(t, headerfooter.Unnumbered, parse(t, `<p class=platen-counter>counter(page)`).Numbering())
	got := overlay(t, `x`, 2, 3, 12)
	require.Contains(t, got, `<platen-copy style="counter-reset:page 2 pages 12!important">`)
	require.Contains(t, got, `<platen-copy style="counter-reset:page 3 pages 12!important">`)
}

// A copy contains fixed elements if there may be any, however their styles are written.
func TestFixes(t *testing.T) {
	for text, want := range map[string]bool{
		`<p style="position:absolute">x`:                       false,
		`<p class=fixed>fixed`:                                 false,
		`<p style="Position:FIXED">x`:                          true,
		`<p style="position:&#102;ixed">x`:                     true,
		`<body style="position:fixed">x`:                       true,
		`<style>p{position:fi\78 ed}</style><p>x`:              true,
		`<svg><style>p{position:fixed}</style></svg><p>x`:      true,
		`<style>@import "a.css";</style><p>x`:                  true,
		`<link rel=stylesheet href=a.css><p>x`:                 true,
		`<noscript><p style="position:fixed">x</p></noscript>`: true,
	} {
		require.Equal(t, want, strings.Contains(overlay(t, text, 1, 1, 1), `!important" fixes>`), text)
	}
}
