// Package sheetreader reads the style sheets of documents through an egress session, as an engine does: the same rules
// hold for their addresses, the server receives the request that the engine would send, and a sheet is loaded once for
// a document, whose engine then receives the same answer.
package sheetreader

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"platen/adapters/internal/sessionclient"
	"platen/domain/htmldoc"
	"platen/ports"
)

var _ ports.SheetReader = Reader{}

// Reader is a ports.SheetReader. Make it with New.
type Reader struct {
	egress ports.Egress
	engine func() ports.EngineInfo
	roots  *x509.CertPool
}

// New makes a reader that reaches the network through egress only, and requests sheets as an engine does, which
// describes itself.
func New(egress ports.Egress, engine func() ports.EngineInfo) Reader {
	return Reader{egress: egress, engine: engine, roots: sessionclient.Roots(egress)}
}

// ReadSheet reads a style sheet. The egress limits its size.
func (r Reader) ReadSheet(ctx context.Context, scope ports.NetworkScope, address string) (string, error) {
	if strings.HasPrefix(address, "data:") {
		return readData(address)
	}
	session, err := r.egress.Open(ports.SessionOptions{})
	if err != nil {
		return "", fmt.Errorf("read a style sheet: %w", err)
	}
	defer session.Close()
	session.Reset(scope.During(ctx))
	client := sessionclient.New(session, r.roots)
	defer client.CloseIdleConnections()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return "", fmt.Errorf("read a style sheet: %w", err)
	}
	request.Header = r.header()
	response, err := client.Do(request)
	if err != nil {
		return "", fmt.Errorf("read a style sheet: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("read a style sheet: the server answers %d", response.StatusCode)
	}
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return "", fmt.Errorf("read a style sheet: %w", err)
	}
	return decode(content, response.Header.Get("Content-Type"))
}

// header returns the headers of the engine's own requests for style sheets, as far as egress sends them on.
func (r Reader) header() http.Header {
	engine := r.engine()
	header := http.Header{"Accept": {"text/css,*/*;q=0.1"}, "User-Agent": {engine.UserAgent}} // the Accept of the Fetch standard
	if engine.AcceptLanguage != "" {
		header.Set("Accept-Language", engine.AcceptLanguage)
	}
	return header
}

// readData decodes a style sheet with a data: address, whose fragment is not part of it.
func readData(address string) (string, error) {
	address, _, _ = strings.Cut(address, "#")
	u, found := htmldoc.ParseDataURI(address)
	if !found {
		return "", errors.New("read a style sheet: its data: address has no comma")
	}
	content, ok := u.Content()
	if !ok {
		return "", errors.New("read a style sheet: its data: address cannot be decoded")
	}
	if !strings.Contains(u.MediaType, "/") {
		return "", errors.New("read a style sheet: its data: address has no type")
	}
	return decode(content, u.MediaType)
}
