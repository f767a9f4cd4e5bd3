package egress

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"go.uber.org/zap"
	"golang.org/x/net/netutil"

	"platen/domain"
	"platen/ports"
)

var _ ports.Session = (*exit)(nil)

const (
	// maxConns bounds the connections of one engine to its exit; Chrome opens 32.
	maxConns = 128
	// maxStreams bounds the requests under way in one tunnel. Engines send 100 before they have heard of a bound,
	// and Qt takes it for a failure when those are too many.
	maxStreams = 250
	// maxHeader bounds a request's head in bytes, above the 2 MB that Chrome gives an address.
	maxHeader = 4 << 20
	// headerTimeout bounds the wait for a request on a new connection: Chrome opens some ahead of need.
	headerTimeout = time.Minute
)

// exit is one loopback listener. Connections whose TLS was ended here come back to the same server, by tunnels.
type exit struct {
	egress   *Egress
	listener net.Listener
	tunnels  *tunnels
	server   *http.Server
	serving  sync.WaitGroup
	closed   sync.Once

	mu  sync.Mutex
	doc *document
}

func newExit(e *Egress) (*exit, error) {
	listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	x := &exit{egress: e, listener: listener, tunnels: newTunnels(listener.Addr()), doc: newDocument(e.config)}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true) // what comes out of a tunnel is not encrypted any more
	x.server = &http.Server{
		Handler:           x,
		Protocols:         protocols,
		HTTP2:             &http.HTTP2Config{MaxConcurrentStreams: maxStreams, CountError: x.countHTTP2},
		ReadHeaderTimeout: headerTimeout,
		MaxHeaderBytes:    maxHeader,
		ConnContext:       withConn,
		ConnState:         watch,
		ErrorLog:          e.serverLog,
	}
	for _, l := range []net.Listener{accepting{netutil.LimitListener(listener, maxConns), x}, x.tunnels} {
		x.serving.Go(func() {
			if err := x.server.Serve(l); !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
				e.log.Error("an exit to the network stopped listening", zap.Error(err))
			}
		})
	}
	return x, nil
}

// Addr is the listener's host:port.
func (x *exit) Addr() string { return x.listener.Addr().String() }

// Reset forgets what the document before asked for after its Take, and puts what follows on an account.
func (x *exit) Reset(account *domain.Budget) {
	if account == nil {
		account = new(domain.Budget)
	}
	x.Drain()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.doc.charge(account)
}

// Drain ends the document and begins the next.
func (x *exit) Drain() domain.Traffic {
	x.mu.Lock()
	doc := x.doc
	if doc.untouched() {
		x.mu.Unlock()
		return domain.Traffic{}
	}
	x.doc = newDocument(x.egress.config)
	x.mu.Unlock()
	return doc.end()
}

// Close ends the listener, its connections and its goroutines.
func (x *exit) Close() error {
	x.closed.Do(func() {
		_ = x.server.Close()
		x.Drain()
		x.serving.Wait()
		x.egress.forget(x)
	})
	return nil
}

// adopt makes a connection the current document's. Both locks are held in this order, so that it is never one
// that has ended.
func (x *exit) adopt(raw net.Conn) *conn {
	x.mu.Lock()
	defer x.mu.Unlock()
	c := &conn{Conn: raw, doc: x.doc}
	x.doc.join(c)
	return c
}

// countHTTP2 hears of what net/http refuses in HTTP/2 before there is a request.
func (x *exit) countHTTP2(kind string) {
	if !strings.HasSuffix(kind, "_bad_path") {
		return
	}
	x.mu.Lock()
	doc := x.doc
	x.mu.Unlock()
	_ = doc.request()
	doc.fail(failed(&url.URL{Scheme: "https", Path: "/"}, errRequest))
}

// ServeHTTP answers one request of the engine.
func (x *exit) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := connOf(r)
	c.served.Store(true)
	if r.Method == http.MethodConnect && c.tunnel == "" {
		x.connect(w, r, c)
		return
	}
	over := c.doc.request()
	u, err := c.resource(r)
	if err == nil {
		err = over
	}
	var a *answer
	if err == nil {
		a, err = x.fetch(c.doc, u, r)
	}
	if err != nil {
		if r.Context().Err() == nil { // the engine still wants it
			c.doc.fail(failed(u, err))
		}
		refuse(w, r)
		return
	}
	a.write(w, r)
}

// fetch gets a resource when it is its turn.
func (x *exit) fetch(doc *document, u *url.URL, r *http.Request) (*answer, error) {
	if err := doc.enter(r.Context()); err != nil {
		return nil, err
	}
	defer doc.leave()
	return x.egress.fetcher.fetch(r.Context(), doc, u, r)
}

// write hands the answer to the engine.
func (a *answer) write(w http.ResponseWriter, r *http.Request) {
	header := bare(w)
	for name, values := range a.header {
		header[name] = values
	}
	// With the origin by name it also serves crossorigin=use-credentials.
	if origin := r.Header.Get("Origin"); origin != "" {
		header.Set("Access-Control-Allow-Origin", origin)
		header.Set("Access-Control-Allow-Credentials", "true")
	} else {
		header.Set("Access-Control-Allow-Origin", "*")
	}
	if len(a.body) > 0 {
		header.Set("Content-Length", strconv.Itoa(len(a.body)))
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body) //nolint:gosec // what is in a resource is between its server and the engine
}

// refuse answers with an error and no body.
//
// For a frame that fails so, Chrome shows nothing, and what an object holds for that case; but wkhtmltopdf prints an
// error page with the whole address in it, so a frame of its gets an empty page. Its frames ask for pages, and not
// for images as Chrome's do.
func refuse(w http.ResponseWriter, r *http.Request) {
	header := bare(w)
	if accept := r.Header.Get("Accept"); strings.Contains(accept, "text/html") && !strings.Contains(accept, "image/") {
		header.Set("Content-Type", "text/html")
		return
	}
	w.WriteHeader(http.StatusForbidden) // what wkhtmltopdf takes for the smallest of failures
}

// bare gives an answer's header without what a server adds by itself, the guessed type above all, and says that
// nothing is kept for another document.
func bare(w http.ResponseWriter) http.Header {
	header := w.Header()
	header["Date"], header["Content-Type"] = nil, nil
	header.Set("Cache-Control", "no-store")
	return header
}
