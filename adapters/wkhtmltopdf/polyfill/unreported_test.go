package polyfill_test

import (
	"fmt"
	"html"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/wkhtmltopdf/polyfill"
)

// TestUnreportedAddresses: only addresses that Qt cannot parse are counted, and those of blobs and of ports of other protocols, which it
// does not ask for. It leaves out blanks around an address, and tabs and ends of lines in it.
func TestUnreportedAddresses(t *testing.T) {
	for address, want := range map[string]int{
		"http://example.com ": 0, " //example.com:8080\n": 0, "http://127.0\t.0.1/x": 0, "http://exam\nple.com/x": 0, "http://münchen.example/x": 0,
		"http://user@example.com/x": 0, "http://[::1]/x": 0, "http://a_b.example/x": 0,
		"http://[logo]/x": 1, "http://a:99999/": 1, "http://exa mple.com/x": 1,
		"http://a.example:22/x": 1, "//a.example:22/x": 1, "ftp://a.example:22/x": 0, "http://user@a.example:22/x": 0, "http://a.example/:22/x": 0,
		" Blob:http://example.com/x": 1, "http://example.com/?blob:x": 0,
	} {
		t.Run(address, func(t *testing.T) {
			document := fmt.Sprintf(`<img src="%s"><p>//[`, html.EscapeString(address))
			page, err := polyfill.Prepare(t.Context(), onA4(document), "/folder/1.html", 0)
			require.NoError(t, err)
			require.Len(t, page.Unreported, want)
		})
	}
}

// TestUnreportedInStyles: what styles load is counted, and what they show is not.
func TestUnreportedInStyles(t *testing.T) {
	for style, want := range map[string]int{
		`@import "http://a.example:22/x.css";`:                      1,
		`p{background:url( 'http://a.example:22/x' )}`:              1,
		`p{background:url(data:image/png;base64,@@@)}`:              1,
		`p::after{content:"http://a.example:22/x data:image/,x"}`:   0,
		`/* url(http://a.example:22/x) */ p{background:url(x.png)}`: 0,
	} {
		page, err := polyfill.Prepare(t.Context(), onA4("<style>"+style+"</style><p>//["), "/folder/1.html", 0)
		require.NoError(t, err)
		require.Len(t, page.Unreported, want, style)
	}
}

// TestEachAddressIsCounted: there is no bound, and an address that occurs again counts once.
func TestEachAddressIsCounted(t *testing.T) {
	document := ""
	for i := range 2000 {
		document += fmt.Sprintf(`<img src="http://a.example:22/%d">`, i%1000)
	}
	page, err := polyfill.Prepare(t.Context(), onA4(document), "/folder/1.html", 0)
	require.NoError(t, err)
	require.Len(t, page.Unreported, 1000)
}
