package egress_test

import (
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/egress"
)

// A parsed authority that is written in its canonical form parses to the same again, and net/url agrees.
func FuzzTarget(f *testing.F) {
	for _, authority := range []string{
		"www.example.com", "WWW.Example.com:8080", "127.0.0.1", "127.1", "0x7f.1", "2130706433", "[::1]:443", "[::ffff:1.2.3.4]",
		"[fe80::1%25eth0]", "a.example.", "a_b.example:443", "user@a.example", "1.2.3.4.5", "0177.0.0.1", ":80", "", "a:b", "a.0x",
	} {
		f.Add(authority)
	}
	f.Fuzz(func(t *testing.T, authority string) {
		host, port, addr, err := egress.ParseTarget("https", authority)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		require.NotZero(t, port)
		require.Equal(t, strings.ToLower(host), host)
		if addr.IsValid() {
			require.Empty(t, addr.Zone())
			require.Equal(t, addr, netip.MustParseAddr(host))
		}

		again, err := egress.Authority("https", authority)
		require.NoError(t, err)
		host2, port2, addr2, err := egress.ParseTarget("https", again)
		require.NoError(t, err)
		require.Equal(t, host, host2)
		require.Equal(t, port, port2)
		require.Equal(t, addr, addr2)
		u, err := url.Parse("https://" + again + "/")
		require.NoError(t, err)
		require.Equal(t, host, u.Hostname())
		require.Nil(t, u.User)
	})
}

// An exception allows only its own addresses, and an invalid exception fails at the start, not later.
func FuzzAllow(f *testing.F) {
	for _, entry := range []string{
		"10.0.0.0/8", "10.1.2.3", "10.1.2.3:80", "fd00::1", "[fd00::1]:80", "fd00::/8", "intranet.example", "intranet.example:8443",
		"::ffff:10.0.0.1", "10.1.2.3/8", "0.0.0.0/0", "::/0", "127.1", "a b", "", ":80", "http://a",
	} {
		f.Add(entry)
	}
	f.Fuzz(func(t *testing.T, entry string) {
		config := egress.DefaultConfig()
		config.Allow = []string{entry}
		if err := config.Validate(); err != nil {
			require.ErrorContains(t, err, "egress.allow: ")
			return
		}
		entry = strings.TrimSpace(entry)
		secret := netip.MustParseAddr("169.254.169.254")
		if egress.Admit([]string{entry}, "http", secret.String(), "") == nil {
			prefix, err := netip.ParsePrefix(entry)
			require.True(t, err == nil && prefix.Contains(secret) || strings.HasPrefix(entry, secret.String()), entry)
		}
		if err := egress.Admit([]string{entry}, "http", "some.example", secret.String()); err == nil {
			prefix, err := netip.ParsePrefix(entry)
			byName := strings.HasPrefix(strings.ToLower(entry), "some.example")
			require.True(t, byName || err == nil && prefix.Contains(secret) || strings.HasPrefix(entry, secret.String()), entry)
		}
	})
}
