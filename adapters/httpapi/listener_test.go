package httpapi_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports"
)

// A client that sends its whole body before it reads must still receive its answer: no reset, no broken pipe. Each client sends
// 6 MB and more as fast as it can.
func TestEarlyAnswer(t *testing.T) {
	const size = 6 << 20
	body := document(size)
	for _, c := range []struct {
		name   string
		head   string
		status int
		code   domain.Code
	}{
		{"401", "POST " + operation + " HTTP/1.1\r\nHost: x\r\nContent-Length: 6291456\r\n\r\n", 401, domain.Unauthorized},
		{"413", head("Content-Length: 6291456") + "\r\n", 413, domain.PayloadTooLarge},
		{"413 chunked", head("Transfer-Encoding: chunked") + "\r\n600000\r\n", 413, domain.PayloadTooLarge},
		{"415", head("Content-Length: 6291456", "Content-Type: text/html") + "\r\n", 415, domain.UnsupportedMediaType},
		{"404", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6291456\r\n\r\n", 404, domain.NotFound},
		{"405", "PUT " + operation + " HTTP/1.1\r\nHost: x\r\nContent-Length: 6291456\r\n\r\n", 405, domain.MethodNotAllowed},
		{"400 of net/http", "POST / HTTP/1.1\r\nContent-Length: 6291456\r\n\r\n", 400, domain.InvalidRequest},
		{"501 of net/http", head("Transfer-Encoding: gzip") + "\r\n", 501, domain.InvalidRequest},
		{"431 of net/http", head("X: "), 431, domain.InvalidRequest},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := start(t)
			for range 10 {
				line := s.dial()
				line.send(c.head)
				line.send(body)
				failure(t, line.answer("POST"), c.status, c.code)
				require.NoError(t, line.Close())
			}
		})
	}
	t.Run("429", func(t *testing.T) {
		s := start(t, func(s *service) { s.limits.allowance = ports.Allowance{Limited: true} })
		for range 10 {
			line := s.dial()
			line.send(head("Content-Length: 6291456") + "\r\n")
			line.send(body)
			failure(t, line.answer("POST"), 429, domain.RateLimited)
			require.NoError(t, line.Close())
		}
	})
}

func TestEarlyAnswerInGoClient(t *testing.T) {
	s := start(t)
	body := document(6 << 20)
	for range 50 {
		failure(t, s.do(s.request(strings.NewReader(body))), 413, domain.PayloadTooLarge)
		failure(t, s.do(s.request(hidden{strings.NewReader(body)}, "Authorization", "")), 401, domain.Unauthorized)
	}
}

// A client that announced a body and waits for the end of the connection instead of sending it sees the end at once: the long time is
// for clients that still send.
func TestEarlyAnswerEndsConnection(t *testing.T) {
	s := start(t)
	c := s.dial()
	c.send("POST " + operation + " HTTP/1.1\r\nHost: x\r\nContent-Length: 6291456\r\n\r\n")
	failure(t, c.answer("POST"), 401, domain.Unauthorized)
	require.NoError(t, c.SetReadDeadline(time.Now().Add(3*time.Second)))
	rest, err := io.ReadAll(c.reader)
	require.NoError(t, err)
	require.Empty(t, rest)
}

// A client that sends for ever is disconnected, long after its answer was sent.
func TestEndlessBody(t *testing.T) {
	s := start(t)
	c := s.dial()
	c.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
	failure(t, c.answer("POST"), 404, domain.NotFound)
	chunk := "10000\r\n" + strings.Repeat("x", 1<<16) + "\r\n"
	sent := 0
	for {
		n, err := io.WriteString(c, chunk)
		sent += n
		if err != nil {
			break
		}
		require.Less(t, sent, 256<<20, "it is still listening")
	}
}

// A client that disconnects ends its rendering and gets no answer.
func TestClientDisconnects(t *testing.T) {
	began, ended := make(chan struct{}), make(chan error, 1)
	s := start(t)
	release := make(chan struct{})
	wait := waits(release)
	s.printer.do = func(ctx context.Context, r domain.Request) (domain.Document, error) {
		close(began)
		d, err := wait(ctx, r)
		ended <- err
		return d, err
	}
	c := s.dial()
	c.send(post())
	<-began
	require.NoError(t, c.Close())
	select {
	case err := <-ended:
		require.Error(t, err)
	case <-time.After(10 * time.Second):
		t.Fatal("the rendering goes on without its client")
	}
	requireAccess(t, s, map[string]any{"status": int64(499), "client": "acme", "bytes_out": int64(0)})
}

// A client that only closes its sending side cannot be told from it, but gets no empty 200 either.
func TestHalfClosedClient(t *testing.T) {
	s := start(t, func(s *service) { s.printer.do = waits(nil) })
	c := s.dial()
	c.send(post())
	require.NoError(t, c.Conn.(*net.TCPConn).CloseWrite())
	rest, err := io.ReadAll(c.reader)
	require.NoError(t, err)
	require.Empty(t, rest)
}

// A client that does not read its answer holds nothing for longer than the write timeout.
func TestClientDoesNotRead(t *testing.T) {
	s := start(t, func(s *service) {
		s.config.WriteTimeout = 100 * time.Millisecond
		s.printer.do = printsPDF(make([]byte, 64<<20))
	})
	c := s.dial()
	c.send(post())
	fields := requireAccess(t, s, map[string]any{"status": int64(http.StatusOK)})
	require.Contains(t, fields["error"], "timeout")
	require.Less(t, fields["bytes_out"], int64(64<<20))
	response, err := http.ReadResponse(c.reader, nil)
	require.NoError(t, err)
	defer func() { _ = response.Body.Close() }()
	_, err = io.Copy(io.Discard, response.Body)
	require.Error(t, err, "a document that was cut short must not look whole")
}
