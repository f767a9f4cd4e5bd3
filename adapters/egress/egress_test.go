package egress_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"go.uber.org/zap/zaptest"

	"platen/adapters/egress"
	"platen/domain"
	"platen/ports"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// start makes an Egress that ends with the test. No name resolves in it, until ResolveWith.
func start(t testing.TB, change ...func(*egress.Config)) *egress.Egress {
	t.Helper()
	config := egress.DefaultConfig()
	for _, c := range change {
		c(&config)
	}
	e, err := egress.New(config, zaptest.NewLogger(t))
	require.NoError(t, err)
	t.Cleanup(e.Close)
	e.ResolveWith(resolve(nil))
	return e
}

func allow(entries ...string) func(*egress.Config) {
	return func(c *egress.Config) { c.Allow = entries }
}

func open(t testing.TB, e *egress.Egress) ports.Session {
	t.Helper()
	x, err := e.Open()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, x.Close()) })
	return x
}

// resolve is a resolver that knows only these names.
func resolve(names map[string][]string) func(string) ([]netip.Addr, error) {
	return func(host string) ([]netip.Addr, error) {
		var found []netip.Addr
		for _, text := range names[host] {
			found = append(found, netip.MustParseAddr(text))
		}
		if found == nil {
			return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
		}
		return found, nil
	}
}

// engine is a client of a session, which trusts the hash of the key as Chrome does and follows no redirects.
func engine(t testing.TB, e *egress.Egress, x ports.Session) *http.Client {
	t.Helper()
	transport := &http.Transport{
		Proxy:              http.ProxyURL(&url.URL{Scheme: "http", Host: x.Addr()}),
		DisableCompression: true,
		ForceAttemptHTTP2:  true,
		TLSClientConfig: &tls.Config{
			InsecureSkipVerify: true,
			VerifyConnection: func(s tls.ConnectionState) error {
				if spkiHash(s.PeerCertificates[0]) != e.SPKIHash() {
					return errors.New("not the trusted key")
				}
				return nil
			},
		},
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func spkiHash(c *x509.Certificate) string {
	sum := sha256.Sum256(c.RawSubjectPublicKeyInfo)
	return base64.StdEncoding.EncodeToString(sum[:])
}

// get requests an address with the client, and gives the answer with its body read.
func get(t testing.TB, client *http.Client, address string) (*http.Response, string) {
	t.Helper()
	response, err := client.Get(address)
	require.NoError(t, err)
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	return response, string(body)
}

// requireFailed checks that the engine received nothing of the resource, and that the session reports it.
func requireFailed(t testing.TB, client *http.Client, x ports.Session, address, reason string) {
	t.Helper()
	response, body := get(t, client, address)
	require.Equal(t, http.StatusForbidden, response.StatusCode)
	require.Empty(t, body)
	traffic := drain(client, x)
	require.Equal(t, 1, traffic.Requests)
	require.Len(t, traffic.Failed, 1)
	require.Equal(t, reason, traffic.Failed[0].Reason)
}

// drain ends the document, and closes the client's idle connections.
func drain(client *http.Client, x ports.Session) domain.Traffic {
	traffic := x.Drain()
	client.CloseIdleConnections()
	return traffic
}

// serve starts a plain server on a loopback address, and gives its host:port.
func serve(t testing.TB, host string, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	_ = server.Listener.Close()
	var err error
	server.Listener, err = net.Listen("tcp", host+":0")
	require.NoError(t, err)
	server.Start()
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

// authority is a certificate authority for a test.
type authority struct {
	key  *ecdsa.PrivateKey
	cert *x509.Certificate
}

func newAuthority(t testing.TB) authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "a company's own"}, IsCA: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	require.NoError(t, err)
	cert, err := x509.ParseCertificate(der)
	require.NoError(t, err)
	return authority{key, cert}
}

// file returns the path of the authority's certificate.
func (a authority) file(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ca.pem")
	block := &pem.Block{Type: "CERTIFICATE", Bytes: a.cert.Raw}
	require.NoError(t, os.WriteFile(path, pem.EncodeToMemory(block), 0o600))
	return path
}

// issue makes a certificate for a host, with the time at which it expires.
func (a authority) issue(t testing.TB, host string, until time.Time) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: host},
		NotBefore: until.Add(-24 * time.Hour), NotAfter: until,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	if ip := net.ParseIP(host); ip != nil {
		template.IPAddresses = []net.IP{ip}
	} else {
		template.DNSNames = []string{host}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.cert, key.Public(), a.key)
	require.NoError(t, err)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// serveTLS starts a server with a certificate, and gives its host:port.
func serveTLS(t testing.TB, certificate tls.Certificate, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.EnableHTTP2 = true
	server.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}}
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // clients that do not trust it
	server.StartTLS()
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

// say answers every request with a text.
func say(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, text) }
}
