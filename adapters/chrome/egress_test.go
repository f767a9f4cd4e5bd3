package chrome_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"

	"platen/domain"
	"platen/ports"
)

// egress is a stand-in for adapters/egress: every session is a plain forward proxy that counts requests. What it
// reports as failed is its own number, so that it is known whose tab printed a document.
type egress struct {
	open  *openSessions
	route string // the address that every name leads to; none: names are resolved
	mute  bool   // sessions report no requests

	full   atomic.Int32 // so many times there is no room for another session
	panics atomic.Bool  // the next session that is asked what passed panics
}

type openSessions struct {
	mu       sync.Mutex
	sessions map[*egressSession]bool
	ever     int // how many were opened
}

func passThrough(t testing.TB) *egress {
	e := &egress{open: &openSessions{sessions: map[*egressSession]bool{}}}
	t.Cleanup(func() {
		if n := e.sessions(); n > 0 {
			t.Errorf("the engine left %d sessions open", n)
		}
	})
	return e
}

func (e *egress) sessions() int {
	e.open.mu.Lock()
	defer e.open.mu.Unlock()
	return len(e.open.sessions)
}

func (e *egress) SPKIHash() string { return "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=" }

func (e *egress) Open() (ports.Session, error) {
	if e.full.Add(-1) >= 0 {
		return nil, unix.EMFILE
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	x := &egressSession{egress: e, addr: listener.Addr().String(), transport: &http.Transport{}}
	x.server = &http.Server{Handler: x}
	go func() { _ = x.server.Serve(listener) }()
	e.open.mu.Lock()
	defer e.open.mu.Unlock()
	e.open.sessions[x] = true
	e.open.ever++
	x.name = fmt.Sprint("session ", e.open.ever) // an address may be given out again
	return x, nil
}

type egressSession struct {
	ports.Session
	egress    *egress
	addr      string
	name      string
	server    *http.Server
	transport *http.Transport

	mu       sync.Mutex
	requests int
}

// tabOf names the tab that printed a document.
func tabOf(pdf domain.PDF) string { return pdf.Traffic.Failed[0].URL }

func (x *egressSession) Addr() string { return x.addr }

func (x *egressSession) Reset(ports.NetworkScope) {}

func (x *egressSession) Drain() domain.Traffic {
	if x.egress.panics.CompareAndSwap(true, false) {
		panic("as the test wants")
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	taken := domain.Traffic{Requests: x.requests, Failed: []domain.FailedResource{{URL: x.name}}}
	x.requests = 0
	if x.egress.mute {
		taken.Requests = 0
	}
	return taken
}

func (x *egressSession) Close() error {
	x.egress.open.mu.Lock()
	delete(x.egress.open.sessions, x)
	x.egress.open.mu.Unlock()
	_ = x.server.Close()
	x.transport.CloseIdleConnections()
	return nil
}

func (x *egressSession) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x.mu.Lock()
	x.requests++
	x.mu.Unlock()
	if r.Method == http.MethodConnect {
		http.Error(w, "no TLS here", http.StatusBadGateway)
		return
	}
	r.RequestURI = ""
	if x.egress.route != "" {
		r.URL.Host = x.egress.route
	}
	answer, err := x.transport.RoundTrip(r)
	if err != nil {
		http.Error(w, "no answer", http.StatusBadGateway)
		return
	}
	defer answer.Body.Close()
	for name, values := range answer.Header {
		w.Header()[name] = values
	}
	w.WriteHeader(answer.StatusCode)
	_, _ = io.Copy(w, answer.Body)
}
