package httpapi

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// remote is the address of the request's client, for the log: that of the connection or, if a trusted proxy opened it, the last one in
// X-Forwarded-For that is no trusted proxy's. Clients can write anything before that.
func (s *Server) remote(r *http.Request) string {
	remote := r.RemoteAddr
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		addr, _ := parseAddr(remote)
		trusted := slices.ContainsFunc(s.config.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(addr) })
		next, err := parseAddr(strings.TrimSpace(hop))
		if !trusted || err != nil {
			break
		}
		remote = next.String()
	}
	return remote
}

// parseAddr reads an address with or without a port.
func parseAddr(text string) (netip.Addr, error) {
	if both, err := netip.ParseAddrPort(text); err == nil {
		return both.Addr().Unmap(), nil
	}
	addr, err := netip.ParseAddr(text)
	return addr.Unmap(), err
}
