package egress

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync/atomic"
)

// conn is a connection of the engine during one print: accepted by the listener, or decrypted from a tunnel.
type conn struct {
	net.Conn
	print  *printTraffic
	tunnel string // the host[:port] of CONNECT, as it was sent; empty: none

	// served is set while the answer to a request that ServeHTTP received is written.
	served atomic.Bool
}

type connKey struct{}

// withConn lets requests find their connection; it is an http.Server's ConnContext.
func withConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

func connOf(r *http.Request) *conn { return r.Context().Value(connKey{}).(*conn) }

// watch notes when a request ends; it is an http.Server's ConnState.
func watch(c net.Conn, state http.ConnState) {
	if state == http.StateIdle {
		c.(*conn).served.Store(false)
	}
}

// Write replaces net/http's own answer to requests that it cannot parse, such as those with a stray % in the path. Such
// requests never reach ServeHTTP, and in a frame the text of the answer would be printed.
func (c *conn) Write(p []byte) (int, error) {
	if c.served.Load() || !bytes.HasPrefix(p, []byte("HTTP/1.1 4")) {
		return c.Conn.Write(p)
	}
	c.print.reject(c.origin(), errRequest)
	_, err := io.WriteString(c.Conn, "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
	return len(p), err
}

// Close also removes the connection from its print.
func (c *conn) Close() error {
	c.print.remove(c)
	return c.Conn.Close()
}

// origin is the part of an address that is known without a request.
func (c *conn) origin() *url.URL {
	if c.tunnel != "" {
		return &url.URL{Scheme: "https", Host: c.tunnel, Path: "/"}
	}
	return &url.URL{Scheme: "http", Path: "/"}
}

// resource is the address that a request on this connection is for. It is never nil, since reports need it.
func (c *conn) resource(r *http.Request) (*url.URL, error) {
	u := *r.URL
	u.Fragment, u.RawFragment = "", ""
	if c.tunnel != "" {
		// The Host field is ignored: the engine asked for a tunnel to one host.
		u.Scheme, u.Host = "https", c.tunnel
	}
	switch {
	case (u.Scheme != "http" && u.Scheme != "https") || u.Opaque != "" || c.tunnel != "" && r.URL.IsAbs():
		return &u, errRequest
	case r.Method != http.MethodGet:
		return &u, refusal("method " + r.Method)
	case r.Header.Get("Upgrade") != "":
		return &u, refusal("a change of protocol")
	case r.ContentLength != 0:
		return &u, refusal("a request with a body")
	}
	return &u, nil
}

// accepting assigns each accepted connection to the print under way.
type accepting struct {
	net.Listener
	session *session
}

func (l accepting) Accept() (net.Conn, error) {
	raw, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return l.session.adopt(raw), nil
}
