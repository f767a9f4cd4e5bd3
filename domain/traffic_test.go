package domain_test

import (
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"platen/domain"
)

// TestLongAddressesStayText: an address is not cut in the middle of a character, which would break the log's JSON.
func TestLongAddressesStayText(t *testing.T) {
	for before := range 4 {
		address := &url.URL{Scheme: "data", Opaque: strings.Repeat("x", before) + strings.Repeat("€", 400)}
		shown := domain.NewFailedResource(address, "refused").URL
		require.True(t, utf8.ValidString(shown), "%q", shown)
		require.LessOrEqual(t, len(shown), 512+len("…"))
		require.True(t, strings.HasSuffix(shown, "€…"))
	}
}

// TestHiddenTellsAddressesApart: without showing what may be secret.
func TestHiddenTellsAddressesApart(t *testing.T) {
	of := func(address string) domain.FailedResource {
		u, err := url.Parse(address)
		require.NoError(t, err)
		return domain.NewFailedResource(u, "")
	}
	require.NotEqual(t, of("http://a/i?a=1"), of("http://a/i?a=2"))
	require.Equal(t, of("http://a/i?a=1"), of("http://a/i?a=1"))
	require.Equal(t, domain.FailedResource{URL: "http://a/i"}, of("http://a/i#part"))
	require.Equal(t, domain.FailedResource{URL: "http://a/b%2Fc"}, of("http://a/b%2Fc"))
	require.Equal(t, domain.FailedResource{URL: "mailto:a;b,c"}, of("mailto:a;b,c"))
	require.Equal(t, "data:text/css", of("data:text/css;base64,YQ==").URL)
	require.NotEqual(t, of("data:text/css,a"), of("data:text/css,b"))
	require.Equal(t, domain.FailedResource{URL: "data:"}, of("data:"))
	require.Equal(t, "timed out", domain.NewFailedResource(&url.URL{}, "timed out").Reason)
	hidden := of("http://user:secret@a/i?key=secret#secret")
	require.Equal(t, "http://a/i", hidden.URL)
	require.NotContains(t, hidden.Hidden, "secret")
	require.NotEqual(t, of("http://a/"+strings.Repeat("i", 600)), of("http://a/"+strings.Repeat("i", 601)))
}
