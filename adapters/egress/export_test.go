package egress

import (
	"context"
	"net"
	"net/netip"

	"platen/ports"
)

// ResolveWith replaces the system's resolver.
func (e *Egress) ResolveWith(lookup func(host string) ([]netip.Addr, error)) {
	e.dialer.resolver = resolverFunc(lookup)
}

type resolverFunc func(host string) ([]netip.Addr, error)

func (f resolverFunc) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	return f(host)
}

// DialInstead connects to other addresses than the checked ones, so that no connection leaves loopback. If elsewhere gives "",
// the connection is never made.
func (e *Egress) DialInstead(elsewhere func(decided netip.AddrPort) string) {
	e.dialer.dial = func(ctx context.Context, _ net.Dialer, decided netip.AddrPort) (net.Conn, error) {
		to := elsewhere(decided)
		if to == "" {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		var dialer net.Dialer
		return dialer.DialContext(ctx, "tcp", to)
	}
}

// Connect opens a connection, as for a request.
func (e *Egress) Connect(ctx context.Context, authority string) error {
	conn, err := e.dialer.connect(ctx, "tcp", authority)
	if err == nil {
		_ = conn.Close()
	}
	return err
}

// DialDecided connects to address as if it had been checked for authority.
func (e *Egress) DialDecided(ctx context.Context, authority string, decided netip.Addr, address string) error {
	t, err := parseTarget("http", authority)
	if err != nil {
		return err
	}
	dialer := e.dialer.guarded(t, decided)
	conn, err := dialer.DialContext(ctx, "tcp", address)
	if err == nil {
		_ = conn.Close()
	}
	return err
}

// Asked returns the number of requests of the print under way.
func Asked(s ports.Session) int {
	p := s.(*session).current()
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.traffic.Requests
}

// Admit returns the policy's error for a request for authority at address.
func Admit(allow []string, scheme, authority, address string) error {
	p, err := newPolicy(allow)
	if err != nil {
		return err
	}
	t, err := parseTarget(scheme, authority)
	if err != nil {
		return err
	}
	if t.addr.IsValid() {
		return p.check(t, t.addr)
	}
	return p.check(t, netip.MustParseAddr(address))
}

// AdmitOnMachine is Admit for http://example.com on a machine whose only address is own.
func AdmitOnMachine(own, address netip.Addr) error {
	p, err := newPolicy(nil)
	if err != nil {
		return err
	}
	p.own = func(addr netip.Addr) bool { return addr == own }
	t, err := parseTarget("http", "example.com")
	if err != nil {
		return err
	}
	return p.check(t, address)
}

// OwnAddress reports whether an address is one of this machine.
var OwnAddress = ownAddress

// ParseTarget returns the host and the port of an authority, and the address it spells, if it spells one.
func ParseTarget(scheme, authority string) (host string, port uint16, addr netip.Addr, err error) {
	t, err := parseTarget(scheme, authority)
	return t.host, t.port, t.addr, err
}

// Authority returns a parsed authority as it goes into a URL.
func Authority(scheme, authority string) (string, error) {
	t, err := parseTarget(scheme, authority)
	return t.authority(scheme), err
}

// BreakFetches lets fetches panic until the returned function is called.
func (e *Egress) BreakFetches() (mend func()) {
	whole := e.fetcher.transport.Swap(nil)
	return func() { e.fetcher.transport.Store(whole) }
}
