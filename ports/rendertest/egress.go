package rendertest

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports"
)

var _ ports.Egress = (*Egress)(nil)

// Egress lets everything through, counts it, and ends no TLS. It stands in for the service's guard where
// the subject is the engine, and tests speak to loopback alone.
type Egress struct {
	t testing.TB

	mu   sync.Mutex
	open map[*exit]bool
}

// OpenEgress makes an egress whose exits end with the test.
func OpenEgress(t testing.TB) *Egress {
	e := &Egress{t: t, open: map[*exit]bool{}}
	t.Cleanup(func() {
		for _, x := range e.exits() {
			_ = x.Close()
		}
	})
	return e
}

// SPKIHash is the hash of no key: nothing is trusted by it.
func (e *Egress) SPKIHash() string { return "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=" }

// Exits counts the exits that are open.
func (e *Egress) Exits() int { return len(e.exits()) }

func (e *Egress) exits() (all []*exit) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for x := range e.open {
		all = append(all, x)
	}
	return all
}

// Open makes an exit.
func (e *Egress) Open() (ports.Session, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("open an exit: %w", err)
	}
	x := &exit{egress: e, listener: listener}
	x.document, x.cut = context.WithCancel(context.Background())
	// Nothing is kept for the next document.
	x.transport = &http.Transport{DisableKeepAlives: true, DisableCompression: true}
	x.server = &http.Server{Handler: x, ReadHeaderTimeout: patience}
	x.serving.Go(func() { _ = x.server.Serve(listener) })
	e.mu.Lock()
	e.open[x] = true
	e.mu.Unlock()
	return x, nil
}

// exit is a forward proxy on a port of its own.
type exit struct {
	egress    *Egress
	listener  net.Listener
	server    *http.Server
	transport *http.Transport
	serving   sync.WaitGroup

	mu       sync.Mutex
	traffic  domain.Traffic
	account  *domain.Budget
	document context.Context // ends with Take
	cut      context.CancelFunc
}

func (x *exit) Addr() string { return x.listener.Addr().String() }

func (x *exit) Reset(account *domain.Budget) {
	x.Drain()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.account = account
}

func (x *exit) Drain() domain.Traffic {
	x.mu.Lock()
	defer x.mu.Unlock()
	taken := x.traffic
	x.cut()
	x.traffic = domain.Traffic{}
	x.document, x.cut = context.WithCancel(context.Background())
	return taken
}

func (x *exit) Close() error {
	x.egress.mu.Lock()
	delete(x.egress.open, x)
	x.egress.mu.Unlock()
	x.Drain()
	_ = x.server.Close()
	x.serving.Wait()
	return nil
}

// ServeHTTP passes a request on, and says of its document what became of it.
func (x *exit) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x.mu.Lock()
	document := x.document
	x.traffic.Requests++
	if x.account != nil {
		x.account.Request()
	}
	x.mu.Unlock()
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(document, cancel)()
	way := x.pass
	if r.Method == http.MethodConnect {
		way = x.tunnel
	}
	reason := way(w, r.WithContext(ctx))
	x.mu.Lock()
	defer x.mu.Unlock()
	if reason != "" && document == x.document {
		url := *r.URL
		url.RawQuery, url.Fragment = "", ""
		x.traffic.Failed = append(x.traffic.Failed, domain.FailedResource{URL: url.String(), Reason: reason})
	}
}

// pass answers a plain request with what the server answers; a reason where that is of no use.
func (x *exit) pass(w http.ResponseWriter, r *http.Request) (reason string) {
	request := r.Clone(r.Context())
	request.RequestURI = ""
	request.Header.Del("Proxy-Connection")
	answer, err := x.transport.RoundTrip(request)
	if err != nil {
		http.Error(w, "no answer", http.StatusBadGateway)
		return err.Error()
	}
	defer answer.Body.Close()
	for name, values := range answer.Header {
		w.Header()[name] = values
	}
	w.WriteHeader(answer.StatusCode)
	if _, err := io.Copy(w, answer.Body); err != nil {
		return err.Error()
	}
	if answer.StatusCode >= http.StatusBadRequest {
		return fmt.Sprintf("answered %d", answer.StatusCode)
	}
	return ""
}

// tunnel joins two connections until either ends.
func (x *exit) tunnel(w http.ResponseWriter, r *http.Request) (reason string) {
	ctx := r.Context()
	var dialer net.Dialer
	there, err := dialer.DialContext(ctx, "tcp", r.Host)
	if err != nil {
		http.Error(w, "no answer", http.StatusBadGateway)
		return err.Error()
	}
	defer there.Close()
	here, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return err.Error()
	}
	defer here.Close()
	defer context.AfterFunc(ctx, func() { here.Close(); there.Close() })()
	fmt.Fprint(here, "HTTP/1.1 200 OK\r\n\r\n")
	var ways sync.WaitGroup
	ways.Go(func() { _, _ = io.Copy(there, here); there.Close() })
	ways.Go(func() { _, _ = io.Copy(here, there); here.Close() })
	ways.Wait()
	return ""
}

// noExitLeft is that an engine has given all its exits back.
func (e *Egress) noExitLeft(t testing.TB) {
	t.Helper()
	require.Zero(t, e.Exits(), "exits that the engine did not close")
}
