package httpapi_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/httpapi"
	"platen/domain"
	"platen/ports"
)

// elsewhere serves an action of the service, which prints two documents, on another listener.
func (s *service) elsewhere(action httpapi.Action) *httptest.Server {
	other := httptest.NewServer(s.CheckedHandler(func(*http.Request) int { return 2 }, action))
	s.t.Cleanup(other.Close)
	s.client = other.Client()
	return other
}

// ask sends a valid request to another listener.
func (s *service) ask(other *httptest.Server, body string, fields ...string) reply {
	s.t.Helper()
	r := s.request(strings.NewReader(body), fields...)
	r.URL.Host, r.Host = strings.TrimPrefix(other.URL, "http://"), ""
	return s.do(r)
}

func TestCheckedActions(t *testing.T) {
	s := start(t, func(s *service) { s.config.BodyLimit = 100 })
	var refuse error
	other := s.elsewhere(func(ctx context.Context, question *http.Request, request domain.Request) (string, []byte, error) {
		return "text/plain", []byte(ports.ClientOf(ctx).Name + question.URL.Path + request.HTML), refuse
	})
	answer := s.ask(other, small)
	require.Equal(t, 200, answer.StatusCode)
	require.Equal(t, "text/plain", answer.Header.Get("Content-Type"))
	require.Equal(t, "acme"+operation+"<p>Hello</p>", string(answer.body))
	require.Equal(t, 2, s.limits.count(), "two documents are charged")
	require.Zero(t, s.printer.count(), "the public operation printed")

	failure(t, s.ask(other, small, "Authorization", "Bearer no"), 401, domain.Unauthorized)
	failure(t, s.ask(other, small, "Content-Type", "text/html"), 415, domain.UnsupportedMediaType)
	failure(t, s.ask(other, `{"html":"`+strings.Repeat("x", 100)+`"}`), 413, domain.PayloadTooLarge)
	failure(t, s.ask(other, `{"html":1}`), 400, domain.InvalidRequest)
	refuse = &domain.Error{Code: domain.Timeout, Message: "too slow"}
	require.Equal(t, "too slow", failure(t, s.ask(other, small), 504, domain.Timeout))
	s.limits.allowance = ports.Allowance{Limited: true, Requests: 1, Window: time.Minute, RetryAfter: time.Second}
	failure(t, s.ask(other, small), 429, domain.RateLimited)
}

// TestShutdownEndsCheckedActions: Close waits for an action under way, and cancels it when its time is over.
func TestShutdownEndsCheckedActions(t *testing.T) {
	s := start(t, func(s *service) { s.config.DrainTimeout = time.Millisecond })
	under := make(chan struct{})
	other := s.elsewhere(func(ctx context.Context, _ *http.Request, _ domain.Request) (string, []byte, error) {
		close(under)
		<-ctx.Done()
		return "", nil, ctx.Err()
	})
	answers := make(chan reply, 1)
	go func() { answers <- s.ask(other, small) }()
	<-under
	require.ErrorIs(t, s.Close(t.Context()), context.DeadlineExceeded)
	failure(t, <-answers, 503, domain.Overloaded)
	failure(t, s.ask(other, small), 503, domain.Overloaded)
}

func TestLeavingEndsCheckedActions(t *testing.T) {
	s := start(t)
	under, ended := make(chan struct{}), make(chan error, 1)
	other := s.elsewhere(func(ctx context.Context, _ *http.Request, _ domain.Request) (string, []byte, error) {
		close(under)
		<-ctx.Done()
		ended <- ctx.Err()
		return "", nil, errors.New("nobody is told")
	})
	ctx, leave := context.WithCancel(t.Context())
	r := s.request(strings.NewReader(small)).WithContext(ctx)
	r.URL.Host = strings.TrimPrefix(other.URL, "http://")
	go func() {
		<-under
		leave()
	}()
	response, err := s.client.Do(r)
	if err == nil {
		_ = response.Body.Close()
	}
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorIs(t, <-ended, context.Canceled)
}
