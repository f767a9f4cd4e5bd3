package security_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/integration/security/disarmed"
)

// reach is a way for a document to make an engine request something. The numbers are the resources that each engine requests: none,
// a number, or varies.
type reach struct {
	name string
	document
	chrome, wkhtmltopdf int
}

// For some ways the number differs from run to run.
const (
	varies = -1 // one or more
	seldom = -2 // none or more, depending on time; such a way is tried, but proves nothing
)

func (r reach) title() string            { return r.name }
func (r reach) works(engine string) bool { return r.asks(engine) > 0 || r.asks(engine) == varies }

func (r reach) asks(engine string) int {
	return map[string]int{chrome: r.chrome, wkhtmltopdf: r.wkhtmltopdf}[engine]
}

// TestLoopbackIsNotReached tries every way to a canary on loopback. Without the egress proxy, an engine reaches one.
func TestLoopbackIsNotReached(t *testing.T) {
	onEngines(t, reaches(), func(t *testing.T, engine string) func(*testing.T, reach) {
		canary, witness := openSite(t), openSite(t)
		t.Cleanup(func() {
			require.Zero(t, canary.connections(), "even an empty connection shows that a server is there")
		})
		service := start(t, engine)
		open := start(t, engine, disarmed.Engine(t, engine, disarmed.Egress(witness.address())))
		return func(t *testing.T, r reach) {
			path := newPath()
			d := r.with("{canary}", canary.URL+path)
			answer := print(t, service, d)
			require.Empty(t, canary.visits(path))
			failed := failures(t, service, answer)
			switch n := r.asks(engine); n {
			case seldom:
			case varies:
				require.NotEmpty(t, failed)
			default:
				require.Len(t, failed, n)
			}
			for _, f := range failed {
				require.Contains(t, f.Reason, "refused")
			}
			if r.works(engine) {
				print(t, open, d)
				require.NotEmpty(t, witness.visits(path), "the attack has no effect: unguarded, the engine asks for nothing")
			}
		}
	})
}

// TestAddressesAreNotReached tries addresses of all kinds. Nothing listens there: the upstream proxy, which is a canary, shows whether
// the policy allowed one.
func TestAddressesAreNotReached(t *testing.T) {
	onEngines(t, addresses, func(t *testing.T, engine string) func(*testing.T, address) {
		canary, witness := openSite(t), openSite(t)
		t.Cleanup(func() { require.Empty(t, canary.visits("")) })
		service := start(t, engine, "PLATEN_EGRESS_UPSTREAM_PROXY="+canary.URL)
		open := start(t, engine, disarmed.Engine(t, engine, disarmed.Egress(witness.address())))
		return func(t *testing.T, a address) {
			path := newPath()
			d := html(`<img src="` + strings.ReplaceAll(a.url, "{path}", path) + `">`).with()
			answer := print(t, service, d)
			if !a.works(engine) {
				return
			}
			require.Equal(t, "1", answer.Header.Get("Platen-Resources-Failed"))
			print(t, open, d)
			if _, host, tls := strings.Cut(strings.TrimSuffix(a.url, "{path}"), "https://"); tls {
				require.NotEmpty(t, witness.tunnels(host+":443"))
				return
			}
			require.NotEmpty(t, witness.visits(path), "the attack has no effect: unguarded, the engine asks for nothing")
		}
	})
}

// TestPublicAddressesAreReached proves that TestAddressesAreNotReached would notice an allowed address.
func TestPublicAddressesAreReached(t *testing.T) {
	for _, engine := range []string{chrome, wkhtmltopdf} {
		t.Run(engine, func(t *testing.T) {
			canary := openSite(t)
			service := start(t, engine, "PLATEN_EGRESS_UPSTREAM_PROXY="+canary.URL)
			answer := print(t, service, html(`<img src="http://`+public+`/x.png"><img src="https://`+public+`/x.png">`).with())
			require.Equal(t, "2", answer.Header.Get("Platen-Resources-Failed"), "the canary gives no way")
			require.NotEmpty(t, canary.tunnels(public+":80"))
			require.NotEmpty(t, canary.tunnels(public+":443"))
		})
	}
}
