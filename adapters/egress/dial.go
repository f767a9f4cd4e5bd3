package egress

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"syscall"
	"time"
)

// resolver finds the addresses of a name, as net.Resolver does.
type resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// maxAddresses bounds how many addresses of one name are tried.
const maxAddresses = 8

// maxShare bounds how long one address is tried while others are left.
const maxShare = 2 * time.Second

// guardedDialer connects to addresses that the policy allows.
type guardedDialer struct {
	policy   *policy
	resolver resolver
	dial     func(ctx context.Context, dialer net.Dialer, address netip.AddrPort) (net.Conn, error)
	upstream *url.URL // nil: none
	resolves bool     // the upstream proxy resolves names; see proxy
	timeout  time.Duration
}

// connect opens a connection to host:port, for http.Transport: it resolves the name, checks each address and dials a checked
// one.
func (d *guardedDialer) connect(ctx context.Context, _, authority string) (net.Conn, error) {
	// A transport continues to dial after its request has ended.
	ctx, cancel := context.WithTimeout(ctx, d.timeout)
	defer cancel()

	t, err := parseTarget("", authority)
	if err != nil {
		return nil, err
	}
	if d.resolves && !d.policy.excepted(t, t.addr) {
		return d.dialUpstream(ctx) // as proxy says
	}
	addresses, err := d.decide(ctx, t)
	if err != nil {
		return nil, err
	}
	for i, address := range addresses {
		conn, problem := d.connectTo(ctx, t, address, len(addresses)-i)
		if problem == nil {
			return conn, nil
		}
		err = cmp.Or(err, problem)
	}
	return nil, err
}

// proxy returns the upstream proxy for names that it resolves, for http.Transport. Their addresses are never known here, so the name is
// checked.
func (d *guardedDialer) proxy(r *http.Request) (*url.URL, error) {
	t, err := parseTarget(r.URL.Scheme, r.URL.Host)
	if err != nil || !d.resolves || d.policy.excepted(t, t.addr) {
		return nil, err
	}
	return d.upstream, d.policy.checkName(t)
}

// connectTo opens a connection to one of so many addresses that are left, in its share of the time that is left.
func (d *guardedDialer) connectTo(ctx context.Context, t target, address netip.Addr, left int) (conn net.Conn, err error) {
	if left > 1 {
		deadline, _ := ctx.Deadline() // set by connect
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, min(maxShare, time.Until(deadline)/time.Duration(left)))
		defer cancel()
	}
	if d.upstream != nil && !d.policy.excepted(t, address) {
		conn, err = d.tunnel(ctx, netip.AddrPortFrom(address, t.port))
	} else {
		conn, err = d.dial(ctx, d.guarded(t, address), netip.AddrPortFrom(address, t.port))
	}
	return conn, causeOf(ctx, err)
}

// decide returns the addresses at which t may be reached, at least one. It leaves out refused addresses: a name with public and
// private addresses is reached at the public ones. IPv4 addresses come first: many networks and proxies that cannot reach others fail late.
func (d *guardedDialer) decide(ctx context.Context, t target) ([]netip.Addr, error) {
	found := []netip.Addr{t.addr}
	if !t.addr.IsValid() {
		var err error
		if found, err = d.resolver.LookupNetIP(ctx, "ip", t.host); err != nil {
			return nil, err
		}
	}
	var allowed []netip.Addr
	refused := error(refusal("the name has no address"))
	for _, address := range found {
		if !t.addr.IsValid() {
			address = address.Unmap() // the resolver gives IPv4 in this form
		}
		if err := d.policy.check(t, address); err != nil {
			refused = err
			continue
		}
		allowed = append(allowed, address)
	}
	if len(allowed) == 0 {
		return nil, refused
	}
	slices.SortStableFunc(allowed, func(a, b netip.Addr) int { return a.BitLen() - b.BitLen() })
	return allowed[:min(len(allowed), maxAddresses)], nil
}

// guarded is a dialer that connects to one address only, and only if the policy allows it at that moment. Every connection to
// a server uses it, so that a mistake elsewhere opens no connection.
func (d *guardedDialer) guarded(t target, address netip.Addr) net.Dialer {
	return net.Dialer{Control: func(network, at string, _ syscall.RawConn) error {
		got, err := netip.ParseAddrPort(at)
		if err != nil || got != netip.AddrPortFrom(address, t.port) || network != "tcp4" && network != "tcp6" {
			return refusal(fmt.Sprintf("%s %s is not what was decided on", network, at))
		}
		return d.policy.check(t, got.Addr())
	}}
}
