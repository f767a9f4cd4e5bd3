// Package sessionclient requests resources in an engine's stead, through the engine's egress session: its rules, limits, counts and
// log hold for them as for the engine's own requests. It is for adapters that fetch what a document names.
package sessionclient

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"net/url"

	"platen/ports"
)

// Roots are the authorities that clients of the egress trust: its own alone, since TLS ends there. It verifies the real servers.
func Roots(egress ports.Egress) *x509.CertPool {
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(egress.CA())
	return roots
}

// New makes a client whose every request goes through the session, so that it belongs to the print that the session was last reset
// for. It follows redirects, each of which the egress checks. An address that the egress refuses, or that cannot be reached, is an
// error or an answer with an error status; the session's Traffic names the reason. Call CloseIdleConnections in the end.
func New(session ports.Session, roots *x509.CertPool) *http.Client {
	return &http.Client{Transport: &http.Transport{
		Proxy:           http.ProxyURL(&url.URL{Scheme: "http", Host: session.Addr()}),
		TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
	}}
}
