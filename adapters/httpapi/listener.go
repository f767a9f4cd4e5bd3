package httpapi

import (
	"context"
	"net"
	"net/http"
	"sync"
)

// listener bounds the number of connections. It never lets one wait: who waits in a queue that it can't see
// doesn't know whether to try elsewhere.
type listener struct {
	net.Listener
	// most are served. As many again are surplus: they get a 503 in HTTP. More are closed at once.
	most int
	// refuse makes the answer of this service out of one that net/http has written by itself.
	refuse func(remote net.Addr, canned []byte) []byte

	mu   sync.Mutex
	open int
}

// Accept gives the next connection that there is room for.
func (l *listener) Accept() (net.Conn, error) {
	for {
		inner, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if c := l.admit(inner); c != nil {
			return c, nil
		}
		_ = inner.Close()
	}
}

func (l *listener) admit(inner net.Conn) *conn {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open >= 2*l.most {
		return nil
	}
	l.open++
	return &conn{Conn: inner, listener: l, surplus: l.open > l.most}
}

func (l *listener) release() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open--
}

// conn is a client's connection.
type conn struct {
	net.Conn
	listener *listener
	surplus  bool
	closing  sync.Once
	// inHandler: what is written comes from this package's handler, not from net/http itself. Both the handler
	// and the hooks run on the one goroutine that serves the connection.
	inHandler bool
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
	c.closing.Do(c.listener.release)
	return c.Conn.Close()
}

// answering marks that a request has come to the handler. A nil conn is a handler's without a listener, in tests.
func (c *conn) answering() {
	if c != nil {
		c.inHandler = true
	}
}

func (c *conn) isSurplus() bool { return c != nil && c.surplus }

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
