package egress

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"log"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"go.uber.org/zap"

	"platen/ports"
)

var _ ports.Egress = (*Egress)(nil)

// Egress opens exits. It is safe for concurrent use.
type Egress struct {
	config    Config
	log       *zap.Logger
	serverLog *log.Logger // of the exits' servers: engines that hang up, and the like
	identity  identity
	route     *route
	fetcher   *fetcher

	mu     sync.Mutex
	exits  map[*exit]struct{}
	closed bool
}

// New makes the key, reads the roots and checks the configuration. It opens no connection.
func New(config Config, logger *zap.Logger) (*Egress, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	policy, err := newPolicy(config.Allow)
	if err != nil {
		return nil, err
	}
	roots, err := config.roots()
	if err != nil {
		return nil, err
	}
	identity, err := newIdentity()
	if err != nil {
		return nil, err
	}
	upstream, err := config.upstream()
	if err != nil {
		return nil, err
	}
	serverLog, err := zap.NewStdLogAt(logger, zap.DebugLevel)
	if err != nil {
		return nil, err
	}
	e := &Egress{config: config, log: logger, serverLog: serverLog, identity: identity, exits: map[*exit]struct{}{}}
	e.route = &route{policy: policy, resolver: net.DefaultResolver, dial: dial, upstream: upstream, timeout: config.Timeout}
	e.fetcher = &fetcher{policy: policy, timeout: config.Timeout, maxBytes: int64(config.MaxBytes)}
	e.fetcher.direct = newTransport(config, roots)
	e.fetcher.direct.DialContext = e.route.connect
	if config.UpstreamDNS {
		e.route.upstream = nil
		e.fetcher.upstream = newTransport(config, roots)
		e.fetcher.upstream.Proxy = http.ProxyURL(upstream)
		e.fetcher.upstream.OnProxyConnectResponse = tunnelled
	}
	return e, nil
}

func dial(ctx context.Context, dialer net.Dialer, address netip.AddrPort) (net.Conn, error) {
	return dialer.DialContext(ctx, "tcp", address.String())
}

// newTransport keeps connections to servers for all documents: they say nothing of who asked.
func newTransport(config Config, roots *x509.CertPool) *http.Transport {
	return &http.Transport{
		TLSClientConfig:        &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
		ForceAttemptHTTP2:      true,
		MaxIdleConns:           256,
		MaxIdleConnsPerHost:    maxFetches,
		IdleConnTimeout:        30 * time.Second,
		TLSHandshakeTimeout:    2 * config.Timeout, // the request's own deadline comes first
		MaxResponseHeaderBytes: 64 << 10,
	}
}

// Open makes an exit. It fails where the system has no port or file left, and after Close.
func (e *Egress) Open() (ports.Session, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil, errors.New("opening an exit to the network: egress is closed")
	}
	x, err := newExit(e)
	if err != nil {
		return nil, err
	}
	e.exits[x] = struct{}{}
	return x, nil
}

// SPKIHash is the hash of the key with which TLS ends here.
func (e *Egress) SPKIHash() string { return e.identity.pin }

// Close closes every exit and every connection. A second call does nothing.
func (e *Egress) Close() error {
	e.mu.Lock()
	e.closed = true
	exits := e.exits
	e.exits = nil
	e.mu.Unlock()
	for x := range exits {
		_ = x.Close()
	}
	e.fetcher.close()
	return nil
}

func (e *Egress) forget(x *exit) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.exits, x)
}
