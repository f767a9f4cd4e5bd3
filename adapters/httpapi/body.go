package httpapi

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"

	"platen/domain"
)

// body is a request's body that knows how far it was read.
type body struct {
	io.Reader
	length int64 // as declared; -1: not known
	count  int64
	ended  bool
}

func newBody(r *http.Request) *body {
	return &body{Reader: r.Body, length: r.ContentLength, ended: r.ContentLength == 0}
}

// Read counts.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	b.count += int64(n)
	if errors.Is(err, io.EOF) {
		b.ended = true
	}
	return n, err
}

// readBody reads a body of at most the limit. A declared length is believed only to refuse it, and to get a
// buffer of the right size at once.
func (s *Server) readBody(b *body) ([]byte, error) {
	limit := int64(s.config.BodyLimit)
	if b.length > limit {
		return nil, s.tooLarge()
	}
	room := b.length
	if room < 0 {
		room = min(limit, 64<<10)
	}
	var buffer bytes.Buffer
	// ReadFrom wants bytes.MinRead of room to see the end in, or it grows.
	buffer.Grow(int(room) + bytes.MinRead)
	switch _, err := buffer.ReadFrom(io.LimitReader(b, limit+1)); {
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
