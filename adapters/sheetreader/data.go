package sheetreader

import (
	"encoding/base64"
	"errors"
	"fmt"
	"mime"
	"net/url"
	"strings"
)

// readData decodes what follows "data:" in the address of a style sheet (RFC 2397).
func readData(content string) (string, error) {
	head, body, found := strings.Cut(content, ",")
	if !found {
		return "", errors.New("read a style sheet: its data: address has no comma")
	}
	head, encoded := strings.CutSuffix(head, ";base64")
	if kind, _, err := mime.ParseMediaType(head); err != nil || kind != "text/css" {
		return "", fmt.Errorf("read a style sheet: its type %q is not text/css", head)
	}
	text, err := url.PathUnescape(body)
	if err != nil {
		text = body // a browser keeps malformed escapes as text
	}
	if !encoded {
		return text, nil
	}
	decoded, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
	if err != nil {
		return "", fmt.Errorf("read a style sheet: %w", err)
	}
	return string(decoded), nil
}
