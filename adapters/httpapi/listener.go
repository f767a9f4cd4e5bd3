package httpapi

import (
	"context"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// listener bounds the number of connections. It refuses those above the bound at once instead of leaving them in the
// kernel's queue, so that their clients can try another instance.
//
// At the bound, the connection that has been open longest without a valid key is closed. So connections without a key
// cannot keep out a client that has one.
type listener struct {
	net.Listener
	// most are served. As many again are over the limit: they get a 503 in HTTP. More are closed at once.
	most int
	// translate turns an answer of net/http's own into one of this service.
	translate func(remote net.Addr, original []byte) []byte

	mu   sync.Mutex
	open []*conn // in the order in which they were accepted
}

// Accept returns the next connection that is not refused.
func (l *listener) Accept() (net.Conn, error) {
	for {
		inner, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		admitted, evicted := l.admit(inner)
		if evicted != nil {
			_ = evicted.Conn.Close()
		}
		if admitted != nil {
			return admitted, nil
		}
		_ = inner.Close()
	}
}

// admit counts a connection. admitted is nil if it must be closed; evicted is another one that must be closed for it, or nil.
func (l *listener) admit(inner net.Conn) (admitted, evicted *conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.full() {
		if i := slices.IndexFunc(l.open, func(c *conn) bool { return !c.overLimit && !c.keyed }); i >= 0 {
			evicted = l.open[i]
			l.open = slices.Delete(l.open, i, i+1)
		}
	}
	if len(l.open) < 2*l.most {
		admitted = &conn{Conn: inner, listener: l, overLimit: l.full()}
		l.open = append(l.open, admitted)
	}
	return admitted, evicted
}

// full reports whether as many connections are served as may be. It is called with the lock held.
func (l *listener) full() bool {
	served := 0
	for _, c := range l.open {
		if !c.overLimit {
			served++
		}
	}
	return served >= l.most
}

// remove uncounts a connection. Later calls for the same one do nothing.
func (l *listener) remove(c *conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open = slices.DeleteFunc(l.open, func(other *conn) bool { return other == c })
}

// conn is a client's connection.
type conn struct {
	net.Conn
	listener  *listener
	overLimit bool
	// keyed: a valid key came over it. It is guarded by the listener's lock.
	keyed bool
	// inHandler reports that this package's handler writes, not net/http itself. The handler and the hooks run on the
	// goroutine that serves the connection.
	inHandler bool
}

// authenticated marks that a valid key came over the connection; it is never evicted then.
func (c *conn) authenticated() {
	if c == nil {
		return
	}
	c.listener.mu.Lock()
	defer c.listener.mu.Unlock()
	c.keyed = true
}

// Write passes on the handler's answers. Anything else is an answer of net/http's own, in plain text and in one write: it is
// translated, and the connection lingers so that the client can read it.
func (c *conn) Write(p []byte) (int, error) {
	if c.inHandler {
		return c.Conn.Write(p)
	}
	if _, err := c.Conn.Write(c.listener.translate(c.RemoteAddr(), p)); err != nil {
		return 0, err
	}
	c.lingeringClose()
	return len(p), nil
}

// CloseWrite half-closes the connection; net/http calls it to close without a reset. On a nil conn it does nothing.
func (c *conn) CloseWrite() error {
	if c == nil {
		return nil
	}
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// Close closes the connection and uncounts it.
func (c *conn) Close() error {
	c.listener.remove(c)
	return c.Conn.Close()
}

// answering marks that a request has reached the handler. A nil conn belongs to a handler without a listener, in tests.
func (c *conn) answering() {
	if c != nil {
		c.inHandler = true
	}
}

func (c *conn) isOverLimit() bool { return c != nil && c.overLimit }

// connState is net/http's hook; StateIdle follows a complete answer.
func connState(c net.Conn, state http.ConnState) {
	if c, ok := c.(*conn); ok && state == http.StateIdle {
		c.inHandler = false
	}
}

type connKey struct{}

func withConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

func connOf(ctx context.Context) *conn {
	c, _ := ctx.Value(connKey{}).(*conn)
	return c
}

// An answer may be sent while the client is still sending its body. A connection closed with unread bytes is reset, and many
// clients then discard the answer (RFC 9112, section 9.6). So the service half-closes the connection, and reads and discards
// up to lingerBytes for up to lingerTime before it closes it.
const (
	lingerTime  = 5 * time.Second
	lingerBytes = 128 << 20
)

// lingeringClose half-closes the connection and discards the rest of the body. The half-close ends the wait of a client that
// reads until the end of the connection.
func (x *exchange) lingeringClose() {
	if x.control.Flush() != nil || x.conn.CloseWrite() != nil ||
		x.control.SetReadDeadline(time.Now().Add(lingerTime)) != nil {
		return
	}
	// The connection is closed next, whether this fails or not.
	_, _ = io.CopyN(io.Discard, x.body, lingerBytes)
}

// lingeringClose does the same for an answer of net/http's own, which has no exchange.
func (c *conn) lingeringClose() {
	if c.CloseWrite() != nil || c.SetReadDeadline(time.Now().Add(lingerTime)) != nil {
		return
	}
	_, _ = io.CopyN(io.Discard, c.Conn, lingerBytes)
}
