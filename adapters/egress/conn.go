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

// conn is a connection from the engine, of one document: straight from the listener, or the inside of a tunnel.
type conn struct {
	net.Conn
	doc    *document
	tunnel string // the host[:port] that CONNECT named, whatever it is; empty: none

	// served says that what is being written answers a request that ServeHTTP was given.
	served atomic.Bool
}

type connKey struct{}

// withConn lets requests find their connection; it is an http.Server's ConnContext.
func withConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

func connOf(r *http.Request) *conn { return r.Context().Value(connKey{}).(*conn) }

// watch sees each request's end; it is an http.Server's ConnState.
func watch(c net.Conn, state http.ConnState) {
	if state == http.StateIdle {
		c.(*conn).served.Store(false)
	}
}

// Write replaces what the server says of requests that it does not understand, such as those with a stray % in
// the path, which are not seen elsewhere: in a frame its words would be printed.
func (c *conn) Write(p []byte) (int, error) {
	if c.served.Load() || !bytes.HasPrefix(p, []byte("HTTP/1.1 4")) {
		return c.Conn.Write(p)
	}
	_ = c.doc.request()
	c.doc.fail(failed(c.origin(), errRequest))
	_, err := io.WriteString(c.Conn, "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
	return len(p), err
}

// Close also ends the document's interest in the connection.
func (c *conn) Close() error {
	c.doc.part(c)
	return c.Conn.Close()
}

// origin is as much of an address as is known without a request.
func (c *conn) origin() *url.URL {
	if c.tunnel != "" {
		return &url.URL{Scheme: "https", Host: c.tunnel, Path: "/"}
	}
	return &url.URL{Scheme: "http", Path: "/"}
}

// resource is the address that a request on this connection is for. It is never nil, for the sake of reports.
func (c *conn) resource(r *http.Request) (*url.URL, error) {
	u := *r.URL
	u.Fragment, u.RawFragment = "", ""
	if c.tunnel != "" {
		// Whatever Host says: the engine asked for a way to one host.
		u.Scheme, u.Host = "https", c.tunnel
	}
	switch {
	case (u.Scheme != "http" && u.Scheme != "https") || u.Opaque != "" || c.tunnel != "" && r.URL.IsAbs():
		return &u, errRequest
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		return &u, refusal("method " + r.Method)
	case r.Header.Get("Upgrade") != "":
		return &u, refusal("a change of protocol")
	case r.ContentLength != 0:
		return &u, refusal("a request with a body")
	}
	return &u, nil
}

// accepting makes each accepted connection the current document's.
type accepting struct {
	net.Listener
	exit *exit
}

func (l accepting) Accept() (net.Conn, error) {
	raw, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return l.exit.adopt(raw), nil
}
