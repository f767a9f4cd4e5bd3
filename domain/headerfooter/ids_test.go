package headerfooter_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCopiesHaveTheirOwnIDs: if elements refer to them by attributes, and no style sheet names them.
func TestCopiesHaveTheirOwnIDs(t *testing.T) {
	for text, want := range map[string]string{
		`<svg><text id=n class=pageNumber></text><use href="#n"></use></svg>`:    `id="n-platen-7"`,
		`<svg><g id=n></g><use xlink:href="#n"></use></svg>`:                     `xlink:href="#n-platen-7"`,
		`<svg><g id=n></g><rect fill="url(#n)"></rect></svg>`:                    `fill="url(#n-platen-7)"`,
		`<svg><g id=n></g></svg><p style="clip-path: URL( '#n' );mask:url(#m)">`: `URL( &#39;#n-platen-7&#39; );mask:url(#m)`,
		`<p id=n>x<a href="#m">`:                                                                               `id="n"`,
		`<svg><g id=abc></g><rect fill="#abc"></rect></svg>`:                                                   `id="abc"`,
		`<style>#n stop{}</style><svg><g id=n></g><rect fill="url(#n)"></rect></svg>`:                          `id="n"`,
		`<style>p{fill:url(#n)}</style><svg><g id=n></g><rect fill="url(#n)"></rect></svg>`:                    `fill="url(#n)"`,
		`<style>#nn{color:#000}</style><svg><g id=n></g><rect fill="url(#n)"></rect></svg>`:                    `fill="url(#n-platen-7)"`,
		`<link rel=stylesheet href="https://x.example/"><svg><g id=n></g><rect fill="url(#n)"></rect></svg>`:   `id="n"`,
		`<style>@IMPORT "https://x.example/";</style><svg><g id=n></g><rect fill="url(#n)"></rect></svg>`:      `id="n"`,
		`<svg><g id=n></g><use href="#n"></use><rect fill="url(#m)"></rect><use href="#m"></use></svg>`:        `fill="url(#m)"`,
		`<svg><linearGradient id=n></linearGradient><linearGradient id=m href="#n"></linearGradient></svg><p>`: `id="m"`,
	} {
		got := copies(t, overlay(t, text, 7, 7, 9))
		require.Len(t, got, 1)
		require.Contains(t, got[0], want, text)
	}
	many := strings.Repeat(`<p id=n style="fill:url(#n)url(#m)">`, 2000)
	require.Equal(t, 2000, strings.Count(overlay(t, many, 1, 1, 1), "url(#n-platen-1)url(#m)"))
}
