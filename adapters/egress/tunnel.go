package egress

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
)

// connect answers CONNECT by terminating TLS here, for any host. It connects to no server: the requests inside are checked and
// counted one by one.
func (s *session) connect(w http.ResponseWriter, r *http.Request, c *conn) {
	host := r.URL.Host
	if t, err := parseTarget("https", host); err == nil {
		host = t.authority("https")
	}
	raw, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil { // HTTP/2 outside of a tunnel
		s.refuse(w, r)
		return
	}
	inside, err := s.terminateTLS(r.Context(), raw, buffered.Reader.Buffered())
	if err != nil {
		if !abandoned(err) {
			c.print.reject(&url.URL{Scheme: "https", Host: host, Path: "/"}, errNoTLS)
		}
		_ = raw.Close()
		return
	}
	s.tunnels.serve(&conn{Conn: inside, print: c.print, tunnel: host})
}

// terminateTLS accepts the tunnel and does the server's part of the handshake. It ends with the connection.
func (s *session) terminateTLS(ctx context.Context, raw net.Conn, early int) (net.Conn, error) {
	if early > 0 {
		return nil, errNoTLS // it sent data before the tunnel was accepted
	}
	if _, err := io.WriteString(raw, "HTTP/1.1 200 OK\r\n\r\n"); err != nil {
		return nil, err
	}
	inside := tls.Server(raw, s.egress.certificate.server)
	return inside, inside.HandshakeContext(ctx)
}

// abandoned reports whether a handshake failed because the engine closed it: browsers open several tunnels at once, and
// close all but the first that speaks HTTP/2. net/http cancels a request whose connection ends before it is hijacked.
func abandoned(err error) bool {
	var connection *net.OpError
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, context.Canceled) ||
		errors.As(err, &connection) && (connection.Op == "read" || connection.Op == "write")
}

// tunnels is a listener whose connections are the decrypted connections of tunnels.
type tunnels struct {
	addr   net.Addr
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newTunnels(addr net.Addr) *tunnels {
	return &tunnels{addr: addr, conns: make(chan net.Conn), closed: make(chan struct{})}
}

// serve passes a connection to Accept.
func (t *tunnels) serve(c net.Conn) {
	select {
	case t.conns <- c:
	case <-t.closed:
		_ = c.Close()
	}
}

// Accept waits for the next tunnel.
func (t *tunnels) Accept() (net.Conn, error) {
	select {
	case c := <-t.conns:
		return c, nil
	case <-t.closed:
		return nil, net.ErrClosed
	}
}

// Close ends Accept. A second call does nothing.
func (t *tunnels) Close() error {
	t.once.Do(func() { close(t.closed) })
	return nil
}

// Addr is that of the session.
func (t *tunnels) Addr() net.Addr { return t.addr }
