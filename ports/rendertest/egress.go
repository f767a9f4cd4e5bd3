package rendertest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"

	"platen/domain"
	"platen/ports"
)

var _ ports.Egress = (*Egress)(nil)

// Egress lets everything through but TLS, and counts it. It replaces the service's guard in tests of an engine, which connect to loopback
// only. The zero value is ready to use.
type Egress struct{ open sync.Map } // its sessions

// OpenEgress makes an egress whose sessions end with the test.
func OpenEgress(t testing.TB) *Egress {
	e := new(Egress)
	t.Cleanup(func() {
		for _, x := range e.sessions() {
			_ = x.Close()
		}
	})
	return e
}

// SPKIHash is the hash of no key: engines trust no certificate by it.
func (e *Egress) SPKIHash() string { return "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=" }

// Scope counts the requests of one document. Prints and readers of style sheets need no more of it.
type Scope struct {
	ports.NetworkScope
	requests atomic.Int64
}

// During returns the scope itself.
func (s *Scope) During(context.Context) ports.NetworkScope { return s }

// Fetch requests a resource, and counts one.
func (s *Scope) Fetch(ctx context.Context, address string, header map[string][]string) (ports.Resource, error) {
	s.requests.Add(1)
	return fetch(ctx, transport, address, header)
}

// Requests is the number so far.
func (s *Scope) Requests() int { return int(s.requests.Load()) }

// sessions are those that are open.
func (e *Egress) sessions() (all []*session) {
	e.open.Range(func(x, _ any) bool {
		all = append(all, x.(*session))
		return true
	})
	return all
}

// Open starts a session.
func (e *Egress) Open() (ports.Session, error) {
	x := &session{egress: e, traffic: new(domain.Traffic)}
	x.server = httptest.NewServer(x)
	e.open.Store(x, true)
	return x, nil
}

// session is a forward proxy on a port of its own.
type session struct {
	egress *Egress
	server *httptest.Server

	mu      sync.Mutex
	traffic *domain.Traffic // since the last Drain
	scope   *Scope
}

func (x *session) Addr() string { return x.server.Listener.Addr().String() }

// Fetch requests a resource through the proxy.
func (x *session) Fetch(ctx context.Context, address string, header map[string][]string) (ports.Resource, error) {
	proxy := http.ProxyURL(&url.URL{Scheme: "http", Host: x.Addr()})
	return fetch(ctx, &http.Transport{Proxy: proxy, DisableKeepAlives: true}, address, header)
}

func fetch(ctx context.Context, by http.RoundTripper, address string, header http.Header) (ports.Resource, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return ports.Resource{}, err
	}
	request.Header = header
	answer, err := (&http.Client{Transport: by}).Do(request)
	if err != nil {
		return ports.Resource{}, err
	}
	defer answer.Body.Close()
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return ports.Resource{}, fmt.Errorf("answered %d", answer.StatusCode)
	}
	content, err := io.ReadAll(answer.Body)
	return ports.Resource{URL: answer.Request.URL.String(), Type: answer.Header.Get("Content-Type"), Content: content}, err
}

func (x *session) Reset(scope ports.NetworkScope) {
	x.Drain()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.scope, _ = scope.(*Scope)
}

func (x *session) Drain() domain.Traffic {
	x.mu.Lock()
	taken := *x.traffic
	x.traffic = new(domain.Traffic)
	x.mu.Unlock()
	x.server.CloseClientConnections()
	return taken
}

func (x *session) Close() error {
	x.egress.open.Delete(x)
	x.Drain()
	x.server.Close()
	return nil
}

// transport keeps no connection for the next document.
var transport = &http.Transport{DisableKeepAlives: true, DisableCompression: true}

// ServeHTTP passes a request and its answer on, and records the result for its document. Drain closes its connection, which ends it.
func (x *session) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x.mu.Lock()
	traffic := x.traffic
	traffic.Requests++
	if x.scope != nil {
		x.scope.requests.Add(1)
	}
	x.mu.Unlock()
	failed := func(reason string) {
		x.mu.Lock()
		defer x.mu.Unlock()
		url := *r.URL
		url.RawQuery, url.Fragment = "", ""
		traffic.Failed = append(traffic.Failed, domain.FailedResource{URL: url.String(), Reason: reason})
	}
	w.Header()["Content-Type"] = nil // which net/http would guess
	proxy := httputil.ReverseProxy{
		Transport: transport,
		Rewrite:   func(*httputil.ProxyRequest) {}, // the address is whole
		ModifyResponse: func(answer *http.Response) error {
			if answer.StatusCode >= http.StatusBadRequest {
				failed(fmt.Sprintf("answered %d", answer.StatusCode))
			}
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			failed(err.Error())
			http.Error(w, "no answer", http.StatusBadGateway)
		},
	}
	proxy.ServeHTTP(w, r)
}
