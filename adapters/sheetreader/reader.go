// Package sheetreader reads the style sheets of documents through an egress session, as an engine does. So the same rules
// apply to their addresses, and each sheet is loaded once for a document.
package sheetreader

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"platen/ports"
)

var _ ports.SheetReader = Reader{}

// Reader is a ports.SheetReader. Make it with New.
type Reader struct {
	egress ports.Egress
	roots  *x509.CertPool
}

// New makes a reader that reaches the network through egress only.
func New(egress ports.Egress) Reader {
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(egress.CA())
	return Reader{egress: egress, roots: roots}
}

// ReadSheet reads a style sheet. The egress limits its size.
func (r Reader) ReadSheet(ctx context.Context, scope ports.NetworkScope, address string) (string, error) {
	if content, is := strings.CutPrefix(address, "data:"); is {
		return readData(content)
	}
	session, err := r.egress.Open(ports.SessionOptions{})
	if err != nil {
		return "", fmt.Errorf("read a style sheet: %w", err)
	}
	defer session.Close()
	session.Reset(scope)
	transport := &http.Transport{
		Proxy:             http.ProxyURL(&url.URL{Scheme: "http", Host: session.Addr()}),
		TLSClientConfig:   &tls.Config{RootCAs: r.roots, MinVersion: tls.VersionTLS12},
		DisableKeepAlives: true,
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return "", fmt.Errorf("read a style sheet: %w", err)
	}
	// Redirects are followed, each one through the egress.
	response, err := (&http.Client{Transport: transport}).Do(request)
	if err != nil {
		return "", fmt.Errorf("read a style sheet: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("read a style sheet: the server answers %d", response.StatusCode)
	}
	if kind, _, err := mime.ParseMediaType(response.Header.Get("Content-Type")); err != nil || kind != "text/css" {
		return "", fmt.Errorf("read a style sheet: its type is not text/css")
	}
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return "", fmt.Errorf("read a style sheet: %w", err)
	}
	return string(text), nil
}
