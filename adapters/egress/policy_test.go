package egress_test

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/egress"
)

// refusedAddresses are addresses that no document may reach, by class.
var refusedAddresses = map[string][]string{
	"this network":      {"0.0.0.0", "0.1.2.3", "::"},
	"loopback":          {"127.0.0.1", "127.255.255.254", "::1"},
	"private":           {"10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.255.255"},
	"unique local":      {"fc00::1", "fd00:ec2::254", "fdff:ffff::1"},
	"link-local":        {"169.254.0.1", "169.254.169.254", "fe80::1", "febf::1"},
	"site-local":        {"fec0::1", "feff::1"},
	"CGNAT":             {"100.64.0.1", "100.100.100.200", "100.127.255.255"},
	"multicast":         {"224.0.0.1", "239.255.255.255", "ff02::1", "ff0e::1"},
	"reserved":          {"240.0.0.1", "255.255.255.255"},
	"protocol":          {"192.0.0.1", "192.0.0.192"},
	"documentation":     {"192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"},
	"benchmarking":      {"198.18.0.1", "198.19.255.255", "2001:2::1"},
	"6to4":              {"2002:7f00:1::", "2002:808:808::1", "192.88.99.1"},
	"Teredo":            {"2001::1", "2001:0:7f00:1::"},
	"ORCHID":            {"2001:10::1", "2001:20::1"},
	"NAT64":             {"64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1"},
	"IPv4-mapped":       {"::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:0:7f00:1"},
	"IPv4-compatible":   {"::127.0.0.1", "::8.8.8.8", "::7f00:1"},
	"discard, SRv6":     {"100::1", "5f00::1"},
	"not yet allocated": {"4000::1", "8000::1", "e000::1"},
	"a cloud's host":    {"168.63.129.16"},
}

func TestRefusesPrivateAddresses(t *testing.T) {
	e := start(t)
	e.DialInstead(func(decided netip.AddrPort) string {
		t.Errorf("%s was dialled", decided)
		return "127.0.0.1:1"
	})
	x := open(t, e)
	client := engine(t, e, x)
	for class, addresses := range refusedAddresses {
		t.Run(class, func(t *testing.T) {
			for _, text := range addresses {
				literal := text
				if netip.MustParseAddr(text).Is6() {
					literal = "[" + text + "]"
				}
				e.ResolveWith(resolve(map[string][]string{"inside.example": {text}}))
				for _, address := range []string{
					"http://" + literal + "/", "https://" + literal + "/",
					"http://inside.example/", "https://inside.example/",
				} {
					if text == "::ffff:8.8.8.8" && strings.Contains(address, "inside") {
						continue // a resolver's form of 8.8.8.8
					}
					response, body := get(t, client, address)
					require.Equal(t, http.StatusForbidden, response.StatusCode, address)
					require.Empty(t, body)
					traffic := drain(client, x)
					require.Len(t, traffic.Failed, 1)
					require.Equal(t, address[:5], traffic.Failed[0].URL[:5])
					require.Contains(t, traffic.Failed[0].Reason, " is not a public address")
				}
			}
		})
	}
}

func TestRefusesOwnAddresses(t *testing.T) {
	interfaces, err := net.InterfaceAddrs()
	require.NoError(t, err)
	require.NotEmpty(t, interfaces)
	for _, a := range interfaces {
		addr := netip.MustParsePrefix(a.String()).Addr()
		require.Error(t, egress.Admit(nil, "http", "own.example", addr.String()))
	}
}

// Spelt in ways that different readers take for different hosts, or that no document needs.
func TestRefusesOddHosts(t *testing.T) {
	for name, authority := range map[string]string{
		"short":                 "127.1",
		"shorter":               "1",
		"decimal":               "2130706433",
		"octal":                 "0177.0.0.1",
		"octal, whole":          "017700000001",
		"hexadecimal":           "0x7f.0.0.1",
		"hexadecimal, whole":    "0x7f000001",
		"hexadecimal, in upper": "0X7F.1",
		"hexadecimal, empty":    "127.0.0.0x",
		"too large a part":      "127.0.0.256",
		"five parts":            "1.2.3.4.5",
		"a number at the end":   "www.example.1",
		"IPv4 with a dot":       "127.0.0.1.",
		"name with a dot":       "localhost.",
		"nothing":               "",
		"a port alone":          ":80",
		"a dot":                 ".",
		"two dots":              "a..example",
		"zone":                  "[fe80::1%eth0]",
		"zone on a public one":  "[2606:4700::1%1]",
		"IPv4 in brackets":      "[127.0.0.1]",
		"a name in brackets":    "[localhost]",
		"no brackets":           "::1",
		"half of them":          "[::1",
		"a blank":               "a b.example",
		"a tab":                 "a\tb.example",
		"a null":                "a\x00.example",
		"a slash":               "a/b.example",
		"a backslash":           "a\\b.example",
		"a question mark":       "a?b.example",
		"an escape":             "%31%32%37.0.0.1",
		"credentials":           "user:password@example.com",
		"full stop of Japan":    "127。0。0。1",
		"full-width digits":     "１２７.0.0.1",
		"circled digits":        "①②⑦.0.0.1",
		"not ASCII":             "bücher.example",
		"long label":            strings.Repeat("a", 64) + ".example",
		"long name":             strings.Repeat("a.", 127) + "example",
		"port 0":                "a.example:0",
		"no port":               "a.example:",
		"port with a sign":      "a.example:+80",
		"port with a zero":      "a.example:080",
		"port too large":        "a.example:65536",
		"port far too large":    "a.example:4294967376",
		"port in hexadecimal":   "a.example:0x50",
		"two ports":             "a.example:80:80",
	} {
		t.Run(name, func(t *testing.T) {
			require.Error(t, egress.Admit(nil, "http", authority, "8.8.8.8"))
			require.Error(t, egress.Admit([]string{"0.0.0.0/0", "::/0"}, "http", authority, "8.8.8.8"), "an exception changes nothing")
		})
	}
}

// TestAllowsPublicAddresses: public addresses are allowed, on ports 80 and 443 only.
func TestAllowsPublicAddresses(t *testing.T) {
	for _, c := range []struct {
		scheme, authority, address string
		passes                     bool
	}{
		{"http", "www.example.com", "93.184.216.34", true},
		{"http", "WWW.Example.COM", "93.184.216.34", true},
		{"https", "www.example.com", "2606:2800:220::1", true},
		{"http", "www.example.com:443", "93.184.216.34", true},
		{"https", "www.example.com:80", "93.184.216.34", true},
		{"http", "93.184.216.34", "", true},
		{"https", "[2606:2800:220::1]:443", "", true},
		{"http", "under_score.example.com", "93.184.216.34", true},
		{"http", "xn--bcher-kva.example", "93.184.216.34", true},
		{"http", "www.example.com:8080", "93.184.216.34", false},
		{"http", "www.example.com:22", "93.184.216.34", false},
		{"https", "93.184.216.34:8443", "", false},
		{"ftp", "www.example.com", "93.184.216.34", false},
		{"ws", "www.example.com", "93.184.216.34", false},
		{"file", "www.example.com", "93.184.216.34", false},
		{"", "www.example.com", "93.184.216.34", false},
	} {
		err := egress.Admit(nil, c.scheme, c.authority, c.address)
		require.Equal(t, c.passes, err == nil, "%s://%s at %s: %v", c.scheme, c.authority, c.address, err)
	}
}

func TestAllow(t *testing.T) {
	for _, c := range []struct {
		entry, authority, address string
		passes                    bool
	}{
		{"10.1.0.0/16", "10.1.2.3", "", true},
		{"10.1.0.0/16", "10.1.2.3:6379", "", true},
		{"10.1.0.0/16", "intranet.example:8080", "10.1.255.255", true},
		{"10.1.0.0/16", "10.2.0.1", "", false},
		{"10.1.0.0/16", "intranet.example", "10.2.0.1", false},
		{"10.1.0.0/16", "[::ffff:10.1.2.3]", "", false},
		{"10.1.0.0/16", "[::10.1.2.3]", "", false},
		{"10.1.2.3", "10.1.2.3:99", "", true},
		{"10.1.2.3", "10.1.2.4", "", false},
		{"10.1.2.3:8080", "10.1.2.3:8080", "", true},
		{"10.1.2.3:8080", "intranet.example:8080", "10.1.2.3", true},
		{"10.1.2.3:8080", "10.1.2.3", "", false},
		{"10.1.2.3:8080", "10.1.2.3:8081", "", false},
		{"10.1.2.3:8080", "10.1.2.4:8080", "", false},
		{"fd00::7", "[fd00::7]:99", "", true},
		{"[fd00::7]", "[fd00::7]", "", true},
		{"[fd00::7]:8080", "[fd00:0:0::7]:8080", "", true},
		{"[fd00::7]:8080", "[fd00::7]:8081", "", false},
		{"fd00::/8", "[fd12::1]:1234", "", true},
		{"64:ff9b::/96", "www.example.com", "64:ff9b::808:808", true},
		{"intranet.example", "intranet.example:8080", "10.1.2.3", true},
		{"intranet.example", "INTRANET.example", "127.0.0.1", true},
		{"Intranet.Example", "intranet.example", "10.1.2.3", true},
		{"intranet.example", "sub.intranet.example", "10.1.2.3", false},
		{"intranet.example", "intranet.example.com", "10.1.2.3", false},
		{"intranet.example", "10.1.2.3", "", false},
		{"intranet.example:8443", "intranet.example:8443", "10.1.2.3", true},
		{"intranet.example:8443", "intranet.example", "10.1.2.3", false},
		{"intranet.example:8443", "other.example:8443", "10.1.2.3", false},
		{"cdn.example:8443", "cdn.example:8443", "93.184.216.34", true},
		{"localhost:9000", "localhost:9000", "127.0.0.1", true},
		{" 10.1.2.3 ", "10.1.2.3", "", true},
	} {
		require.Error(t, egress.Admit(nil, "http", c.authority, c.address), "%s at %s needs an exception", c.authority, c.address)
		err := egress.Admit([]string{"198.51.100.77", c.entry}, "http", c.authority, c.address)
		require.Equal(t, c.passes, err == nil, "%q: %s at %s: %v", c.entry, c.authority, c.address, err)
	}
}

// The exception may be for a name, or an earlier check may be wrong: the dialer checks again.
func TestDialerChecksAgain(t *testing.T) {
	listening := serve(t, "127.0.0.1", say("inside"))
	at := netip.MustParseAddrPort(listening)
	for name, c := range map[string]struct {
		allow   []string
		decided string
		passes  bool
	}{
		"refused by the policy":  {nil, "127.0.0.1", false},
		"not what was decided":   {[]string{"127.0.0.0/8"}, "127.0.0.2", false},
		"decided, and excepted":  {[]string{"127.0.0.0/8"}, "127.0.0.1", true},
		"excepted by its name":   {[]string{"inside.example"}, "127.0.0.1", true},
		"excepted another's":     {[]string{"other.example"}, "127.0.0.1", false},
		"IPv4 in IPv6's clothes": {[]string{"127.0.0.0/8"}, "::ffff:127.0.0.1", false},
	} {
		t.Run(name, func(t *testing.T) {
			e := start(t, allow(c.allow...))
			authority := netip.AddrPortFrom(at.Addr(), at.Port()).String()
			if name == "excepted by its name" {
				authority = "inside.example" + authority[len("127.0.0.1"):]
			}
			err := e.DialDecided(t.Context(), authority, netip.MustParseAddr(c.decided), listening)
			require.Equal(t, c.passes, err == nil, "%v", err)
		})
	}
}

// TestRefusesOwnPublicAddress: it reaches services that a firewall in front of the machine protects.
func TestRefusesOwnPublicAddress(t *testing.T) {
	own, other := netip.MustParseAddr("8.8.8.8"), netip.MustParseAddr("8.8.4.4")
	require.ErrorContains(t, egress.AdmitOnMachine(own, own), "8.8.8.8 is an address of this machine")
	require.NoError(t, egress.AdmitOnMachine(own, other))
	require.True(t, egress.OwnAddress(netip.MustParseAddr("127.0.0.1")))
	require.False(t, egress.OwnAddress(own))
}
