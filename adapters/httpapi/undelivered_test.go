package httpapi_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/domain"
)

// aLot is more than the kernel buffers for a client that does not read.
const aLot = 24 << 20

// TestUndeliveredDocuments: a client that leaves documents unread gets no more of them, another client does, and documents
// that the first one reads or abandons make room again.
func TestUndeliveredDocuments(t *testing.T) {
	pdf := bytes.Repeat([]byte("x"), aLot)
	s := start(t, func(s *service) {
		s.config.MaxUndelivered = 4 * aLot
		s.printer.do = printsPDF(pdf)
		s.keys.names["pk_of-globex"] = "globex"
	})
	first, second := s.dial(), s.dial()
	for _, c := range []*line{first, second} {
		c.send(post())
		readHead(t, c)
	}

	refused := s.do(s.request(strings.NewReader(small)))
	require.Contains(t, failure(t, refused, 503, domain.Overloaded), "48MiB of documents wait for this client to read them")
	require.Equal(t, "1", refused.Header.Get("Retry-After"))
	require.Equal(t, 2, s.printer.count(), "a document was rendered for which there is no room")
	other := s.do(s.request(strings.NewReader(small), "Authorization", "Bearer pk_of-globex"))
	require.Equal(t, 200, other.StatusCode)
	require.Len(t, other.body, aLot)

	_, err := io.CopyN(io.Discard, first.reader, aLot)
	require.NoError(t, err)
	s.eventuallyServes()
	require.NoError(t, second.Close())
	s.eventuallyServes()
	require.Eventually(t, func() bool { return s.Undelivered() == 0 }, 10*time.Second, time.Millisecond)
}

// TestUndeliveredDocumentTooLate: a document whose size is known too late is refused after rendering.
func TestUndeliveredDocumentTooLate(t *testing.T) {
	s := start(t, func(s *service) {
		s.config.MaxUndelivered = aLot + 1000
		s.printer.do = printsPDF(bytes.Repeat([]byte("x"), aLot))
		s.keys.names["pk_of-globex"] = "globex"
	})
	silent := s.dial()
	silent.send(post())
	readHead(t, silent)
	s.printer.do = printsPDF(bytes.Repeat([]byte("x"), 1001))
	refused := s.do(s.request(strings.NewReader(small), "Authorization", "Bearer pk_of-globex"))
	require.Contains(t, failure(t, refused, 503, domain.Overloaded), "clients that read slowly")
	require.Equal(t, 2, s.printer.count())
}

// TestSilentReader: a client that reads nothing for write_timeout is disconnected.
func TestSilentReader(t *testing.T) {
	s := start(t, func(s *service) {
		s.config.WriteTimeout = 100 * time.Millisecond
		s.printer.do = printsPDF(bytes.Repeat([]byte("x"), aLot))
	})
	silent := s.dial()
	silent.send(post())
	readHead(t, silent)
	require.Eventually(t, func() bool { return s.Undelivered() == 0 }, 10*time.Second, time.Millisecond)
	_, err := io.Copy(io.Discard, silent.reader)
	require.False(t, errors.Is(err, os.ErrDeadlineExceeded), "the connection is still open")
}

// TestSteadyReader: a client that reads slowly but steadily gets its document, even if that takes longer than write_timeout.
func TestSteadyReader(t *testing.T) {
	const size, piece = 64 << 20, 1 << 20
	s := start(t, func(s *service) {
		s.config.WriteTimeout = 2 * time.Second
		s.printer.do = printsPDF(bytes.Repeat([]byte("x"), size))
	})
	c := s.dial()
	c.send(post())
	readHead(t, c)
	began := time.Now()
	for range size / piece {
		_, err := io.CopyN(io.Discard, c.reader, piece)
		require.NoError(t, err)
		time.Sleep(80 * time.Millisecond) // the client's pace, not a synchronisation
	}
	require.Greater(t, time.Since(began), 2*s.config.WriteTimeout, "it was not slow enough to tell")
}

// readHead reads an answer's status and header fields and leaves its body.
func readHead(t *testing.T, c *line) {
	t.Helper()
	response, err := http.ReadResponse(c.reader, &http.Request{Method: http.MethodPost})
	require.NoError(t, err)
	require.Equal(t, 200, response.StatusCode)
}

func (s *service) eventuallyServes() {
	s.t.Helper()
	require.Eventually(s.t, func() bool {
		return s.do(s.request(strings.NewReader(small))).StatusCode == http.StatusOK
	}, 10*time.Second, time.Millisecond)
}
