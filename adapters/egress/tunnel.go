package egress

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
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
		refuse(w, r)
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
	c = &conn{Conn: inside, print: c.print, tunnel: host}
	if err := s.server.Serve(&decrypted{c}); errors.Is(err, http.ErrServerClosed) {
		_ = c.Close()
	}
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

// decrypted is a listener with one connection, that of a tunnel. The server does not end the connection with it.
type decrypted struct{ tunnel *conn }

// Accept returns the connection once.
func (d *decrypted) Accept() (net.Conn, error) {
	if d.tunnel == nil {
		return nil, net.ErrClosed
	}
	c := d.tunnel
	d.tunnel = nil
	return c, nil
}

// Close does nothing.
func (*decrypted) Close() error { return nil }

// Addr is not used.
func (*decrypted) Addr() net.Addr { return nil }
