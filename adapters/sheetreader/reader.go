// Package sheetreader reads the style sheets of documents as an engine does: the same rules hold for their addresses, the server receives
// the request that the engine would send, and a sheet is loaded once for a document, whose engine then receives the same answer.
package sheetreader

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"platen/domain/htmldoc"
	"platen/ports"
)

var _ ports.SheetReader = Reader{}

// Reader is a ports.SheetReader that requests sheets as an engine does, which describes itself.
type Reader struct{ Engine func() ports.EngineInfo }

// ReadSheet reads a style sheet. The scope limits its size.
func (r Reader) ReadSheet(ctx context.Context, scope ports.NetworkScope, address string) (string, error) {
	if strings.HasPrefix(address, "data:") {
		return readData(address)
	}
	sheet, err := scope.During(ctx).Fetch(ctx, address, r.header())
	if err != nil {
		return "", fmt.Errorf("read a style sheet: %w", err)
	}
	return decode(sheet.Content, sheet.Type)
}

// header returns the headers of the engine's own requests for style sheets, as far as egress sends them on.
func (r Reader) header() map[string][]string {
	engine := r.Engine()
	header := map[string][]string{"Accept": {"text/css,*/*;q=0.1"}, "User-Agent": {engine.UserAgent}} // the Accept of the Fetch standard
	if engine.AcceptLanguage != "" {
		header["Accept-Language"] = []string{engine.AcceptLanguage}
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
