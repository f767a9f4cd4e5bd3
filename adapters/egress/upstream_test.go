package egress_test

import (
	"encoding/base64"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/egress"
	"platen/domain"
)

// fakeProxy is an upstream proxy. It records its requests, and forwards all of them to one server.
type fakeProxy struct {
	address string
	outside string // the server of every tunnel
	status  int    // of its answers to CONNECT

	mu    sync.Mutex
	asked []string
}

func newFakeProxy(t *testing.T, outside string) *fakeProxy {
	p := &fakeProxy{outside: outside, status: http.StatusOK}
	server := httptest.NewServer(http.HandlerFunc(p.serve))
	t.Cleanup(server.Close)
	p.address = server.Listener.Addr().String()
	return p
}

func (p *fakeProxy) serve(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.asked = append(p.asked, r.Method+" "+r.RequestURI)
	p.mu.Unlock()
	want := "Basic " + base64.StdEncoding.EncodeToString([]byte("user:pass word"))
	switch {
	case r.Header.Get("Proxy-Authorization") != want:
		w.WriteHeader(http.StatusProxyAuthRequired)
	case p.status != http.StatusOK:
		w.WriteHeader(p.status)
	case r.Method != http.MethodConnect:
		_, _ = io.WriteString(w, "by absolute form")
	default:
		p.tunnel(w)
	}
}

func (p *fakeProxy) tunnel(w http.ResponseWriter) {
	there, err := net.Dial("tcp", p.outside)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	here, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	_, _ = io.WriteString(here, "HTTP/1.1 200 Connection established\r\n\r\n")
	go func() {
		_, _ = io.Copy(there, here)
		_ = there.Close()
	}()
	_, _ = io.Copy(here, there)
	_ = here.Close()
}

func (p *fakeProxy) log() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	asked := p.asked
	p.asked = nil
	return asked
}

var names = map[string][]string{
	"www.example":    {"2606:2800:220::1", "93.184.216.34"},
	"inside.example": {"10.0.0.1"},
	"local.example":  {"127.0.0.1"},
}

// TestUpstreamReceivesAddresses: the upstream proxy receives CONNECT for checked addresses only.
func TestUpstreamReceivesAddresses(t *testing.T) {
	ca := newAuthority(t)
	plain := newFakeProxy(t, serve(t, "127.0.0.1", func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Host) }))
	secure := newFakeProxy(t, serveTLS(t, ca.issue(t, "www.example", time.Now().Add(time.Hour)),
		func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Host) }))
	for _, c := range []struct {
		proxy           *fakeProxy
		address, tunnel string
	}{
		{plain, "http://www.example/a", "CONNECT 93.184.216.34:80"},
		{secure, "https://www.example/a", "CONNECT 93.184.216.34:443"},
	} {
		e := start(t, upstream("http://user:pass%20word@"+c.proxy.address), func(c *egress.Config) { c.CAFile = ca.file(t) })
		// It receives a second address, too, if the first one is slow.
		e.ResolveWith(resolve(map[string][]string{"www.example": {"93.184.216.34"}, "inside.example": names["inside.example"]}))
		x := open(t, e)
		client := engine(t, e, x)
		_, body := get(t, client, c.address)
		require.Equal(t, "www.example", body)
		require.Equal(t, []string{c.tunnel}, c.proxy.log())
		require.Equal(t, domain.Traffic{Requests: 1}, drain(client, x))

		for address, reason := range map[string]string{
			"http://inside.example/":    "refused: 10.0.0.1 is not a public address",
			"https://inside.example/":   "refused: 10.0.0.1 is not a public address",
			"http://127.0.0.1/":         "refused: 127.0.0.1 is not a public address",
			"http://www.example:22/":    "refused: port 22",
			"http://nowhere.example/":   "no such host",
			"http://" + c.proxy.address: "refused: port " + port(c.proxy.address)[1:],
		} {
			requireFailed(t, client, x, address, reason)
		}
		require.Empty(t, c.proxy.log(), "it is not asked for what is refused here")
	}
}

func TestAllowedHostsBypassUpstream(t *testing.T) {
	proxy := newFakeProxy(t, "127.0.0.1:1")
	inside := serve(t, "127.0.0.1", say("inside"))
	for _, dns := range []bool{false, true} {
		e := start(t, upstream("http://user:pass%20word@"+proxy.address), allow("127.0.0.1", "local.example"),
			func(c *egress.Config) { c.UpstreamDNS = dns })
		e.ResolveWith(resolve(names))
		client := engine(t, e, open(t, e))
		for _, host := range []string{inside, "local.example" + port(inside)} {
			_, body := get(t, client, "http://"+host)
			require.Equal(t, "inside", body)
		}
		require.Empty(t, proxy.log())
	}
}

func TestUpstreamRefuses(t *testing.T) {
	proxy := newFakeProxy(t, "127.0.0.1:1")
	proxy.status = http.StatusForbidden
	for _, c := range []struct{ upstream, address, reason string }{
		{"http://user:pass%20word@" + proxy.address, "http://www.example/", "the upstream proxy did not connect: answered 403"},
		{"http://user:pass%20word@" + proxy.address, "https://www.example/", "the upstream proxy did not connect: answered 403"},
		{"http://user:wrong@" + proxy.address, "https://www.example/", "the upstream proxy did not connect: answered 407"},
		{"http://" + proxy.address, "http://www.example/", "the upstream proxy did not connect: answered 407"},
	} {
		e := start(t, upstream(c.upstream))
		e.ResolveWith(resolve(names))
		x := open(t, e)
		requireFailed(t, engine(t, e, x), x, c.address, c.reason)
	}
}

func TestUpstreamResolves(t *testing.T) {
	ca := newAuthority(t)
	proxy := newFakeProxy(t, serveTLS(t, ca.issue(t, "www.example", time.Now().Add(time.Hour)), say("outside")))
	e := start(t, upstream("http://user:pass%20word@"+proxy.address),
		func(c *egress.Config) { c.CAFile = ca.file(t); c.UpstreamDNS = true })
	x := open(t, e)
	client := engine(t, e, x)
	_, body := get(t, client, "http://www.example/a?b")
	require.Equal(t, "by absolute form", body)
	_, body = get(t, client, "https://www.example/a")
	require.Equal(t, "outside", body)
	require.Equal(t, []string{"GET http://www.example/a?b", "CONNECT www.example:443"}, proxy.log())
	drain(client, x)

	for address, reason := range map[string]string{
		"http://127.0.0.1/":      "refused: 127.0.0.1 is not a public address",
		"https://[::1]/":         "refused: ::1 is not a public address",
		"http://2130706433/":     "refused: the host is an oddly spelt IPv4 address",
		"http://www.example:22/": "refused: port 22",
	} {
		requireFailed(t, client, x, address, reason)
	}
	require.Empty(t, proxy.log())

	proxy.status = http.StatusForbidden
	requireFailed(t, client, x, "http://www.example/", "answered 403")
	requireFailed(t, client, x, "https://other.example/", "the upstream proxy did not connect: answered 403")
}

func TestSilentUpstream(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	heard := make(chan string, 1)
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		words, _ := io.ReadAll(conn) // until the session has left
		_ = conn.Close()
		heard <- string(words)
	}()
	e := start(t, upstream("http://"+listener.Addr().String()), func(c *egress.Config) { c.Timeout = time.Second })
	e.ResolveWith(resolve(names))
	x := open(t, e)
	requireFailed(t, engine(t, e, x), x, "http://www.example/", "timed out")
	require.Contains(t, <-heard, "CONNECT 93.184.216.34:80 HTTP/1.1\r\nHost: 93.184.216.34:80\r\n")
}
