package egress_test

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/egress"
	"platen/ports"
)

// handshake gives the certificate that an engine receives for a host, verified against the roots as of a time.
func handshake(t testing.TB, x ports.Session, host string, roots *x509.CertPool, at time.Time) (*x509.Certificate, error) {
	t.Helper()
	name, _, err := net.SplitHostPort(host)
	require.NoError(t, err)
	secured := tls.Client(tunnel(t, x, host), &tls.Config{
		RootCAs: roots, ServerName: name, Time: func() time.Time { return at },
	})
	defer func() { _ = secured.Close() }()
	if err := secured.HandshakeContext(t.Context()); err != nil {
		return nil, err
	}
	return secured.ConnectionState().PeerCertificates[0], nil
}

func rootsOf(t testing.TB, e *egress.Egress) *x509.CertPool {
	t.Helper()
	roots := x509.NewCertPool()
	require.True(t, roots.AppendCertsFromPEM(e.CA()))
	return roots
}

// An engine that verifies certificates as browsers do, by the authority alone.
func TestTrustByAuthority(t *testing.T) {
	ca := newAuthority(t)
	server := serveTLS(t, ca.issue(t, "127.0.0.1", time.Now().Add(time.Hour)), say("verified"))
	named := serveTLS(t, ca.issue(t, "www.example", time.Now().Add(time.Hour)), say("verified"))
	e := start(t, loopback, func(c *egress.Config) { c.CAFile = ca.file(t) })
	e.ResolveWith(resolve(map[string][]string{"www.example": {"127.0.0.1"}}))
	x := open(t, e)
	transport := &http.Transport{
		Proxy:             http.ProxyURL(&url.URL{Scheme: "http", Host: x.Addr()}),
		ForceAttemptHTTP2: true,
		TLSClientConfig:   &tls.Config{RootCAs: rootsOf(t, e)},
	}
	t.Cleanup(transport.CloseIdleConnections)
	client := &http.Client{Transport: transport}
	for _, address := range []string{"https://" + server, "https://www.example" + port(named), "https://WWW.example" + port(named)} {
		_, body := get(t, client, address)
		require.Equal(t, "verified", body)
	}
}

func TestCertificatesAreForOneHost(t *testing.T) {
	e := start(t)
	x := open(t, e)
	roots, now := rootsOf(t, e), time.Now()
	serials := map[string]bool{}
	for _, host := range []string{"a.example:443", "b.example:443", "10.0.0.1:443", "[::1]:8443"} {
		leaf, err := handshake(t, x, host, roots, now)
		require.NoError(t, err, host)
		require.Equal(t, e.SPKIHash(), spkiHash(leaf), "one key, for engines that trust its hash")
		require.False(t, leaf.IsCA)
		serials[leaf.SerialNumber.String()] = true
		require.Equal(t, 1, len(leaf.DNSNames)+len(leaf.IPAddresses))
		require.Less(t, leaf.NotAfter.Sub(leaf.NotBefore), 398*24*time.Hour, "as verifiers require")
		again, err := handshake(t, x, host, roots, now.Add(80*24*time.Hour))
		require.NoError(t, err, "a leaf in use is valid for months")
		require.Equal(t, leaf.Raw, again.Raw, "kept")
	}
	require.Len(t, serials, 4)
	_, err := handshake(t, x, "a.example:443", rootsOf(t, start(t)), now)
	require.ErrorContains(t, err, "unknown authority", "each process has its own")
}

func TestCertificatesAreBounded(t *testing.T) {
	e := start(t)
	for i := range 3000 {
		require.NoError(t, e.Certify(fmt.Sprintf("host%d.example", i)))
	}
	require.LessOrEqual(t, e.Certificates(), 1024)
}
