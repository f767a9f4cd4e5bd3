package egress

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"go.uber.org/zap"
	"golang.org/x/net/netutil"

	"platen/domain"
	"platen/ports"
)

var _ ports.Session = (*session)(nil)

// session is one listener. The decrypted connections of CONNECT tunnels are served by the same http.Server.
type session struct {
	egress   *Egress
	listener net.Listener
	server   *http.Server
	serving  sync.WaitGroup
	closed   sync.Once

	mu    sync.Mutex
	print *printTraffic
}

func newSession(e *Egress) (*session, error) {
	listener, err := e.config.listen()
	if err != nil {
		return nil, err
	}
	s := &session{egress: e, listener: listener, print: newOwnTraffic(e)}
	s.server = newServer(s, e)
	s.serving.Go(func() {
		err := s.server.Serve(accepting{netutil.LimitListener(listener, maxConns), s})
		if !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
			e.log.Error("an egress session stopped listening", zap.Error(err))
		}
	})
	return s, nil
}

// host is the host on which sessions listen.
func (c Config) host() string { return cmp.Or(c.Addr, "127.0.0.1") }

// listen opens a listener on a port that is free.
func (c Config) listen() (net.Listener, error) {
	return new(net.ListenConfig).Listen(context.Background(), "tcp", net.JoinHostPort(c.host(), "0"))
}

// checkAddr returns an error if sessions cannot listen.
func (c Config) checkAddr() error {
	listener, err := c.listen()
	if err != nil {
		return fmt.Errorf("egress.addr: %w; write a name or an address of this machine", err)
	}
	return listener.Close()
}

// Addr is the listener's host:port, with the host as it was configured.
func (s *session) Addr() string {
	_, port, _ := net.SplitHostPort(s.listener.Addr().String())
	return net.JoinHostPort(s.egress.config.host(), port)
}

// Reset starts a print of the document that the scope belongs to.
func (s *session) Reset(shared ports.NetworkScope) {
	if scope, belongs := shared.(printScope); belongs {
		s.replace(newPrintTraffic(scope))
	} else {
		s.Drain()
	}
}

// Drain ends the print and returns its traffic.
func (s *session) Drain() domain.Traffic { return s.replace(newOwnTraffic(s.egress)) }

// replace ends the print under way and starts another.
func (s *session) replace(next *printTraffic) domain.Traffic {
	s.mu.Lock()
	ended := s.print
	s.print = next
	s.mu.Unlock()
	return ended.end()
}

// current is the print under way.
func (s *session) current() *printTraffic {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.print
}

// Close ends the listener, its connections and its goroutines.
func (s *session) Close() error {
	s.closed.Do(func() {
		_ = s.server.Close()
		s.Drain()
		s.serving.Wait()
	})
	return nil
}

// adopt assigns a new connection to the print under way. It holds both locks, in this order, so that the print has
// not ended yet.
func (s *session) adopt(raw net.Conn) *conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &conn{Conn: raw, print: s.print}
	s.print.add(c)
	return c
}

// countHTTP2 counts the requests that net/http rejects in HTTP/2 before it calls the handler.
func (s *session) countHTTP2(kind string) {
	if !strings.HasSuffix(kind, "_bad_path") {
		return
	}
	s.current().reject(&url.URL{Scheme: "https", Path: "/"}, errRequest)
}
