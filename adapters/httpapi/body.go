package httpapi

import (
	"bytes"
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

func newBody(r *http.Request) *body {
	return &body{Reader: r.Body, length: r.ContentLength, ended: r.ContentLength == 0}
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

// initialBuffer bounds the buffer that is allocated for a declared length before any of the body has arrived.
const initialBuffer = 64 << 10

// readBody reads a body of at most the limit. A declared length above the limit is refused at once. A buffer of the declared length is
// allocated only when initialBuffer bytes have arrived, so that a client that declares much and sends little takes little memory.
func (s *Server) readBody(b *body) ([]byte, error) {
	limit := int64(s.config.BodyLimit)
	if b.length > limit {
		return nil, s.tooLarge()
	}
	declared := b.length
	if declared < 0 {
		declared = min(limit, initialBuffer)
	}
	var buffer bytes.Buffer
	// ReadFrom grows the buffer if there is less than bytes.MinRead of room at the end of the body.
	buffer.Grow(int(min(declared, initialBuffer)) + bytes.MinRead)
	_, err := buffer.ReadFrom(io.LimitReader(b, min(initialBuffer, limit+1)))
	if err == nil && !b.ended {
		buffer.Grow(int(max(0, declared-b.count)) + bytes.MinRead)
		_, err = buffer.ReadFrom(io.LimitReader(b, limit+1-b.count))
	}
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, domain.Invalidf("the request did not arrive within %s", s.config.ReadTimeout)
	case err != nil:
		return nil, domain.Invalidf("the body ended early or its chunks are not well-formed, after %d bytes", b.count)
	case b.count > limit:
		return nil, s.tooLarge()
	}
	return buffer.Bytes(), nil
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
