package headerfooter_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"pgregory.net/rapid"
)

// TestCopiesHaveTheirOwnIDs: if elements or styles refer to them.
func TestCopiesHaveTheirOwnIDs(t *testing.T) {
	for text, want := range map[string]string{
		`<svg><text id=n class=pageNumber></text><use href="#n"></use></svg>`:    `id="n-platen-h7"`,
		`<svg><g id=n></g><use xlink:href="#n"></use></svg>`:                     `xlink:href="#n-platen-h7"`,
		`<svg><g id="n m"></g><use href="#n%20m"></use></svg>`:                   `href="#n m-platen-h7"`,
		`<svg><g id=n></g><rect fill="url(#n)"></rect></svg>`:                    `fill="url(#n-platen-h7)"`,
		`<svg><g id=n></g><rect fill="&#117;rl(&#35;n)"></rect></svg>`:           `fill="url(#n-platen-h7)"`,
		`<svg><g id=1n></g><rect fill="url( '#\31 n' )"></rect></svg>`:           `fill="url(#\31 n-platen-h7)"`,
		`<svg><g id=n></g></svg><p style="clip-path: URL( '#n' );mask:url(#m)">`: `clip-path: url(#n-platen-h7);mask:url(#m)`,
		`<p id=n>x<a href="#m">`:                                                                               `id="n"`,
		`<svg><g id=abc></g><rect fill="#abc"></rect></svg>`:                                                   `id="abc"`,
		`<style>#n{}</style><svg><g id=n></g></svg>`:                                                           `id="n"`,
		`<style>p{fill:url(#n)}</style><svg><g id=n></g></svg>`:                                                `id="n-platen-h7"`,
		`<link rel=stylesheet href="https://x.example/"><svg><g id=n></g><rect fill="url(#n)"></rect></svg>`:   `id="n-platen-h7"`,
		`<svg><g id=n></g><use href="#n"></use><rect fill="url(#m)"></rect><use href="#m"></use></svg>`:        `fill="url(#m)"`,
		`<svg><linearGradient id=n></linearGradient><linearGradient id=m href="#n"></linearGradient></svg><p>`: `id="m"`,
	} {
		got := copies(t, overlay(t, text, 7, 7, 9))
		require.Len(t, got, 1)
		require.Contains(t, got[0], want, text)
	}
	many := strings.Repeat(`<p id=n style="fill:url(#n)url(#m)">`, 2000)
	require.Equal(t, 2000, strings.Count(overlay(t, many, 1, 1, 1), "url(#n-platen-h1)url(#m)"))
}

// TestStylesReferToTheCopysOwn: by custom properties, since copies share the style sheets.
func TestStylesReferToTheCopysOwn(t *testing.T) {
	got := overlay(t, `<svg><style>#n stop,a#n{}.l{fill:url("#n") #abc}#other{fill:url(#m)}</style><g id=n>`, 1, 2, 2)
	require.Contains(t, got, `<style>[id^=n-platen-]:not(#_) stop,a[id^=n-platen-]:not(#_){}.l{fill:var(--platen-id-n) #abc}#other{fill:url(#m)}</style><style>@page{size:`)
	require.Contains(t, got, `<platen-copy style="counter-reset:page 2 pages 2!important;--platen-id-n:url(#n-platen-h2)">`)
}

// TestReferencesLeadToOneCopy: whatever the ids are and however they are written, each copy's elements refer to those of the same copy.
func TestReferencesLeadToOneCopy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.StringMatching(`[-_a-zA-Z0-9.:,{}()"'\\é#%]{0,6}[a-z][-_a-zA-Z0-9.:,{}()"'\\é#%]{0,6}`).Draw(t, "id")
		text := `<svg><g id="` + html.EscapeString(id) + `"></g><use href="#` + html.EscapeString(strings.ReplaceAll(id, "%", "%25")) + `"></use></svg>`
		for i, copied := range copies(t, overlay(t, text, 8, 10, 10)) {
			number := []string{"8", "9", "10"}[i]
			require.Equal(t, 2, strings.Count(copied, "-platen-h"+number+`"`), copied)
		}
	})
}

// TestOtherStylesStayTheSame: what names neither the root, the body, the head, nor an id that is the copy's own is not touched, whole or broken.
func TestOtherStylesStayTheSame(t *testing.T) {
	pieces := rapid.SampledFrom([]string{"{", "}", ";", ":", "(", ")", "[", "]", ">", " ", "/* body{} */", "'body{'", "p", ".body", "[body]", "#m", "url(#m)", "url( 'a b' )",
		"@media print", "@scope", "@import", "--x", "color", "#abc", "&", ",", "!important", "<!--", "-->", "5px", "u+26", "\n"})
	rapid.Check(t, func(t *rapid.T) {
		sheet := strings.Join(rapid.SliceOf(pieces).Draw(t, "sheet"), "")
		got := overlay(t, "<svg><g id=n /><use href='#n' /></svg><style>"+sheet+"</style>", 1, 1, 1)
		require.Contains(t, got, "<style>"+sheet+"</style><style>@page{size:")
	})
}
