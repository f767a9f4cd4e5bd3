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

// trusted is how much room a request gets for nothing but its word; the rest of what it declares, when it has sent
// so much.
const trusted = 64 << 10

// readBody reads a body of at most the limit. A declared length is believed only to refuse it, and to get a
// buffer of the right size in two steps: a thousand clients that declare much and send little are to cost little.
func (s *Server) readBody(b *body) ([]byte, error) {
	limit := int64(s.config.BodyLimit)
	if b.length > limit {
		return nil, s.tooLarge()
	}
	declared := b.length
	if declared < 0 {
		declared = min(limit, trusted)
	}
	var buffer bytes.Buffer
	// ReadFrom wants bytes.MinRead of room to see the end in, or it grows.
	buffer.Grow(int(min(declared, trusted)) + bytes.MinRead)
	_, err := buffer.ReadFrom(io.LimitReader(b, min(trusted, limit+1)))
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
