package egress

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log"
	"net"
	"net/http"
	"net/netip"
	"time"

	"go.uber.org/zap"

	"platen/ports"
)

var (
	_ ports.Egress  = (*Egress)(nil)
	_ ports.Network = (*Egress)(nil)
)

// Egress opens sessions and scopes. It is safe for concurrent use.
type Egress struct {
	config      Config
	log         *zap.Logger
	serverLog   *log.Logger // of the sessions' servers: closed connections and similar
	certificate *certificate
	dialer      *guardedDialer
	fetcher     *fetcher
}

// New makes the keys, reads the roots and checks the configuration. It opens no connection.
func New(config Config, logger *zap.Logger) (*Egress, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	if err := config.checkAddr(); err != nil {
		return nil, err
	}
	policy, err := newPolicy(config.Allow)
	if err != nil {
		return nil, err
	}
	certificate, err := newCertificate()
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
	e := &Egress{config: config, log: logger, serverLog: serverLog, certificate: certificate}
	e.dialer = &guardedDialer{
		policy: policy, resolver: net.DefaultResolver, dial: dial, upstream: upstream, resolves: config.UpstreamDNS, timeout: config.Timeout,
	}
	e.fetcher = &fetcher{Config: config, observe: func(time.Duration, bool) {}}
	return e, e.Reload()
}

// Reload reads the file of roots again; later connections trust them. If that fails, the roots stay as they were. The
// system's roots are read once, by Go.
func (e *Egress) Reload() error {
	roots, err := e.config.roots()
	if err != nil {
		return err
	}
	if old := e.fetcher.transport.Swap(e.newTransport(roots)); old != nil {
		old.CloseIdleConnections()
	}
	return nil
}

func dial(ctx context.Context, dialer net.Dialer, address netip.AddrPort) (net.Conn, error) {
	return dialer.DialContext(ctx, "tcp", address.String())
}

// newTransport makes a transport that keeps connections to servers for all documents, since they do not identify one.
func (e *Egress) newTransport(roots *x509.CertPool) *http.Transport {
	return &http.Transport{
		DialContext:            e.dialer.connect,
		Proxy:                  e.dialer.proxy,
		OnProxyConnectResponse: tunnelled,
		TLSClientConfig:        &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
		ForceAttemptHTTP2:      true,
		MaxIdleConns:           256,
		MaxIdleConnsPerHost:    maxFetches,
		IdleConnTimeout:        30 * time.Second,
		TLSHandshakeTimeout:    2 * e.config.Timeout, // the request's own deadline comes first
		MaxResponseHeaderBytes: 64 << 10,
	}
}

// Open starts a session. It fails if the system has no port or file left.
func (e *Egress) Open() (ports.Session, error) {
	s, err := newSession(e)
	if err != nil {
		return nil, fmt.Errorf("open an egress session: %w", err)
	}
	return s, nil
}

// OpenScope starts a document. Its fetches may take half of the time that is left until ctx's deadline.
func (e *Egress) OpenScope(ctx context.Context) ports.NetworkScope {
	var networkTime time.Duration
	if deadline, ok := ctx.Deadline(); ok {
		networkTime = max(time.Until(deadline)/2, time.Nanosecond)
	}
	return printScope{newScope(e.fetcher, networkTime), context.Background()}
}

// Observe calls the function after each fetch with the time that it took and whether it failed, from several goroutines. It must be
// called before the first scope is opened.
func (e *Egress) Observe(fetched func(took time.Duration, failed bool)) { e.fetcher.observe = fetched }

// SPKIHash is the hash of the key of the certificate that engines receive.
func (e *Egress) SPKIHash() string { return e.certificate.spki }

// Close closes the connections to servers, after those who have opened sessions and scopes have closed them.
func (e *Egress) Close() { e.fetcher.transport.Load().CloseIdleConnections() }
