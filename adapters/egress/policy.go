package egress

import (
	"fmt"
	"net"
	"net/netip"
	"slices"

	"code.dny.dev/ssrf"
)

// refusal is the error of a request that the policy refuses: a plain reason.
type refusal string

func (r refusal) Error() string { return string(r) }

// wireServer is Azure's host agent. Its address is public, and it is internal to the cloud.
var wireServer = netip.MustParsePrefix("168.63.129.16/32")

// policy decides where requests may go. It is immutable.
type policy struct {
	rules    []rule
	guardian *ssrf.Guardian
	// own reports whether an address is one of this machine.
	own func(netip.Addr) bool
}

func newPolicy(allow []string) (*policy, error) {
	rules, err := parseRules(allow)
	if err != nil {
		return nil, err
	}
	return &policy{
		rules:    rules,
		guardian: ssrf.New(ssrf.WithAnyPort(), ssrf.WithDeniedV4Prefixes(wireServer)),
		own:      ownAddress,
	}, nil
}

// excepted reports whether Config.Allow allows t at addr, which is invalid if only the name is known.
func (p *policy) excepted(t target, addr netip.Addr) bool {
	return slices.ContainsFunc(p.rules, func(r rule) bool { return r.allows(t, addr) })
}

// check returns an error if t may not be reached at addr.
func (p *policy) check(t target, addr netip.Addr) error {
	if p.excepted(t, addr) {
		return nil
	}
	if err := publicPort(t); err != nil {
		return err
	}
	if p.guardian.SafeAddr(addr) != nil {
		return refusal(fmt.Sprintf("%s is not a public address", addr))
	}
	if p.own(addr) {
		return refusal(fmt.Sprintf("%s is an address of this machine", addr))
	}
	return nil
}

// checkName returns an error if t may not be reached through an upstream proxy that resolves the name.
func (p *policy) checkName(t target) error {
	if t.addr.IsValid() {
		return p.check(t, t.addr)
	}
	return publicPort(t)
}

func publicPort(t target) error {
	if t.port != 80 && t.port != 443 {
		return refusal(fmt.Sprintf("port %d", t.port))
	}
	return nil
}

// ownAddress reports whether addr is an address of this machine: a firewall in front of the machine does not protect it from
// itself. Interfaces come and go, so they are listed each time. If they cannot be listed, as in some sandboxes, the other checks
// remain.
func ownAddress(addr netip.Addr) bool {
	interfaces, _ := net.InterfaceAddrs()
	return slices.ContainsFunc(interfaces, func(a net.Addr) bool {
		prefix, err := netip.ParsePrefix(a.String())
		return err == nil && prefix.Addr() == addr
	})
}
