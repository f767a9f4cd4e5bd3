package egress_test

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"platen/adapters/egress"
	"platen/domain"
	"platen/ports"
)

func TestVerifiesServers(t *testing.T) {
	known, unknown := newAuthority(t), newAuthority(t)
	later := time.Now().Add(time.Hour)
	good := serveTLS(t, known.issue(t, "127.0.0.1", later), say("good"))
	named := serveTLS(t, known.issue(t, "good.example", later), say("named"))

	e := start(t, loopback, func(c *egress.Config) { c.CAFile = known.file(t) })
	e.ResolveWith(resolve(map[string][]string{"good.example": {"127.0.0.1"}, "bad.example": {"127.0.0.1"}}))
	x := open(t, e)
	client := engine(t, e, x)

	_, body := get(t, client, "https://"+good+"/a")
	require.Equal(t, "good", body)
	_, body = get(t, client, "https://good.example"+port(named))
	require.Equal(t, "named", body)
	require.Equal(t, domain.Traffic{Requests: 2}, drain(client, x))

	for name, c := range map[string]struct{ address, reason string }{
		"unknown authority": {
			"https://" + serveTLS(t, unknown.issue(t, "127.0.0.1", later), say("bad")),
			"bad certificate: it was issued by an unknown authority",
		},
		"another host": {"https://bad.example" + port(named), "bad certificate: it was issued for another host"},
		"expired": {
			"https://" + serveTLS(t, known.issue(t, "127.0.0.1", time.Now().Add(-time.Minute)), say("bad")),
			"bad certificate: it has expired or is not yet valid",
		},
		"no TLS at all": {"https://" + serve(t, "127.0.0.1", say("plain")), "no usable answer"},
	} {
		t.Run(name, func(t *testing.T) { requireFailed(t, client, x, c.address, c.reason) })
	}

	t.Run("without the file", func(t *testing.T) {
		e := start(t, loopback)
		x := open(t, e)
		requireFailed(t, engine(t, e, x), x, "https://"+good, "bad certificate: it was issued by an unknown authority")
	})
}

func TestReload(t *testing.T) {
	before, after := newAuthority(t), newAuthority(t)
	server := serveTLS(t, after.issue(t, "127.0.0.1", time.Now().Add(time.Hour)), say("good"))
	file := before.file(t)
	e := start(t, loopback, func(c *egress.Config) { c.CAFile = file })
	x := open(t, e)
	client := engine(t, e, x)
	requireFailed(t, client, x, "https://"+server+"/1", "bad certificate: it was issued by an unknown authority")

	require.NoError(t, os.WriteFile(file, []byte("not PEM"), 0o600))
	require.ErrorContains(t, e.Reload(), "egress.ca_file")
	requireFailed(t, client, x, "https://"+server+"/2", "bad certificate: it was issued by an unknown authority")

	require.NoError(t, os.Rename(after.file(t), file))
	require.NoError(t, e.Reload())
	_, body := get(t, client, "https://"+server+"/3")
	require.Equal(t, "good", body)
}

// port returns the :port of an address.
func port(address string) string { return address[strings.LastIndexByte(address, ':'):] }

// Qt 5.15 bypasses its proxy for a host that speaks HTTP/1.1 after it was offered HTTP/2.
func TestTunnelHTTP2(t *testing.T) {
	ca := newAuthority(t)
	server := serveTLS(t, ca.issue(t, "127.0.0.1", time.Now().Add(time.Hour)), say("hello"))
	e := start(t, loopback, func(c *egress.Config) { c.CAFile = ca.file(t) })
	x := open(t, e)
	for offered, want := range map[string]int{"h2,http/1.1": 2, "http/1.1,h2": 2, "h2": 2, "http/1.1": 1, "": 1} {
		client := engine(t, e, x)
		transport := client.Transport.(*http.Transport)
		transport.ForceAttemptHTTP2 = strings.Contains(offered, "h2")
		if offered != "" {
			transport.TLSClientConfig.NextProtos = strings.Split(offered, ",")
		}
		response, body := get(t, client, "https://"+server)
		require.Equal(t, want, response.ProtoMajor, offered)
		require.Equal(t, "hello", body)
	}
}

// TestServerProtocol: the protocol towards the server does not depend on the engine's.
func TestServerProtocol(t *testing.T) {
	ca := newAuthority(t)
	server := serveTLS(t, ca.issue(t, "127.0.0.1", time.Now().Add(time.Hour)),
		func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Proto) })
	e := start(t, loopback, func(c *egress.Config) { c.CAFile = ca.file(t) })
	_, body := get(t, engine(t, e, open(t, e)), "https://"+server)
	require.Equal(t, "HTTP/2.0", body)
}

// A tunnel leads to the host of its CONNECT, whatever Host or the request line inside say.
func TestTunnelHasOneHost(t *testing.T) {
	ca := newAuthority(t)
	hosts := make(chan string, 1)
	server := serveTLS(t, ca.issue(t, "127.0.0.1", time.Now().Add(time.Hour)),
		func(_ http.ResponseWriter, r *http.Request) { hosts <- r.Host })
	inside := serve(t, "127.0.0.2", say("the inside"))
	e := start(t, loopback, func(c *egress.Config) { c.CAFile = ca.file(t) })
	x := open(t, e)

	require.Equal(t, http.StatusOK, through(t, x, server, "GET / HTTP/1.1\r\nHost: "+inside+"\r\n\r\n"))
	require.Equal(t, server, <-hosts)
	for _, head := range []string{
		"GET http://" + inside + "/ HTTP/1.1\r\nHost: " + inside + "\r\n\r\n",
		"CONNECT " + inside + " HTTP/1.1\r\nHost: " + inside + "\r\n\r\n",
		"GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n",
		"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
	} {
		require.Equal(t, http.StatusForbidden, through(t, x, server, head), head)
	}
	require.Len(t, x.Drain().Failed, 4)
}

// through sends a request through a tunnel to host, and gives the status of the answer.
func through(t *testing.T, x ports.Session, host, request string) int {
	t.Helper()
	conn := tunnel(t, x, host)
	secured := tls.Client(conn, &tls.Config{InsecureSkipVerify: true})
	defer func() { _ = secured.Close() }()
	_, err := io.WriteString(secured, request)
	require.NoError(t, err)
	response, err := http.ReadResponse(bufio.NewReader(secured), nil)
	require.NoError(t, err)
	return response.StatusCode
}

// tunnel opens a tunnel to host.
func tunnel(t testing.TB, x ports.Session, host string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", x.Addr())
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	_, err = fmt.Fprintf(conn, "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\n", host, host)
	require.NoError(t, err)
	response, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: http.MethodConnect})
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, response.StatusCode)
	return conn
}

func TestTunnelNeedsTLS(t *testing.T) {
	reached := make(chan struct{}, 1)
	inside := serve(t, "127.0.0.1", func(http.ResponseWriter, *http.Request) { reached <- struct{}{} })
	e := start(t, loopback)
	x := open(t, e)
	for name, words := range map[string]string{
		"HTTP":          "GET / HTTP/1.1\r\nHost: " + inside + "\r\n\r\n",
		"a WebSocket":   "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
		"something":     "EHLO mail.example\r\n",
		"HTTP/2":        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00",
		"some long way": strings.Repeat("x", 100_000),
	} {
		t.Run(name, func(t *testing.T) {
			conn := tunnel(t, x, inside)
			_, _ = io.WriteString(conn, words)
			answer, _ := io.ReadAll(conn)
			require.NotContains(t, string(answer), "HTTP")
			traffic := x.Drain()
			require.Equal(t, 1, traffic.Requests)
			require.Equal(t, []domain.FailedResource{
				{URL: "https://" + inside + "/", Reason: "the engine started no TLS in its tunnel"},
			}, traffic.Failed)
		})
	}
	require.Empty(t, reached)
}

// Chrome opens more tunnels than it needs.
func TestUnusedTunnelIsNoRequest(t *testing.T) {
	e := start(t, loopback)
	x := open(t, e)
	for range 3 {
		conn := tunnel(t, x, "127.0.0.1:443")
		require.NoError(t, conn.(*net.TCPConn).CloseWrite())
		_, err := io.ReadAll(conn) // until the session has noticed
		require.NoError(t, err)
	}
	require.Equal(t, domain.Traffic{}, x.Drain())
}

// Some engines close a connection before the session has hijacked it.
func TestClosedTunnelIsNoRequest(t *testing.T) {
	e := start(t, loopback)
	x := open(t, e)
	for range 200 {
		conn, err := net.Dial("tcp", x.Addr())
		require.NoError(t, err)
		_, err = io.WriteString(conn, "CONNECT 127.0.0.1:443 HTTP/1.1\r\nHost: 127.0.0.1:443\r\n\r\n")
		require.NoError(t, err)
		require.NoError(t, conn.(*net.TCPConn).CloseWrite())
		_, err = io.ReadAll(conn) // until the session has noticed
		require.NoError(t, err)
		_ = conn.Close()
	}
	require.Equal(t, domain.Traffic{}, x.Drain())
}

// Each request counts, since each resource is missing in the PDF.
func TestTunnelToOddHost(t *testing.T) {
	e := start(t, allow("0.0.0.0/0", "::/0"))
	x := open(t, e)
	for _, host := range []string{"127.1:443", "0x7f.1:443", "2130706433:443", "localhost.:443", "[fe80::1%25eth0]:443", "a.example:0"} {
		for range 2 {
			require.Equal(t, http.StatusForbidden, through(t, x, host, "GET /a HTTP/1.1\r\nHost: b.example\r\n\r\n"))
		}
		traffic := x.Drain()
		require.Equal(t, 2, traffic.Requests)
		require.Len(t, traffic.Failed, 2)
		require.Contains(t, traffic.Failed[0].Reason, "refused: ")
		require.NotContains(t, traffic.Failed[0].URL, "b.example")
	}
}

// net/http refuses these before there is a request; in HTTP/2 it ends the stream.
func TestUnreadableAddressCounts(t *testing.T) {
	e := start(t)
	x := open(t, e)
	secured := tls.Client(tunnel(t, x, "a.example:443"), &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}})
	_, err := io.WriteString(secured, http2.ClientPreface)
	require.NoError(t, err)
	framer := http2.NewFramer(secured, secured)
	require.NoError(t, framer.WriteSettings())
	var block bytes.Buffer
	encoder := hpack.NewEncoder(&block)
	for _, field := range [][2]string{
		{":method", "GET"}, {":scheme", "https"}, {":authority", "a.example"}, {":path", "/100%.png"},
	} {
		require.NoError(t, encoder.WriteField(hpack.HeaderField{Name: field[0], Value: field[1]}))
	}
	require.NoError(t, framer.WriteHeaders(http2.HeadersFrameParam{
		StreamID: 1, BlockFragment: block.Bytes(), EndStream: true, EndHeaders: true,
	}))
	for {
		frame, err := framer.ReadFrame()
		require.NoError(t, err)
		if end, is := frame.(*http2.RSTStreamFrame); is {
			require.Equal(t, uint32(1), end.StreamID)
			break
		}
	}
	traffic := x.Drain()
	require.Equal(t, 1, traffic.Requests)
	require.Equal(t, []domain.FailedResource{{URL: "https:///", Reason: "the engine's request cannot be read"}}, traffic.Failed)
}
