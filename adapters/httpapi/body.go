package httpapi

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"

	"platen/domain"
)

// body is a request's body that counts the bytes read.
type body struct {
	io.Reader
	length int64 // of Content-Length; -1: not known
	count  int64
	ended  bool
}

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	b.count += int64(n)
	if errors.Is(err, io.EOF) {
		b.ended = true
	}
	return n, err
}

// readBody reads a body of at most the limit. A declared length above the limit is refused at once. The memory grows with what has
// arrived, so that a client that declares much and sends little takes little.
func (s *Server) readBody(b *body) ([]byte, error) {
	limit := int64(s.config.BodyLimit)
	if b.length > limit {
		return nil, s.tooLarge()
	}
	content, err := io.ReadAll(io.LimitReader(b, limit+1))
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, domain.Invalidf("the request did not arrive within %s", s.config.ReadTimeout)
	case err != nil:
		return nil, domain.Invalidf("the body ended early or its chunks are not well-formed, after %d bytes", b.count)
	case b.count > limit:
		return nil, s.tooLarge()
	}
	return content, nil
}

func (s *Server) tooLarge() error {
	return &domain.Error{
		Code:    domain.PayloadTooLarge,
		Message: fmt.Sprintf("the body is larger than the limit of %s", s.config.BodyLimit),
	}
}

// checkMedia refuses bodies that are not plain JSON. Parameters of the type, such as charset, are ignored: JSON is UTF-8, and
// other bytes are refused as malformed. Compressed bodies are refused, since a few bytes could expand to many.
func checkMedia(h http.Header) error {
	for _, coding := range h.Values("Content-Encoding") {
		if coding = strings.TrimSpace(coding); coding != "" && !strings.EqualFold(coding, "identity") {
			return unsupported("compressed bodies are not accepted: send the JSON as it is, without Content-Encoding")
		}
	}
	types := h.Values("Content-Type")
	switch {
	case len(types) == 0 || len(types) == 1 && types[0] == "":
		return nil
	case len(types) > 1:
		return unsupported("there is more than one Content-Type: send application/json, once")
	}
	media, _, err := mime.ParseMediaType(types[0])
	if err != nil {
		return unsupported("the Content-Type is not well-formed: send application/json")
	}
	if media != "application/json" {
		return unsupported(fmt.Sprintf("the Content-Type %q is not accepted: send application/json", media))
	}
	return nil
}

func unsupported(message string) error {
	return &domain.Error{Code: domain.UnsupportedMediaType, Message: message}
}
