package tracing_test

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"platen/adapters/tracing"
	"platen/domain"
	"platen/ports"
)

// receiver is an OTLP receiver over HTTP.
type receiver struct {
	collector.UnimplementedTraceServiceServer
	*httptest.Server
	mu       sync.Mutex
	spans    []*otlp.Span
	resource map[string]string
}

func newReceiver(t *testing.T) *receiver {
	r := &receiver{resource: map[string]string{}}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		var message collector.ExportTraceServiceRequest
		if err != nil || request.URL.Path != "/v1/traces" || proto.Unmarshal(body, &message) != nil {
			http.Error(w, "what is that?", http.StatusBadRequest)
			return
		}
		r.take(&message)
		w.Header().Set("Content-Type", "application/x-protobuf")
	}))
	t.Cleanup(r.Close)
	return r
}

// take records the spans of a message.
func (r *receiver) take(message *collector.ExportTraceServiceRequest) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, resource := range message.ResourceSpans {
		for _, attribute := range resource.Resource.Attributes {
			r.resource[attribute.Key] = attribute.Value.GetStringValue()
		}
		for _, scope := range resource.ScopeSpans {
			r.spans = append(r.spans, scope.Spans...)
		}
	}
}

// Export records spans that come over gRPC.
func (r *receiver) Export(_ context.Context, message *collector.ExportTraceServiceRequest) (*collector.ExportTraceServiceResponse, error) {
	r.take(message)
	return &collector.ExportTraceServiceResponse{}, nil
}

// span finds the only span of a name.
func (r *receiver) span(t *testing.T, name string) *otlp.Span {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	var found []*otlp.Span
	for _, s := range r.spans {
		if s.Name == name {
			found = append(found, s)
		}
	}
	require.Len(t, found, 1, name)
	return found[0]
}

func attribute(s *otlp.Span, name string) any {
	for _, a := range s.Attributes {
		if a.Key == name {
			if a.Value.GetStringValue() != "" {
				return a.Value.GetStringValue()
			}
			return a.Value.GetIntValue()
		}
	}
	return nil
}

const (
	parent  = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	request = "POST /api/pdf/external"
)

// TestSpans sends one request that succeeds.
func TestSpans(t *testing.T) {
	r := newReceiver(t)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", r.URL)
	t.Setenv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment=test")
	traces, err := tracing.Open(t.Context(), "v1.2.3", os.Getenv, zap.NewNop())
	require.NoError(t, err)
	generator := traces.Generator(ports.GeneratorFunc(func(ctx context.Context, _ domain.Request) (domain.Document, error) {
		err := ports.InSpan(ctx, "outer", func(ctx context.Context) error {
			return ports.InSpan(ctx, "inner", func(context.Context) error { return domain.Invalidf("secret words") })
		})
		require.Error(t, err)
		err = ports.InFetchSpan(ctx, "fetch", "http://a/b.png", func(context.Context) error {
			return fmt.Errorf("secret words: %w", ports.StepError("timed out"))
		})
		require.Error(t, err)
		return domain.Document{PDF: make([]byte, 7), Pages: 3, Engine: "chrome"}, nil
	}))
	var logged string
	handler := traces.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		logged = trace.SpanContextFromContext(r.Context()).TraceID().String()
		_, err := generator.Generate(ports.WithClient(r.Context(), ports.Client{Name: "acme"}), domain.Request{})
		require.NoError(t, err)
		w.WriteHeader(http.StatusTeapot)
	}))
	message := httptest.NewRequest(http.MethodPost, "/api/pdf/external?token=secret", nil)
	message.Header.Set("traceparent", parent)
	message.Header.Set("Authorization", "Bearer secret")
	handler.ServeHTTP(httptest.NewRecorder(), message)
	require.NoError(t, traces.Close(t.Context()))

	root, outer, inner := r.span(t, request), r.span(t, "outer"), r.span(t, "inner")
	require.Equal(t, "0af7651916cd43dd8448eb211c80319c", logged)
	for _, s := range []*otlp.Span{root, outer, inner} {
		require.Equal(t, "0af7651916cd43dd8448eb211c80319c", hex.EncodeToString(s.TraceId))
		require.NotContains(t, s.String(), "secret")
	}
	require.Equal(t, "b7ad6b7169203331", hex.EncodeToString(root.ParentSpanId))
	require.Equal(t, root.SpanId, outer.ParentSpanId)
	require.Equal(t, outer.SpanId, inner.ParentSpanId)
	require.Equal(t, otlp.Status_STATUS_CODE_ERROR, inner.Status.Code)
	fetch := r.span(t, "fetch")
	require.Equal(t, "http://a/b.png", attribute(fetch, "url.full"))
	require.Equal(t, "timed out", fetch.Status.Message)
	for name, want := range map[string]any{
		"platen.client": "acme", "platen.result": "ok", "platen.engine": "chrome", "platen.pages": int64(3), "platen.bytes": int64(7),
		"http.response.status_code": int64(http.StatusTeapot),
	} {
		require.Equal(t, want, attribute(root, name), name)
	}
	require.Equal(t, "platen", r.resource["service.name"])
	require.Equal(t, "v1.2.3", r.resource["service.version"])
	require.Equal(t, "test", r.resource["deployment.environment"])
}

func TestResultOfAFailure(t *testing.T) {
	r := newReceiver(t)
	t.Setenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", r.URL+"/v1/traces")
	t.Setenv("OTEL_SERVICE_NAME", "invoices")
	traces, err := tracing.Open(t.Context(), "", os.Getenv, zap.NewNop())
	require.NoError(t, err)
	traces.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, err := traces.Generator(ports.GeneratorFunc(func(context.Context, domain.Request) (domain.Document, error) {
			return domain.Document{}, errors.New("broken")
		})).Generate(r.Context(), domain.Request{})
		require.EqualError(t, err, "broken")
	})).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/api/pdf/external", nil))
	require.NoError(t, traces.Close(t.Context()))
	require.Equal(t, "render_failed", attribute(r.span(t, request), "platen.result"))
	require.Equal(t, "invoices", r.resource["service.name"])
}

// If the receiver does not answer, traces are lost and logged, and Close succeeds.
func TestNoReceiver(t *testing.T) {
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
	core, logs := observer.New(zap.WarnLevel)
	traces, err := tracing.Open(t.Context(), "", os.Getenv, zap.New(core))
	require.NoError(t, err)
	_, end := traces.StartSpan(t.Context(), "lost", "")
	end(nil)
	require.NoError(t, traces.Close(t.Context()))
	require.NotEmpty(t, logs.FilterMessage("traces were not sent").All())
}

func TestWanted(t *testing.T) {
	for name, test := range map[string]struct {
		environment map[string]string
		want        bool
	}{
		"nothing":        {nil, false},
		"an endpoint":    {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x"}, true},
		"a sibling":      {map[string]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://x"}, true},
		"disabled":       {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x", "OTEL_SDK_DISABLED": "TRUE"}, false},
		"no exporter":    {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x", "OTEL_TRACES_EXPORTER": "none"}, false},
		"another signal": {map[string]string{"OTEL_EXPORTER_OTLP_METRICS_ENDPOINT": "http://x"}, false},
	} {
		require.Equal(t, test.want, tracing.Wanted(func(name string) string { return test.environment[name] }), name)
	}
	_, err := tracing.Open(t.Context(), "", func(string) string { return "http/json" }, zap.NewNop())
	require.ErrorContains(t, err, "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL")
}

// TestGRPC: gRPC delivers the same spans.
func TestGRPC(t *testing.T) {
	r := newReceiver(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := grpc.NewServer()
	collector.RegisterTraceServiceServer(server, r)
	go func() { _ = server.Serve(listener) }()
	defer server.Stop()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://"+listener.Addr().String())
	t.Setenv("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")
	traces, err := tracing.Open(t.Context(), "1.2.3", os.Getenv, zap.NewNop())
	require.NoError(t, err)
	_, end := traces.StartSpan(t.Context(), "fill", "")
	end(nil)
	require.NoError(t, traces.Close(t.Context()))
	require.Equal(t, "fill", r.span(t, "fill").Name)
	require.Equal(t, "1.2.3", r.resource["service.version"])
}
