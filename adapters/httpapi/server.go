// Package httpapi is the public listener: POST /api/pdf/external.
//
// It implements sections 1 and 5 of the HTTP contract (CONTRACT.md): the order in which a request is checked, the statuses,
// the header fields, and a JSON answer for every failure, including those of net/http itself. Package domain parses the
// request; a ports.Generator makes the document.
package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/mux"
	"go.uber.org/zap"

	"platen/domain"
	"platen/ports"
)

// path is the one public path.
const path = "/api/pdf/external"

// shutdownGrace is the time for the last answers to reach their clients at the end of a shutdown.
const shutdownGrace = 500 * time.Millisecond

// errGone: the client closed the connection.
var errGone = errors.New("the client has gone")

// Server is the public listener.
type Server struct {
	config    Config
	generator ports.Generator
	keyring   ports.Keyring
	limiter   ports.Limiter
	log       *zap.Logger

	router      http.Handler
	http        *http.Server
	listener    *listener     // nil before Start
	serving     chan struct{} // closed when no connection is accepted any more
	gate        *gate
	undelivered *undelivered
	observe     func(status int, took time.Duration)
	// life is the context of every request; cut ends it.
	life    context.Context
	cut     context.CancelFunc
	closing sync.Once
}

// New makes a server that does not listen yet. The configuration must be valid.
func New(config Config, generator ports.Generator, keyring ports.Keyring, limiter ports.Limiter, log *zap.Logger) *Server {
	s := &Server{config: config, generator: generator, keyring: keyring, limiter: limiter, log: log, observe: func(int, time.Duration) {},
		gate: newGate(), undelivered: newUndelivered(config.MaxUndelivered)}
	s.life, s.cut = context.WithCancel(context.Background())
	s.router = s.routes()
	// It fails only on levels that zap does not know.
	errorLog, _ := zap.NewStdLogAt(log, zap.WarnLevel)
	s.http = &http.Server{
		Handler:           http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.serveBy(s.router, w, r) }),
		ReadHeaderTimeout: config.ReadHeaderTimeout,
		ReadTimeout:       config.ReadTimeout,
		IdleTimeout:       config.IdleTimeout,
		MaxHeaderBytes:    int(config.HeaderLimit),
		ErrorLog:          errorLog,
		BaseContext:       func(net.Listener) context.Context { return s.life },
		ConnContext:       withConn,
		ConnState:         connState,
		// OPTIONS * is an unknown path like any other, and is answered in JSON.
		DisableGeneralOptionsHandler: true,
	}
	return s
}

// routes matches the path exactly as it was sent. It is not cleaned, redirected or decoded, so that another spelling of the
// path cannot bypass the rules of a proxy in front.
func (s *Server) routes() http.Handler {
	router := mux.NewRouter().SkipClean(true).UseEncodedPath()
	router.Handle(path, s.handle(s.createDocument)).Methods(http.MethodPost)
	if s.config.OpenAPI {
		for _, resource := range OpenAPI() {
			router.Handle(resource.Path, s.serveResource(resource))
		}
	}
	router.NotFoundHandler = s.handle(func(*exchange, *http.Request) error {
		return &domain.Error{Code: domain.NotFound, Message: "there is nothing here: the operation is POST " + path}
	})
	router.MethodNotAllowedHandler = s.handle(func(*exchange, *http.Request) error {
		return &domain.Error{Code: domain.MethodNotAllowed, Message: "the method is not allowed: the operation is POST " + path}
	})
	return router
}

// handle runs an action and answers with its error.
func (s *Server) handle(action func(*exchange, *http.Request) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := w.(*exchange) // the router passes on what serveBy gave it
		if err := action(x, r); err != nil && !errors.Is(err, errGone) {
			x.fail(err)
		}
	})
}

// Observe sets a function that is called after each answer with its status, or 499 if the client closed the connection before
// it, and the time from the request's header to the end of the answer. Observe is called before Start. The function must be
// safe for concurrent use.
func (s *Server) Observe(observe func(status int, took time.Duration)) { s.observe = observe }

// Wrap puts a handler around the server's own, before Start. The handler must pass on a ResponseWriter that
// http.ResponseController can unwrap.
func (s *Server) Wrap(around func(http.Handler) http.Handler) {
	s.http.Handler = around(s.http.Handler)
}

// serveBy lets a router, whose handlers handle made, answer a request.
func (s *Server) serveBy(router http.Handler, w http.ResponseWriter, r *http.Request) {
	x := s.begin(w, r)
	defer x.end()
	defer func() {
		if cause := recover(); cause != nil {
			x.recovered(cause)
		}
	}()
	if x.conn.isOverLimit() {
		x.fail(&domain.Error{Code: domain.Overloaded, Message: "too many connections: try again"})
		return
	}
	router.ServeHTTP(x, r)
}

// Start listens, so that a port that is taken fails the start, and serves until Close. ctx bounds the start only.
func (s *Server) Start(ctx context.Context) error {
	var lc net.ListenConfig
	inner, err := lc.Listen(ctx, "tcp", s.config.Addr)
	if err != nil {
		return fmt.Errorf("http.addr: %w", err)
	}
	s.listener = &listener{Listener: inner, most: s.config.MaxConnections, translate: s.translate}
	s.serving = make(chan struct{})
	go func() {
		defer close(s.serving)
		// Close closes the listener first, which http.Server reports as an error.
		if err := s.http.Serve(s.listener); err != nil && !errors.Is(err, net.ErrClosed) && !errors.Is(err, http.ErrServerClosed) {
			s.log.Error("the public listener failed", zap.Error(err))
		}
	}()
	return nil
}

// Addr is the host:port of the listener, after Start.
func (s *Server) Addr() string { return s.listener.Addr().String() }

// Close serves new requests for DrainDelay, then answers them with 503 until the requests under way are done, for up to
// DrainTimeout; then it closes all connections. Requests still under way at the end of that time, or of ctx, are cancelled
// and answered with 503 within half a second; Close then returns an error. A second call does nothing.
func (s *Server) Close(ctx context.Context) error {
	var err error
	s.closing.Do(func() { err = s.close(ctx) })
	return err
}

func (s *Server) close(ctx context.Context) error {
	defer s.cut()
	if s.listener == nil {
		return nil
	}
	select {
	case <-time.After(s.config.DrainDelay):
	case <-ctx.Done():
	}
	draining, drained := context.WithTimeout(ctx, s.config.DrainTimeout)
	defer drained()
	err := s.gate.close(draining)
	if err != nil {
		err = fmt.Errorf("requests were cut off by the shutdown: %w", err)
		s.cut()
	}
	_ = s.listener.Close()
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownGrace)
	defer cancel()
	if s.http.Shutdown(last) != nil {
		// The remaining clients have sent no request, do not read their answer, or do not stop sending.
		_ = s.http.Close()
	}
	<-s.serving
	return err
}
