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
