package domain_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/domain"
)

func ExampleFingerprint() {
	fmt.Println(domain.Fingerprint{Request: domain.Digest("a"), Engine: domain.Digest("chrome", "156")})
	// Output: request="3b196fd4907bedf5", engine="1521173d544e0050"
}

// TestDigestsDiffer: a text that moves from one field to the next makes another request.
func TestDigestsDiffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.StringMatching("a{0,3}"), 4, 4)
		a, b := texts.Draw(t, "a"), texts.Draw(t, "b")
		request := func(s []string) domain.Request {
			return domain.Request{HTML: s[0], CSS: s[1], HeaderHTML: s[2], FooterHTML: s[3]}
		}
		require.Equal(t, reflect.DeepEqual(request(a), request(b)), request(a).Digest() == request(b).Digest())
		require.Len(t, request(a).Digest(), 16)
	})
}
