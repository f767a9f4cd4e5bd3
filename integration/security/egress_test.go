package security_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/rendertest/disarmed"
)

// reach is a way for a document to make an engine request something. The numbers are the resources that each engine requests: none,
// a number, or varies.
type reach struct {
	name string
	document
	chrome, wkhtmltopdf, weasyprint int
}

// For some ways the number differs from run to run.
const (
	varies = -1 // one or more
	seldom = -2 // none or more, depending on time; such a way is tried, but proves nothing
)

func (r reach) title() string            { return r.name }
func (r reach) works(engine string) bool { return r.asks(engine) > 0 || r.asks(engine) == varies }

func (r reach) asks(engine string) int {
	if n, known := map[string]int{chrome: r.chrome, wkhtmltopdf: r.wkhtmltopdf, weasyprint: r.weasyprint}[engine]; known {
		return n
	}
	return seldom // of an engine that the tables do not know
}

// expects reports whether a document may have that number of requests.
func (r reach) expects(engine string, n int) bool {
	switch want := r.asks(engine); want {
	case seldom:
		return true
	case varies:
		return n > 0
	default:
		return n == want
	}
}

// TestLoopbackIsNotReached tries every way to a canary on loopback. Without the egress proxy, an engine reaches one.
func TestLoopbackIsNotReached(t *testing.T) {
	onEngines(t, reaches(), func(t *testing.T, engine string) func(*testing.T, []reach) []reach {
		canary, witness := openSite(t), openSite(t)
		t.Cleanup(func() {
			require.Zero(t, canary.connections(), "even an empty connection shows that a server is there")
		})
		service := start(t, engine)
		open := start(t, engine, without(t, engine, disarmed.Egress(witness.address())))
		return func(t *testing.T, rows []reach) (idle []reach) {
			paths := map[string]string{}
			d := together(rows, func(r reach) document {
				paths[r.name] = newPath()
				return r.filled("{canary}", canary.URL+paths[r.name])
			}).with()
			failed := failures(t, service, print(t, service, d))
			for _, f := range failed {
				require.Contains(t, f.Reason, "refused")
			}
			// What the engine itself refuses, it does not request.
			failed = slices.DeleteFunc(failed, func(f failure) bool { return strings.HasPrefix(f.Reason, "refused by the engine") })
			print(t, open, d)
			for _, r := range rows {
				path := paths[r.name]
				require.Empty(t, canary.visits(path), r.name)
				if n := below(failed, canary.URL+path); !r.expects(engine, n) || r.works(engine) && len(witness.visits(path)) == 0 {
					t.Logf("%s: %d requests were refused", r.name, n)
					idle = append(idle, r)
				}
			}
			return idle
		}
	})
}

// below counts the failures of resources at an address and below it.
func below(failed []failure, address string) (n int) {
	for _, f := range failed {
		if continues(f.URL, address) {
			n++
		}
	}
	return n
}

// TestAddressesAreNotReached tries addresses of all kinds. Nothing listens there: the upstream proxy, which is a canary, shows whether
// the policy allowed one, as it allows a public one at first.
func TestAddressesAreNotReached(t *testing.T) {
	onEngines(t, addresses, func(t *testing.T, engine string) func(*testing.T, []address) []address {
		canary, witness := openSite(t), openSite(t)
		service := start(t, engine, "PLATEN_EGRESS_UPSTREAM_PROXY="+canary.URL)
		reachPublic(t, service, canary)
		public := canary.visits("")
		t.Cleanup(func() { require.Equal(t, public, canary.visits("")) })
		open := start(t, engine, without(t, engine, disarmed.Egress(witness.address())))
		return func(t *testing.T, rows []address) (idle []address) {
			paths := map[string]string{}
			d := together(rows, func(a address) document {
				paths[a.name] = newPath()
				return html(`<img src="` + strings.ReplaceAll(a.url, "{path}", paths[a.name]) + `">`)
			}).with()
			failed := failures(t, service, print(t, service, d))
			print(t, open, d)
			for _, a := range rows {
				if path := paths[a.name]; a.works(engine) && (!a.failedOnce(failed, path) || !a.reached(witness, path)) {
					t.Logf("%s: %v", a.name, failed)
					idle = append(idle, a)
				}
			}
			return idle
		}
	})
}

// failedOnce reports whether a request for the address was refused.
func (a address) failedOnce(failed []failure, path string) bool {
	n := 0
	for _, f := range failed {
		host, tls := a.tlsHost()
		if strings.Contains(f.URL, path) || tls && f.URL == "https://"+host+"/" {
			n++
		}
	}
	return n == 1
}

// reached reports whether a proxy was asked for the address.
func (a address) reached(proxy *site, path string) bool {
	if host, tls := a.tlsHost(); tls {
		return len(proxy.tunnels(host+":443")) > 0
	}
	return len(proxy.visits(path)) > 0
}

// tlsHost is the host of an https: address.
func (a address) tlsHost() (host string, tls bool) {
	return strings.CutPrefix(strings.TrimSuffix(a.url, "{path}"), "https://")
}

// reachPublic reaches for a public address, and gets to the upstream proxy.
func reachPublic(t *testing.T, service *harness.Service, canary *site) {
	t.Helper()
	answer := print(t, service, html(`<img src="http://`+public+`/x.png"><img src="https://`+public+`/x.png">`).with())
	require.Equal(t, "2", answer.Header.Get("Platen-Resources-Failed"), "the canary gives no way")
	require.NotEmpty(t, canary.tunnels(public+":80"))
	require.NotEmpty(t, canary.tunnels(public+":443"))
}
