package egress_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/netip"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/egress"
	"platen/ports/rendertest"
)

// A name that is public when it is resolved, and loopback right after.
func TestRebinding(t *testing.T) {
	outside := serve(t, "127.0.0.1", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Connection", "close") })
	var asked atomic.Int64
	e := start(t)
	e.ResolveWith(func(string) ([]netip.Addr, error) {
		if asked.Add(1) == 1 {
			return []netip.Addr{netip.MustParseAddr("93.184.216.34")}, nil
		}
		return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
	})
	var dialled []string
	e.DialInstead(func(decided netip.AddrPort) string {
		dialled = append(dialled, decided.String())
		return outside
	})
	x := open(t, e)
	client := engine(t, e, x)
	response, _ := get(t, client, "http://rebind.example/")
	require.Equal(t, http.StatusOK, response.StatusCode)
	require.Equal(t, int64(1), asked.Load(), "the checked address is dialled, without resolving again")
	require.Equal(t, 1, drain(client, x).Requests)

	requireFailed(t, client, x, "http://rebind.example/", "refused: 127.0.0.1 is not a public address")
	require.Equal(t, []string{"93.184.216.34:80"}, dialled)
}

// TestDialsPublicAddressesOnly: of a name with public and private addresses, only the public ones are dialled.
func TestDialsPublicAddressesOnly(t *testing.T) {
	outside := serve(t, "127.0.0.1", say("outside"))
	e := start(t)
	e.ResolveWith(resolve(map[string][]string{
		"mixed.example":  {"127.0.0.1", "10.0.0.1", "93.184.216.34", "169.254.169.254", "::1"},
		"mapped.example": {"::ffff:93.184.216.34"},
		"empty.example":  {},
	}))
	var dialled []string
	e.DialInstead(func(decided netip.AddrPort) string {
		dialled = append(dialled, decided.String())
		return outside
	})
	client := engine(t, e, open(t, e))
	_, body := get(t, client, "http://mixed.example/")
	require.Equal(t, "outside", body)
	_, body = get(t, client, "http://mapped.example/")
	require.Equal(t, "outside", body)
	require.Equal(t, []string{"93.184.216.34:80", "93.184.216.34:80"}, dialled)
}

func TestTriesNextAddress(t *testing.T) {
	outside := serve(t, "127.0.0.1", say("outside"))
	closed := rendertest.DeadAddress(t)
	for name, dead := range map[string]string{"after a refusal": closed, "after its share of the time": ""} {
		t.Run(name, func(t *testing.T) {
			e := start(t, func(c *egress.Config) { c.Timeout = 2 * time.Second })
			e.ResolveWith(resolve(map[string][]string{"www.example": {"2606:2800:220::1", "93.184.216.34"}}))
			e.DialInstead(func(decided netip.AddrPort) string {
				if decided.Addr().Is4() {
					return dead
				}
				return outside
			})
			_, body := get(t, engine(t, e, open(t, e)), "http://www.example/")
			require.Equal(t, "outside", body)
		})
	}
}

// TestShares: addresses that do not answer cost little while others are left, and the last one has all the time that is left.
func TestShares(t *testing.T) {
	e := start(t, func(c *egress.Config) { c.Timeout = 10 * time.Second })
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		e.ResolveWith(func(string) ([]netip.Addr, error) {
			time.Sleep(5 * time.Second)
			return []netip.Addr{netip.MustParseAddr("93.184.216.34"), netip.MustParseAddr("93.184.216.35"), netip.MustParseAddr("93.184.216.36")}, nil
		})
		var at []time.Duration
		e.DialInstead(func(netip.AddrPort) string {
			at = append(at, time.Since(began))
			return ""
		})
		require.ErrorIs(t, e.Connect(t.Context(), "www.example:80"), context.DeadlineExceeded)
		require.Len(t, at, 3)
		require.Equal(t, 5*time.Second, at[0])
		require.Equal(t, 5*time.Second/3, at[1]-at[0], "its share of what the resolver left")
		require.InDelta(t, 5*time.Second/3, at[2]-at[1], 1)
		require.Equal(t, 10*time.Second, time.Since(began))

		began, at = time.Now(), nil
		e.ResolveWith(resolve(map[string][]string{"www.example": {"93.184.216.34", "93.184.216.35"}}))
		require.Error(t, e.Connect(t.Context(), "www.example:80"))
		require.Equal(t, []time.Duration{0, 2 * time.Second}, at)
		require.Equal(t, 10*time.Second, time.Since(began))
	})
}

func TestNoAddressAnswers(t *testing.T) {
	closed := rendertest.DeadAddress(t)
	e := start(t)
	e.ResolveWith(resolve(map[string][]string{"www.example": {"2606:2800:220::1", "93.184.216.34"}}))
	e.DialInstead(func(netip.AddrPort) string { return closed })
	x := open(t, e)
	requireFailed(t, engine(t, e, x), x, "http://www.example/", "no connection")
}

// TestSilentResolver: a resolver that does not answer ends with the timeout.
func TestSilentResolver(t *testing.T) {
	e := start(t)
	e.ResolveWith(func(host string) ([]netip.Addr, error) {
		return nil, &net.DNSError{Err: "i/o timeout", Name: host, IsTimeout: true}
	})
	x := open(t, e)
	requireFailed(t, engine(t, e, x), x, "http://www.example/", "the name could not be resolved")
}

// TestHostIsCanonical: the server receives the host in its canonical form.
func TestHostIsCanonical(t *testing.T) {
	outside := serve(t, "127.0.0.1", func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Host) })
	e := start(t)
	e.ResolveWith(resolve(map[string][]string{"www.example": {"93.184.216.34"}}))
	e.DialInstead(func(netip.AddrPort) string { return outside })
	client := engine(t, e, open(t, e))
	for _, authority := range []string{"WWW.Example", "www.example:80"} {
		_, body := get(t, client, "http://"+authority)
		require.Equal(t, "www.example", body)
	}
}
