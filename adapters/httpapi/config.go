package httpapi

import (
	"fmt"
	"net/netip"
	"time"

	"platen/adapters/internal/hostport"
	"platen/domain"
)

// Config is the public listener's part of the configuration, http.*.
type Config struct {
	// Addr is the host:port to listen on; an empty host means every interface, port 0 any free port.
	Addr string `key:"addr"`
	// BodyLimit bounds a request's body. A larger one is a 413.
	BodyLimit domain.ByteSize `key:"body_limit"`
	// HeaderLimit bounds a request's line and header fields together. Larger ones are a 431.
	HeaderLimit domain.ByteSize `key:"header_limit"`
	// MaxConnections are served at once. Above that, the oldest connection without a valid key is closed; if all have one,
	// as many again are answered with 503 and closed, and more are closed at once.
	MaxConnections int `key:"max_connections"`
	// ReadHeaderTimeout is the time a client has to send a header, from its first byte or, on a new connection,
	// from the start.
	ReadHeaderTimeout time.Duration `key:"read_header_timeout"`
	// ReadTimeout is the time a client has to send a whole request, from its first byte. A later body is a 400.
	ReadTimeout time.Duration `key:"read_timeout"`
	// WriteTimeout is the time a client has to read each MiB of its answer.
	WriteTimeout time.Duration `key:"write_timeout"`
	// MaxUndelivered bounds the documents that are ready and that their clients have not read yet, one client's to half of
	// it; 0: no bound. A request for which there is no room is a 503.
	MaxUndelivered domain.ByteSize `key:"max_undelivered"`
	// IdleTimeout is the time a connection is kept open without a request.
	IdleTimeout time.Duration `key:"idle_timeout"`
	// DrainDelay is how long new requests are served after Close, so that load balancers can notice.
	DrainDelay time.Duration `key:"drain_delay"`
	// DrainTimeout is how long the requests under way may take after that; longer ones are cut off.
	DrainTimeout time.Duration `key:"drain_timeout"`
	// TrustedProxies are the addresses of proxies whose X-Forwarded-For names the client of a request in the log.
	TrustedProxies []netip.Prefix `key:"trusted_proxies"`
	// OpenAPI serves the description of the API, /openapi.yaml and /openapi.json, on this listener too.
	OpenAPI bool `key:"openapi"`
}

// DefaultConfig returns the defaults.
func DefaultConfig() Config {
	return Config{
		Addr:              ":8080",
		BodyLimit:         5 * domain.MiB,
		HeaderLimit:       64 * domain.KiB,
		MaxConnections:    1024,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		DrainTimeout:      70 * time.Second,
	}
}

// Validate names the first key whose value does not fit.
func (c Config) Validate() error {
	if !hostport.Valid(c.Addr) {
		return fmt.Errorf("http.addr: %q is not host:port, as in :8080 or 127.0.0.1:8080", c.Addr)
	}
	switch {
	case c.BodyLimit < 1:
		return fmt.Errorf("http.body_limit: %s is not at least 1 byte", c.BodyLimit)
	case c.HeaderLimit < domain.KiB:
		return fmt.Errorf("http.header_limit: %s is less than the header fields of plain clients; write 1KiB or more", c.HeaderLimit)
	case c.MaxUndelivered < 0:
		return fmt.Errorf("http.max_undelivered: %s is negative", c.MaxUndelivered)
	case c.DrainDelay < 0:
		return fmt.Errorf("http.drain_delay: %s is negative", c.DrainDelay)
	case c.DrainTimeout < 0:
		return fmt.Errorf("http.drain_timeout: %s is negative; 0s cancels the requests under way", c.DrainTimeout)
	case c.MaxConnections < 1:
		return fmt.Errorf("http.max_connections: %d is not at least 1", c.MaxConnections)
	}
	for _, t := range []struct {
		key   string
		value time.Duration
	}{
		{"read_header_timeout", c.ReadHeaderTimeout},
		{"read_timeout", c.ReadTimeout},
		{"write_timeout", c.WriteTimeout},
		{"idle_timeout", c.IdleTimeout},
	} {
		if t.value <= 0 {
			return fmt.Errorf("http.%s: %s is not longer than 0s; without a limit, a client could stay for ever", t.key, t.value)
		}
	}
	return nil
}
