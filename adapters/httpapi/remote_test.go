package httpapi_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRemote: only trusted proxies are believed, from the last one backwards.
func TestRemote(t *testing.T) {
	own := []string{"127.0.0.0/8"}
	for _, test := range []struct {
		trusted   []string
		forwarded string
		want      string
	}{
		{nil, "203.0.113.9", "127.0.0.1:"},
		{[]string{"10.0.0.0/8"}, "203.0.113.9", "127.0.0.1:"},
		{own, "", "127.0.0.1:"},
		{own, "203.0.113.9", "203.0.113.9"},
		{own, "198.51.100.1, 203.0.113.9", "203.0.113.9"},
		{append([]string{"10.1.0.0/16", "fd00::/8"}, own...), "198.51.100.1, 203.0.113.9:1234,10.1.2.3, fd00::7", "203.0.113.9"},
		{own, "[2001:db8::1]:80", "2001:db8::1"},
		{own, "::ffff:203.0.113.9", "203.0.113.9"},
		{own, "203.0.113.9, unknown", "127.0.0.1:"},
		{own, strings.Repeat("127.0.0.1,", 2) + "127.0.0.2", "127.0.0.1"},
	} {
		s := start(t, func(s *service) {
			for _, text := range test.trusted {
				s.config.TrustedProxies = append(s.config.TrustedProxies, netip.MustParsePrefix(text))
			}
		})
		s.do(s.request(strings.NewReader(small), "X-Forwarded-For", test.forwarded))
		remote := requireAccess(t, s, nil)["remote"]
		if strings.HasSuffix(test.want, ":") {
			require.Contains(t, remote, test.want)
		} else {
			require.Equal(t, test.want, remote, "%v: %s", test.trusted, test.forwarded)
		}
	}
}
