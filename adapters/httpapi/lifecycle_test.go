package httpapi_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/domain"
)

func TestStartOnUsedPort(t *testing.T) {
	first := start(t)
	second := fresh(t, func(s *service) { s.config.Addr = first.Addr() })
	err := second.Start(t.Context())
	require.ErrorContains(t, err, "http.addr")
	require.ErrorContains(t, err, first.Addr())
	require.NoError(t, second.Close(t.Context()))
}

func TestCloseTwice(t *testing.T) {
	s := start(t)
	require.NoError(t, s.Close(t.Context()))
	require.NoError(t, s.Close(t.Context()), "a second call does nothing")
}

// The requests under way are answered; new ones get a 503 meanwhile, on new and on open connections.
func TestShutdown(t *testing.T) {
	began, release := make(chan struct{}), make(chan struct{})
	s := start(t)
	wait := waits(release)

	kept := s.dial()
	kept.send(post())
	require.Equal(t, 200, kept.answer("POST").StatusCode)

	s.printer.do = func(ctx context.Context, r domain.Request) (domain.Document, error) {
		close(began)
		return wait(ctx, r)
	}
	unused := s.dial() // before the next one, so that it has been accepted when that one's request has begun
	busy := s.dial()
	busy.send(post())
	<-began

	closed := make(chan error, 1)
	go func() { closed <- s.Close(context.Background()) }()
	require.Eventually(t, s.Closing, 10*time.Second, time.Millisecond)

	spent := s.limits.count()
	for _, c := range []*line{kept, s.dial()} {
		c.send(post())
		r := c.answer("POST")
		require.Contains(t, failure(t, r, 503, domain.Overloaded), "shutting down")
		require.Equal(t, "1", r.Header.Get("Retry-After"))
		require.True(t, r.Close)
	}
	require.Equal(t, spent, s.limits.count(), "a token was taken")

	select {
	case <-closed:
		t.Fatal("it did not wait for the request under way")
	default:
	}
	close(release)
	r := busy.answer("POST")
	require.Equal(t, 200, r.StatusCode)
	require.True(t, r.Close)
	require.NoError(t, <-closed)
	_, err := net.Dial("tcp", s.Addr())
	require.Error(t, err, "it still accepts")
	_, err = unused.reader.ReadByte()
	require.ErrorIs(t, err, io.EOF)
}

// TestDrainDelay: new requests are served until the delay has passed, or the shutdown is cut short.
func TestDrainDelay(t *testing.T) {
	s := start(t, func(s *service) { s.config.DrainDelay = time.Hour })
	ctx, cancel := context.WithCancel(t.Context())
	closed := make(chan error, 1)
	go func() { closed <- s.Close(ctx) }()
	require.Equal(t, 200, s.do(s.request(strings.NewReader(small))).StatusCode)
	require.False(t, s.Closing())
	requireAccess(t, s, nil) // it is no longer under way
	cancel()
	require.NoError(t, <-closed, "nothing was under way")

	short := start(t, func(s *service) { s.config.DrainDelay = time.Millisecond })
	require.NoError(t, short.Close(t.Context()))
}

// When the drain timeout has passed, requests under way are cancelled and answered.
func TestShutdownTimeout(t *testing.T) {
	for name, limit := range map[string]func(*service) context.Context{
		"drain_timeout": func(s *service) context.Context { return s.t.Context() },
		"the context": func(s *service) context.Context {
			s.config.DrainTimeout = time.Hour
			ctx, cancel := context.WithTimeout(s.t.Context(), 50*time.Millisecond)
			s.t.Cleanup(cancel)
			return ctx
		},
	} {
		t.Run(name, func(t *testing.T) { tooLong(t, limit) })
	}
}

func tooLong(t *testing.T, limit func(*service) context.Context) {
	began := make(chan struct{})
	var ctx context.Context
	s := start(t, func(s *service) {
		s.config.DrainTimeout = 50 * time.Millisecond
		ctx = limit(s)
	})
	s.printer.do = func(ctx context.Context, _ domain.Request) (domain.Document, error) {
		close(began)
		<-ctx.Done()
		return domain.Document{}, ctx.Err()
	}
	c := s.dial()
	c.send(post())
	<-began
	require.ErrorIs(t, s.Close(ctx), context.DeadlineExceeded)
	r := c.answer("POST")
	require.Contains(t, failure(t, r, 503, domain.Overloaded), "shutting down")
	require.Equal(t, "1", r.Header.Get("Retry-After"))
}

// A client with an open connection in any state does not delay the shutdown.
func TestShutdownWithIdleClients(t *testing.T) {
	s := start(t)
	s.dial()
	partial := s.dial()
	partial.send("POST / HT")
	uploading := s.dial()
	uploading.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
	failure(t, uploading.answer("POST"), 404, domain.NotFound)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	require.NoError(t, s.Close(ctx))
	require.NoError(t, ctx.Err())
}

// Connections above the bound are answered and closed; above twice the bound they are closed at once. Freed connections can be
// used again.
func TestTooManyConnections(t *testing.T) {
	s := start(t, func(s *service) { s.config.MaxConnections = 2 })
	message := post()
	first, second := s.dial(), s.dial()
	for _, c := range []*line{first, second} {
		c.send(message)
		require.Equal(t, 200, c.answer("POST").StatusCode)
	}
	third, fourth := s.dial(), s.dial()
	fifth := s.dial()
	_, err := fifth.reader.ReadByte()
	require.Error(t, err, "the fifth connection was not closed")
	third.send(message)
	fourth.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n") // no body is left unread here
	for _, c := range []*line{third, fourth} {
		r := c.answer("POST")
		require.Contains(t, failure(t, r, 503, domain.Overloaded), "connections")
		require.Equal(t, "1", r.Header.Get("Retry-After"))
		require.True(t, r.Close)
	}
	for _, c := range []*line{first, second, third, fourth} {
		c.send(message[:1])
		require.NoError(t, c.Close())
	}
	require.Eventually(t, func() bool {
		r, err := s.client.Do(s.request(strings.NewReader(small)))
		if err != nil {
			return false
		}
		return readReply(t, r).StatusCode == http.StatusOK
	}, 10*time.Second, 10*time.Millisecond)
}

// TestKeylessConnectionsAreClosed: connections without a valid key, in any state, do not keep a client with a key out. Connections of
// clients with keys are kept.
func TestKeylessConnectionsAreClosed(t *testing.T) {
	const most = 6
	s := start(t, func(s *service) { s.config.MaxConnections = most })
	kept := s.dial()
	kept.send(post())
	require.Equal(t, 200, kept.answer("POST").StatusCode)

	var strangers []*line
	for i := range 3 * most {
		c := s.dial()
		switch i % 3 {
		case 1:
			c.send("POST " + operation + " HTTP/1.1\r\nHost: x\r\n")
		case 2:
			c.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
			failure(t, c.answer("GET"), 404, domain.NotFound)
		}
		strangers = append(strangers, c)
		client := s.dial()
		client.send(head(lengthOfSmall, "Connection: close") + "\r\n" + small)
		require.Equal(t, 200, client.answer("POST").StatusCode)
	}
	kept.send(post())
	require.Equal(t, 200, kept.answer("POST").StatusCode)
	_, err := strangers[0].reader.ReadByte()
	require.Error(t, err, "the oldest connection without a key was not closed")
	require.NotErrorIs(t, err, os.ErrDeadlineExceeded)
	last := strangers[len(strangers)-1]
	last.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	failure(t, last.answer("GET"), 404, domain.NotFound)
}

// A header that arrives slowly is bounded by its timeout, and does not affect other clients.
func TestSlowHeaders(t *testing.T) {
	s := start(t, func(s *service) { s.config.ReadHeaderTimeout = time.Second })
	slow := s.dial()
	slow.send("POST " + operation + " HTTP/1.1\r\nHost: x\r\nX-A: ")
	require.Equal(t, 200, s.do(s.request(strings.NewReader(small))).StatusCode)
	_, err := slow.reader.ReadByte()
	require.Error(t, err)
	require.NotErrorIs(t, err, os.ErrDeadlineExceeded, "the server did not close")
}

func TestIdleConnectionsAreClosed(t *testing.T) {
	s := start(t, func(s *service) { s.config.IdleTimeout = 50 * time.Millisecond })
	c := s.dial()
	c.send(post())
	require.Equal(t, 200, c.answer("POST").StatusCode)
	_, err := c.reader.ReadByte()
	require.ErrorIs(t, err, io.EOF)
}
