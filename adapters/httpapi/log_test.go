package httpapi_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"platen/domain"
)

// requireAccess waits for the first line of the access log and checks some of its fields.
func requireAccess(t *testing.T, s *service, want map[string]any) map[string]any {
	t.Helper()
	const message = "request"
	require.Eventually(t, func() bool { return s.logs.FilterMessage(message).Len() > 0 }, 10*time.Second, time.Millisecond)
	fields := s.logs.FilterMessage(message).All()[0].ContextMap()
	for name, value := range want {
		require.Equal(t, value, fields[name], name)
	}
	return fields
}

func TestAccessLog(t *testing.T) {
	s := start(t)
	s.printer.do = func(context.Context, domain.Request) (domain.Document, error) {
		d := aDocument()
		d.Traffic.Failed = []domain.FailedResource{{URL: "http://a/x.png", Reason: "refused"}, {URL: "http://b/", Reason: "timed out"}}
		return d, nil
	}
	r := s.do(s.request(strings.NewReader(small), "X-Request-Id", "mine"))
	require.Equal(t, 200, r.StatusCode)
	fields := requireAccess(t, s, map[string]any{
		"request_id": "mine", "client": "acme", "method": "POST", "path": operation, "status": int64(200),
		"bytes_in": int64(len(small)), "bytes_out": int64(len(r.body)), "engine": "fake", "pages": int64(3), "failed_resources": int64(2),
		"queue_ms": 1.5, "render_ms": 12.0, "compose_ms": 0.0,
	})
	require.IsType(t, 1.5, fields["duration_ms"])
	require.Contains(t, fields["remote"], "127.0.0.1:")
	require.NotContains(t, fields, "code")

	require.Eventually(t, func() bool { return s.logs.Len() == 3 }, 10*time.Second, time.Millisecond)
	lost := s.logs.FilterField(zap.String("reason", "refused")).All()
	require.Len(t, lost, 1)
	require.Equal(t, map[string]any{"request_id": "mine", "url": "http://a/x.png", "reason": "refused"}, lost[0].ContextMap())
}

// The line names the trace of the request.
func TestTraceIsLogged(t *testing.T) {
	s := fresh(t)
	span := trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{2}})
	s.Wrap(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r.WithContext(trace.ContextWithSpanContext(r.Context(), span)))
		})
	})
	s.listen()
	require.Equal(t, 200, s.do(s.request(strings.NewReader(small))).StatusCode)
	requireAccess(t, s, map[string]any{"trace_id": span.TraceID().String()})
}

// Each answer is observed once, however the request ends.
func TestAnswersAreObserved(t *testing.T) {
	s := fresh(t)
	statuses := make(chan int, 9)
	s.Observe(func(status int, took time.Duration) {
		if took > 0 {
			statuses <- status
		}
	})
	s.listen()
	require.Equal(t, 200, s.do(s.request(strings.NewReader(small))).StatusCode)
	require.Equal(t, 200, <-statuses)
	require.Equal(t, 401, s.do(s.request(strings.NewReader(small), "Authorization", "")).StatusCode)
	require.Equal(t, 401, <-statuses)

	asked := make(chan struct{})
	s.printer.do = func(ctx context.Context, _ domain.Request) (domain.Document, error) {
		close(asked)
		<-ctx.Done()
		return domain.Document{}, ctx.Err()
	}
	c := s.dial()
	c.send(post())
	<-asked
	require.NoError(t, c.Close())
	require.Equal(t, 499, <-statuses)
	require.Empty(t, statuses)
}

// The line says what a document waited for and where its time went, whether it came or not.
func TestResourcesAreLogged(t *testing.T) {
	for _, err := range []error{nil, &domain.Error{Code: domain.Timeout, Message: "late"}} {
		s := start(t)
		s.printer.do = func(context.Context, domain.Request) (domain.Document, error) {
			d := domain.Document{}
			if err == nil {
				d = aDocument()
			}
			d.Timing = domain.Timing{Queue: 2 * time.Second, Render: time.Second}
			d.Fetches = domain.Fetches{Resources: 7, Waited: 1500 * time.Millisecond,
				Slowest: domain.Fetch{URL: "http://a/x.png", Took: time.Second, Bytes: 12345}}
			return d, err
		}
		s.do(s.request(strings.NewReader(small)))
		requireAccess(t, s, map[string]any{"queue_ms": 2000.0, "render_ms": 1000.0, "resources": int64(7), "resources_ms": 1500.0,
			"slowest_resource": map[string]any{"url": "http://a/x.png", "ms": 1000.0, "bytes": int64(12345)}})
	}
}

// The line of a 401 names the client of an expired key; its answer does not.
func TestExpiredKeyIsLogged(t *testing.T) {
	s := start(t, func(s *service) { s.keys.expired = goodKey })
	r := s.do(s.request(strings.NewReader(small)))
	require.Equal(t, "the API key is not valid", failure(t, r, 401, domain.Unauthorized))
	requireAccess(t, s, map[string]any{"client": "acme", "message": "the API key has expired"})
}

// A document can have more failed resources than the log should show.
func TestLoggedResourcesAreBounded(t *testing.T) {
	s := start(t)
	s.printer.do = func(context.Context, domain.Request) (domain.Document, error) {
		d := aDocument()
		for i := range 100 {
			d.Traffic.Failed = append(d.Traffic.Failed, domain.FailedResource{Reason: "timed out"}, domain.FailedResource{Reason: fmt.Sprintf("refused: 10.0.0.%d is not public", i)},
				domain.FailedResource{Reason: fmt.Sprintf("answered %d", 300+i)})
		}
		return d, nil
	}
	r := s.do(s.request(strings.NewReader(small)))
	require.Equal(t, "300", r.Header.Get("Platen-Resources-Failed"))
	const last = "more resources failed to load"
	require.Eventually(t, func() bool { return s.logs.FilterMessage(last).Len() > 0 }, 10*time.Second, time.Millisecond)
	fields := s.logs.FilterMessage(last).All()[0].ContextMap()
	require.Equal(t, int64(280), fields["more"])
	reasons := fields["reasons"].(map[string]int)
	require.Len(t, reasons, 21)
	require.Equal(t, []int{93, 93, 1, 76}, []int{reasons["refused"], reasons["timed out"], reasons["answered 306"], reasons["other"]})
	require.Equal(t, 20, s.logs.FilterMessage("a resource failed to load").Len())
}

func TestLogOfFailures(t *testing.T) {
	for _, c := range []struct {
		err    error
		status int64
		logged string // part of the cause; empty: no cause
	}{
		{&domain.Error{Code: domain.RenderFailed, Message: "it failed", Err: errors.New("SIGSEGV")}, 500, "SIGSEGV"},
		{errors.New("lost the engine"), 500, "lost the engine"},
		{&domain.Error{Code: domain.Timeout, Message: "late", Err: context.DeadlineExceeded}, 504, "deadline"},
		{&domain.Error{Code: domain.InvalidRequest, Message: "bad", Err: errors.New("at value secret")}, 400, ""},
		{&domain.Error{Code: domain.InvalidRequest, Message: "no {{secret}}", LogMessage: "no value"}, 400, ""},
	} {
		level := zapcore.InfoLevel
		if c.status >= 500 {
			level = zapcore.ErrorLevel
		}
		s := start(t, func(s *service) { s.printer.do = fails(c.err) })
		r := s.do(s.request(strings.NewReader(small)))
		fields := requireAccess(t, s, map[string]any{
			"status": c.status, "code": string(domain.AsError(c.err).Code), "request_id": r.Header.Get("X-Request-Id"),
			"message": cmp.Or(domain.AsError(c.err).LogMessage, domain.AsError(c.err).Message),
		})
		require.Equal(t, level, s.logs.FilterMessage("request").All()[0].Level)
		if c.logged == "" {
			require.NotContains(t, fields, "error")
			continue
		}
		require.Contains(t, fields["error"], c.logged)
	}
}

// No text of a client reaches the log, however the request ends.
func TestNoSecretIsLogged(t *testing.T) {
	s := start(t)
	const secret = "hush-hush"
	body := fmt.Sprintf(`{"html":"%s {{%s}}","css":"%s","data":{"k":"%s"}}`, secret, secret, secret, secret)
	for _, r := range [][]string{
		{},
		{"Authorization", "Bearer " + secret},
		{"Authorization", "Basic " + secret},
		{"Content-Type", "text/html; x=" + secret},
		{"Cookie", secret},
	} {
		request := s.request(strings.NewReader(body), r...)
		request.URL.RawQuery = "token=" + secret
		s.do(request)
	}
	for _, bad := range []string{`{"html":"` + secret, `{"html":"` + secret + `"} ` + secret, `{"html":["` + secret + `"]}`} {
		require.Equal(t, 400, s.do(s.request(strings.NewReader(bad))).StatusCode)
	}
	s.raw("GET /?" + secret + " HTTP/1.1\r\nAuthorization: " + secret + "\r\n\r\n")
	s.raw("POST / HTTP/1.1\r\nHost: x\r\n" + secret + " : x\r\n\r\n")
	require.Eventually(t, func() bool { return s.logs.FilterMessage("request").Len() == 10 }, 10*time.Second, time.Millisecond)
	for _, line := range s.logs.All() {
		text, err := json.Marshal(line.ContextMap())
		require.NoError(t, err)
		require.NotContains(t, line.Message+string(text), secret)
		require.NotContains(t, string(text), goodKey)
	}
}

// The text of a client in a line is bounded.
func TestLoggedTextIsBounded(t *testing.T) {
	s := start(t)
	long := strings.Repeat("x", 5000)
	s.raw(long + " /" + long + "%ff HTTP/1.1\r\nHost: x\r\n\r\n")
	fields := requireAccess(t, s, nil)
	require.Len(t, fields["path"], 128)
	require.Len(t, fields["method"], 128)
}
