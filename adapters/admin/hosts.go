package admin

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"platen/adapters/internal/problem"
	"platen/domain"
)

// onlyKnownHosts refuses browsers that call the listener by a name of a site on the internet. Such a site can have its
// name point to this listener's address (DNS rebinding), whereupon its scripts may read the answers like those of its own
// server. Programs such as Prometheus call by any name: they run no scripts of strangers.
func (s *Server) onlyKnownHosts(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isBrowser(r.Header) && !s.config.knows(r.Host) {
			problem.Write(w, http.StatusMisdirectedRequest, domain.NotFound,
				"browsers may call this listener by address, or by a name that admin.hosts lists: add the name to that setting")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isBrowser reports whether a request is one that a page can have made. Every browser sends Accept-Language, which scripts can empty and
// not remove; Origin and Sec-Fetch-Site cannot even be changed.
func isBrowser(h http.Header) bool {
	return slices.ContainsFunc([]string{"Accept-Language", "Origin", "Sec-Fetch-Site"}, func(field string) bool { return h[field] != nil })
}

// privateDomains are top-level domains that are not in the public DNS (RFC 6761, RFC 6762, RFC 8375, ICANN's internal), and
// Kubernetes' own.
var privateDomains = []string{"localhost", "local", "internal", "home.arpa", "svc", "test"}

// knows reports whether a Host field names this listener, and can name nothing of the internet.
func (c Config) knows(field string) bool {
	host := field
	if name, _, err := net.SplitHostPort(field); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return true
	}
	switch {
	case host == "":
		return false
	case !strings.Contains(host, "."):
		return true // a machine or a service of the own network
	case slices.ContainsFunc(c.Hosts, func(h string) bool { return strings.EqualFold(h, host) }):
		return true
	}
	return slices.ContainsFunc(privateDomains, func(d string) bool { return strings.HasSuffix(host, "."+d) })
}
