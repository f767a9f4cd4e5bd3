package httpapi

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"sync"
)

// listener bounds the number of connections. It never lets one wait: who waits in a queue that it can't see
// doesn't know whether to try elsewhere.
//
// Where there is no room left, the connection that has been open longest without a valid key gives way. So connections
// that say nothing, or nothing of worth, cannot keep a client with a key out.
type listener struct {
	net.Listener
	// most are served. As many again are over the limit: they get a 503 in HTTP. More are closed at once.
	most int
	// refuse makes the answer of this service out of one that net/http has written by itself.
	refuse func(remote net.Addr, canned []byte) []byte

	mu      sync.Mutex
	served  int        // connections that are open and not over the limit
	over    int        // connections that are open and over the limit
	keyless *list.List // of *conn: those of served that have not shown a valid key, the oldest first
}

func newListener(inner net.Listener, most int, refuse func(net.Addr, []byte) []byte) *listener {
	return &listener{Listener: inner, most: most, refuse: refuse, keyless: list.New()}
}

// Accept gives the next connection that there is room for.
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

// admit makes room for a connection. It gives nil where there is none, and the connection that must be closed for it.
func (l *listener) admit(inner net.Conn) (admitted, evicted *conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.served >= l.most {
		if oldest := l.keyless.Front(); oldest != nil {
			evicted = oldest.Value.(*conn)
			l.remove(evicted)
		}
	}
	switch {
	case l.served < l.most:
		l.served++
		admitted = &conn{Conn: inner, listener: l}
		admitted.place = l.keyless.PushBack(admitted)
	case l.over < l.most:
		l.over++
		admitted = &conn{Conn: inner, listener: l, overLimit: true}
	}
	return admitted, evicted
}

// remove makes room; once for each connection. It is called with the lock held.
func (l *listener) remove(c *conn) {
	switch {
	case c.removed:
		return
	case c.overLimit:
		l.over--
	default:
		l.served--
		l.forget(c)
	}
	c.removed = true
}

// forget takes a connection off the list of those without a key. It is called with the lock held.
func (l *listener) forget(c *conn) {
	if c.place != nil {
		l.keyless.Remove(c.place)
		c.place = nil
	}
}

// conn is a client's connection.
type conn struct {
	net.Conn
	listener  *listener
	overLimit bool
	// place and removed are the listener's, under its lock.
	place   *list.Element
	removed bool
	// inHandler: what is written comes from this package's handler, not from net/http itself. Both the handler
	// and the hooks run on the one goroutine that serves the connection.
	inHandler bool
}

// authenticated marks that a valid key came over the connection. It stays its holder's to the end.
func (c *conn) authenticated() {
	if c == nil {
		return
	}
	c.listener.mu.Lock()
	defer c.listener.mu.Unlock()
	c.listener.forget(c)
}

// Write lets the handler's answers pass. Anything else is net/http refusing a request that never came to the
// handler, in plain text and in one write: that is translated, and the client given time to read it.
func (c *conn) Write(p []byte) (int, error) {
	if c.inHandler {
		return c.Conn.Write(p)
	}
	if _, err := c.Conn.Write(c.listener.refuse(c.RemoteAddr(), p)); err != nil {
		return 0, err
	}
	c.linger()
	return len(p), nil
}

// CloseWrite is what net/http looks for, to end a connection without a reset. A nil conn has nothing to end.
func (c *conn) CloseWrite() error {
	if c == nil {
		return nil
	}
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// Close also makes room for another connection.
func (c *conn) Close() error {
	c.listener.mu.Lock()
	c.listener.remove(c)
	c.listener.mu.Unlock()
	return c.Conn.Close()
}

// answering marks that a request has come to the handler. A nil conn is a handler's without a listener, in tests.
func (c *conn) answering() {
	if c != nil {
		c.inHandler = true
	}
}

func (c *conn) isOverLimit() bool { return c != nil && c.overLimit }

// connState is the hook by which net/http tells that an answer is complete.
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
