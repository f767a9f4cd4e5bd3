package egress

import (
	"net"
	"net/netip"
	"strconv"
	"strings"
)

// target is the host and port of a request.
type target struct {
	// host is a name in lower case, or the canonical text of addr without brackets.
	host string
	// addr is the address that host spells; invalid if host is a name.
	addr netip.Addr
	port uint16
}

// parseTarget parses the authority of a URL, host[:port], strictly: it refuses what different readers could understand
// differently. Every error is a refusal.
func parseTarget(scheme, authority string) (target, error) {
	host, port, err := splitPort(authority)
	if err != nil {
		return target{}, err
	}
	if port == 0 {
		switch scheme {
		case "http":
			port = 80
		case "https":
			port = 443
		default:
			return target{}, refusal("only http and https are loaded")
		}
	}
	addr, err := parseHost(host)
	if err != nil {
		return target{}, err
	}
	if addr.IsValid() {
		return target{host: addr.String(), addr: addr, port: port}, nil
	}
	return target{host: strings.ToLower(host), port: port}, nil
}

// splitPort separates the port from a host, which keeps its brackets; 0 if there is none.
func splitPort(authority string) (host string, port uint16, err error) {
	colon := strings.LastIndexByte(authority, ':')
	if colon < 0 || colon < strings.LastIndexByte(authority, ']') {
		return authority, 0, nil
	}
	host, digits := authority[:colon], authority[colon+1:]
	number, err := strconv.ParseUint(digits, 10, 16)
	// ParseUint accepts leading zeros, which some readers take for octal.
	if err != nil || number == 0 || digits[0] == '0' {
		return "", 0, refusal("the port is no port")
	}
	return host, uint16(number), nil
}

// parseHost returns the address that a host spells, an invalid one if it is a name.
func parseHost(host string) (netip.Addr, error) {
	if strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]") {
		addr, err := netip.ParseAddr(host[1 : len(host)-1])
		if err != nil || !addr.Is6() || addr.Zone() != "" {
			return netip.Addr{}, refusal("the host is no IPv6 address")
		}
		return addr, nil
	}
	if !validName(host) {
		return netip.Addr{}, refusal("the host is no name")
	}
	if !endsInNumber(host) {
		return netip.Addr{}, nil
	}
	// 127.1, 0x7f.1, 017700000001 and 2130706433 are loopback to some readers and names to others.
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Addr{}, refusal("the host is an oddly spelt IPv4 address")
	}
	return addr, nil
}

// validName reports whether host has the form of a DNS name: labels of letters, digits, hyphens and underscores. Engines send
// international names in their ASCII form. A trailing dot is refused: exceptions and certificates have the name without it.
func validName(host string) bool {
	if len(host) > 253 {
		return false
	}
	for label := range strings.SplitSeq(host, ".") {
		if label == "" || len(label) > 63 || strings.IndexFunc(label, notInName) >= 0 {
			return false
		}
	}
	return true
}

func notInName(r rune) bool {
	letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	digit := '0' <= r && r <= '9'
	return !letter && !digit && r != '-' && r != '_'
}

// endsInNumber is the test with which browsers recognise an IPv4 address (WHATWG URL, section 3.5).
func endsInNumber(host string) bool {
	last := strings.ToLower(host[strings.LastIndexByte(host, '.')+1:])
	if hex, found := strings.CutPrefix(last, "0x"); found {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return strings.Trim(last, "0123456789") == ""
}

// authority is the host as in a URL of the scheme, with the port if it is not the scheme's default.
func (t target) authority(scheme string) string {
	if scheme == "http" && t.port != 80 || scheme == "https" && t.port != 443 {
		return net.JoinHostPort(t.host, strconv.Itoa(int(t.port)))
	}
	if t.addr.Is6() {
		return "[" + t.host + "]"
	}
	return t.host
}
