package egress

import (
	"context"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"

	"platen/ports"
)

const (
	// maxConns bounds the connections of one engine to its session; browsers open 32.
	maxConns = 128
	// maxStreams bounds the requests under way in one tunnel. Engines send 100 requests before they receive the
	// server's bound, and Qt treats a refused stream as a failed resource.
	maxStreams = 250
	// maxHeader bounds a request's header in bytes. Browsers allow URLs of 2 MB.
	maxHeader = 4 << 20
	// headerTimeout bounds the wait for a request on a new connection: browsers open some before they need them.
	headerTimeout = time.Minute
)

// newServer serves the engine's connections and the decrypted tunnels.
func newServer(handler *session, e *Egress) *http.Server {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true) // the server receives the decrypted connections of tunnels
	return &http.Server{
		Handler:           handler,
		Protocols:         protocols,
		HTTP2:             &http.HTTP2Config{MaxConcurrentStreams: maxStreams, CountError: handler.countHTTP2},
		ReadHeaderTimeout: headerTimeout,
		MaxHeaderBytes:    maxHeader,
		ConnContext:       withConn,
		ConnState:         watch,
		ErrorLog:          e.serverLog,
	}
}

// ServeHTTP answers one request of the engine.
func (s *session) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := connOf(r)
	c.served.Store(true)
	if r.Method == http.MethodConnect && c.tunnel == "" {
		s.connect(w, r, c)
		return
	}
	u, err := c.resource(r)
	if err != nil {
		c.print.reject(u, err)
		refuse(w, r)
		return
	}
	a, err := c.print.load(r.Context(), u, r.Header)
	if err != nil {
		refuse(w, r)
		return
	}
	a.write(w, r)
}

// Fetch implements ports.Session.
func (s *session) Fetch(ctx context.Context, address string, header map[string][]string) (ports.Resource, error) {
	return s.current().fetch(ctx, address, header)
}

// write sends the answer to the engine.
func (a *answer) write(w http.ResponseWriter, r *http.Request) {
	header := resetHeaders(w)
	maps.Copy(header, a.header)
	// Naming the origin, instead of *, also serves crossorigin=use-credentials.
	if origin := r.Header.Get("Origin"); origin != "" {
		header.Set("Access-Control-Allow-Origin", origin)
		header.Set("Access-Control-Allow-Credentials", "true")
	} else {
		header.Set("Access-Control-Allow-Origin", "*")
	}
	if size := len(a.body); size > 0 {
		header.Set("Content-Length", strconv.Itoa(size))
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body) //nolint:gosec // what the document asked for, in a browser that runs no scripts
}

// refuse answers with an error and no body. A frame of an engine that would print an error page of its own in its place gets an empty page:
// the request of such a frame accepts text/html and no images.
func refuse(w http.ResponseWriter, r *http.Request) {
	header := resetHeaders(w)
	if accept := r.Header.Get("Accept"); strings.Contains(accept, "text/html") && !strings.Contains(accept, "image/") {
		header.Set("Content-Type", "text/html")
		return
	}
	w.WriteHeader(http.StatusForbidden) // the error status after which every engine continues
}

// resetHeaders removes the headers that net/http adds by itself, such as the guessed content type, and prevents the engine from
// caching the answer for another document.
func resetHeaders(w http.ResponseWriter) http.Header {
	header := w.Header()
	header["Date"], header["Content-Type"] = nil, nil
	header.Set("Cache-Control", "no-store")
	return header
}
