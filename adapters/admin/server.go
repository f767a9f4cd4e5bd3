// Package admin is the operator's listener: /healthz, /readyz, /version and the pages of other packages, without a key.
//
// Supervisors ask /healthz whether to restart the process; load balancers ask /readyz whether to send it requests. The
// listener is started before the parts that it reports on and closed after them, so that it can report that they are
// starting or shutting down.
package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/mux"
	"go.uber.org/zap"

	"platen/adapters/internal/hostport"
	"platen/adapters/internal/problem"
	"platen/domain"
	"platen/ports"
)

// Server is the admin listener.
type Server struct {
	config    Config
	readiness func() Readiness
	engines   func() []ports.EngineStatus
	router    *mux.Router
	log       *zap.Logger
	http      *http.Server
	listener  net.Listener
	serving   chan struct{} // closed when no connection is accepted any more
}

// Page is a page of another package that the listener serves.
type Page struct {
	Path, ContentType string
	// Content returns the document. Safe for concurrent use.
	Content func() []byte
}

// Readiness is the answer of /readyz.
type Readiness struct {
	// Ready reports whether the service should receive requests.
	Ready bool `json:"ready"`
	// Checks are the parts of the service by name: OK, or the fault. The service can be ready although a part has a fault.
	Checks map[string]string `json:"checks"`
}

// OK is the check of a part without a fault.
const OK = "ok"

// New makes a server that does not listen yet. The configuration must be valid. readiness and engines are called for
// each request, from any goroutine; they must not block. The first engine is the configured one.
func New(config Config, readiness func() Readiness, engines func() []ports.EngineStatus, log *zap.Logger, pages ...Page) *Server {
	s := &Server{config: config, readiness: readiness, engines: engines, log: log}
	s.router = s.routes(pages)
	// It fails only on levels that zap does not know.
	errorLog, _ := zap.NewStdLogAt(log, zap.WarnLevel)
	s.http = &http.Server{
		Handler:                      s.onlyKnownHosts(s.router),
		ReadHeaderTimeout:            5 * time.Second,
		ReadTimeout:                  10 * time.Second,
		WriteTimeout:                 30 * time.Second,
		IdleTimeout:                  2 * time.Minute,
		MaxHeaderBytes:               16 << 10,
		ErrorLog:                     errorLog,
		DisableGeneralOptionsHandler: true,
	}
	return s
}

// Mount has a handler answer the paths, whatever the method. It is called before Start.
func (s *Server) Mount(handler http.Handler, paths ...string) {
	for _, path := range paths {
		s.router.Handle(path, handler)
	}
}

func (s *Server) routes(pages []Page) *mux.Router {
	router := mux.NewRouter().SkipClean(true).UseEncodedPath()
	router.Handle("/healthz", page(s.healthz)).Methods(http.MethodGet, http.MethodHead)
	router.Handle("/readyz", page(s.readyz)).Methods(http.MethodGet, http.MethodHead)
	router.Handle("/version", page(s.version)).Methods(http.MethodGet, http.MethodHead)
	for _, p := range pages {
		router.Handle(p.Path, document(p)).Methods(http.MethodGet, http.MethodHead)
	}
	router.NotFoundHandler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		problem.Write(w, http.StatusNotFound, domain.NotFound, "there is nothing here")
	})
	router.MethodNotAllowedHandler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Allow", "GET, HEAD")
		problem.Write(w, http.StatusMethodNotAllowed, domain.MethodNotAllowed, "this can only be read: use GET")
	})
	return router
}

// healthz reports that the process is alive. It does not report on the engines, which restart themselves: a supervisor should
// not restart the service because its browser is being restarted.
func (s *Server) healthz() (int, any) {
	return http.StatusOK, map[string]string{"status": "ok"}
}

func (s *Server) readyz() (int, any) {
	readiness := s.readiness()
	if !readiness.Ready {
		return http.StatusServiceUnavailable, readiness
	}
	return http.StatusOK, readiness
}

func (s *Server) version() (int, any) {
	v := version{Version: s.config.Version, Build: ReadBuild()}
	for _, e := range s.engines() {
		v.Engines = append(v.Engines, engine{Name: e.Name, Version: e.Version})
	}
	v.Engine = v.Engines[0]
	return http.StatusOK, v
}

// page answers with the JSON of a body.
func page(content func() (status int, body any)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		status, body := content()
		if status == http.StatusServiceUnavailable {
			w.Header().Set("Retry-After", "1")
		}
		begin(w, "application/json")
		w.WriteHeader(status)
		// A client that closed the connection needs no answer.
		_ = json.NewEncoder(w).Encode(body)
	})
}

// document answers with a page's content.
func document(p Page) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		begin(w, p.ContentType)
		// A client that closed the connection needs no answer.
		_, _ = w.Write(p.Content())
	})
}

// begin sets the fields of an answer.
func begin(w http.ResponseWriter, contentType string) {
	w.Header().Set("Content-Type", contentType)
	problem.SetCommonHeader(w.Header(), problem.NewID())
}

// Start listens, so that a port that is taken fails the start, and serves until Close. ctx bounds the start
// only. Without an address it does nothing.
func (s *Server) Start(ctx context.Context) error {
	if s.config.Addr == "" {
		return nil
	}
	var lc net.ListenConfig
	listener, err := lc.Listen(ctx, "tcp", s.config.Addr)
	if err != nil {
		return fmt.Errorf("admin.addr: %w", err)
	}
	s.listener = listener
	s.serving = make(chan struct{})
	go func() {
		defer close(s.serving)
		if err := s.http.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			s.log.Error("the admin listener failed", zap.Error(err))
		}
	}()
	return nil
}

// Addr is the host:port of the listener, after Start; empty without one.
func (s *Server) Addr() string {
	if s.listener == nil {
		return ""
	}
	return s.listener.Addr().String()
}

// Close stops accepting and closes the connections once they are answered, or when ctx ends. A second call does
// nothing.
func (s *Server) Close(ctx context.Context) error {
	if s.listener == nil {
		return nil
	}
	// The answers are short: a client that takes longer does not read, or has sent no request.
	ctx, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
	defer cancel()
	if s.http.Shutdown(ctx) != nil {
		_ = s.http.Close()
	}
	<-s.serving
	return nil
}

// Config is the admin listener's part of the configuration, admin.*.
type Config struct {
	// Addr is the host:port to listen on. The pages need no key, so only the operator should be able to reach it. Empty: no
	// admin listener.
	Addr string `key:"addr"`
	// Hosts are the names by which browsers may call the listener, besides addresses and names that no site on the
	// internet can have, such as localhost. See onlyKnownHosts.
	Hosts []string `key:"hosts"`
	// Version is the program's version for /version. It is not a setting.
	Version string `key:"-"`
}

// DefaultConfig returns the defaults.
func DefaultConfig() Config { return Config{Addr: "127.0.0.1:9090"} }

// Validate names the first key whose value does not fit.
func (c Config) Validate() error {
	for _, host := range c.Hosts {
		if host == "" || strings.ContainsAny(host, ":/ ") {
			return fmt.Errorf("admin.hosts: %q is not the name of a host, as in platen.example.com, without scheme and port", host)
		}
	}
	if c.Addr == "" {
		return nil
	}
	if !hostport.Valid(c.Addr) {
		return fmt.Errorf("admin.addr: %q is not host:port, as in 127.0.0.1:9090; empty means none", c.Addr)
	}
	return nil
}
