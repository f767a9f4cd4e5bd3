package egress

import (
	"fmt"
	"net"
	"net/netip"
	"slices"

	"code.dny.dev/ssrf"
)

// refusal is the error of what the policy does not let through: a plain reason.
type refusal string

func (r refusal) Error() string { return string(r) }

// wireServer is Azure's host agent: a public address by its number, and the inside of a cloud by its use.
var wireServer = netip.MustParsePrefix("168.63.129.16/32")

// policy decides where requests may go. It is immutable.
type policy struct {
	rules    []rule
	guardian *ssrf.Guardian
}

func newPolicy(allow []string) (*policy, error) {
	rules, err := parseRules(allow)
	if err != nil {
		return nil, err
	}
	return &policy{
		rules:    rules,
		guardian: ssrf.New(ssrf.WithAnyPort(), ssrf.WithDeniedV4Prefixes(wireServer)),
	}, nil
}

// excepted says whether Config.Allow lets t through at addr, which is invalid where only the name is known.
func (p *policy) excepted(t target, addr netip.Addr) bool {
	return slices.ContainsFunc(p.rules, func(r rule) bool { return r.allows(t, addr) })
}

// check says whether t may be reached at addr.
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
	if ownAddress(addr) {
		return refusal(fmt.Sprintf("%s is an address of this machine", addr))
	}
	return nil
}

// checkName says whether t may be reached where only a proxy upstream will know its address.
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

// ownAddress says whether addr is one of this machine's own: a firewall in front of a machine with a public
// address does not stand between it and itself. Interfaces come and go, so they are asked each time. Where they
// cannot be read, as in some sandboxes, the other checks remain.
func ownAddress(addr netip.Addr) bool {
	interfaces, _ := net.InterfaceAddrs()
	return slices.ContainsFunc(interfaces, func(a net.Addr) bool {
		prefix, err := netip.ParsePrefix(a.String())
		return err == nil && prefix.Addr() == addr
	})
}
