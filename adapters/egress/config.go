package egress

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"platen/domain"
)

// Config configures the egress proxy, egress.* in the configuration.
type Config struct {
	// Addr is the host, a name or an address of this machine, on which sessions listen and which engines receive; empty:
	// 127.0.0.1. An engine on another machine needs one that it can reach. Whoever reaches it has the network access of documents.
	Addr string `key:"addr"`
	// Allow makes exceptions from the policy, which lets through public addresses on ports 80 and 443 only:
	//
	//	10.1.0.0/16, 10.1.2.3, fd00::7   these addresses, on any port, whatever name leads to them
	//	10.1.2.3:8080, [fd00::7]:8080    this address on this port
	//	intranet.example                 this name (not those below it), on any port, whatever its address
	//	intranet.example:8443            this name on this port
	Allow []string `key:"allow"`
	// Timeout bounds one resource from its request to its last byte: name, connection, TLS, headers and body.
	Timeout time.Duration `key:"timeout"`
	// MaxBytes bounds the body of one resource, decompressed.
	MaxBytes domain.ByteSize `key:"max_bytes"`
	// MaxTotal bounds the bodies of all resources of one document together, decompressed, each counted once. They stay in memory until
	// the document is finished: so many bytes for each of the documents that are printed at once.
	MaxTotal domain.ByteSize `key:"max_total"`
	// MaxRequests bounds the number of addresses that one document requests; those beyond it fail. At least 1.
	MaxRequests int `key:"max_requests"`
	// CAFile is the path of a PEM file of further roots to trust, for companies with their own; empty: none.
	CAFile string `key:"ca_file"`
	// UpstreamProxy is the HTTP proxy through which all requests go, as http://[user:password@]host:port; empty: none. It
	// receives addresses that were checked here. What Allow permits is reached directly.
	UpstreamProxy string `key:"upstream_proxy"`
	// UpstreamDNS: the upstream proxy resolves names, not this service. The proxy itself must then refuse names of
	// internal addresses.
	UpstreamDNS bool `key:"upstream_dns"`
}

// DefaultConfig returns the defaults.
func DefaultConfig() Config {
	return Config{
		Timeout:     10 * time.Second,
		MaxBytes:    20 * domain.MiB,
		MaxTotal:    100 * domain.MiB,
		MaxRequests: 5000,
	}
}

// Validate names the first key whose value is invalid. It opens no file.
func (c Config) Validate() error {
	if _, err := parseRules(c.Allow); err != nil {
		return err
	}
	if _, err := c.upstream(); err != nil {
		return err
	}
	ip := net.ParseIP(c.Addr)
	switch {
	case ip != nil && ip.IsUnspecified(), strings.Contains(c.Addr, "/"), strings.Contains(c.Addr, ":") && ip == nil:
		return fmt.Errorf("egress.addr: %q is not a host that an engine can connect to: write a name or an address without a port", c.Addr)
	case c.Timeout <= 0:
		return fmt.Errorf("egress.timeout: %s is not more than 0", c.Timeout)
	case c.MaxBytes <= 0:
		return fmt.Errorf("egress.max_bytes: %s is not more than 0", c.MaxBytes)
	case c.MaxTotal < c.MaxBytes:
		return fmt.Errorf("egress.max_total: %s is less than egress.max_bytes, %s", c.MaxTotal, c.MaxBytes)
	case c.MaxRequests < 1:
		return fmt.Errorf("egress.max_requests: %d is not at least 1", c.MaxRequests)
	case c.UpstreamDNS && c.UpstreamProxy == "":
		return errors.New("egress.upstream_dns: there is no egress.upstream_proxy to resolve names")
	}
	return nil
}

// upstream parses UpstreamProxy; nil if there is none. Errors do not repeat the value, since it may hold a password.
func (c Config) upstream() (*url.URL, error) {
	if c.UpstreamProxy == "" {
		return nil, nil
	}
	u, err := url.Parse(c.UpstreamProxy)
	if err != nil || u.Scheme != "http" || u.Hostname() == "" || u.Port() == "" || (u.Path != "" && u.Path != "/") ||
		u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("egress.upstream_proxy: it is not of the form http://[user:password@]host:port")
	}
	return u, nil
}

// roots are the certificate authorities that servers are verified with.
func (c Config) roots() (*x509.CertPool, error) {
	pool, err := x509.SystemCertPool()
	if err != nil {
		return nil, fmt.Errorf("reading the system's certificates: %w", err)
	}
	if c.CAFile == "" {
		return pool, nil
	}
	pem, err := os.ReadFile(c.CAFile)
	if err != nil {
		return nil, fmt.Errorf("egress.ca_file: %w", err)
	}
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("egress.ca_file: no certificate in %s: it must be PEM", c.CAFile)
	}
	return pool, nil
}
