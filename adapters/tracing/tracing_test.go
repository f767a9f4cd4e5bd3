package tracing_test

import (
	"compress/gzip"
	"context"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
	"google.golang.org/grpc"
	grpccodes "google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	_ "google.golang.org/grpc/encoding/gzip" // for the receiver
	"google.golang.org/grpc/status"
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
	traces, err := tracing.Open(t.Context(), "v1.2.3", zap.NewNop())
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

// TestNoTraceOfAPreview: which comes through the admin listener, and has no span of a request.
func TestNoTraceOfAPreview(t *testing.T) {
	r := newReceiver(t)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", r.URL)
	traces, err := tracing.Open(t.Context(), "", zap.NewNop())
	require.NoError(t, err)
	_, err = traces.Generator(ports.GeneratorFunc(func(ctx context.Context, _ domain.Request) (domain.Document, error) {
		return domain.Document{Pages: 1}, ports.InSpan(ctx, "queue", func(context.Context) error { return nil })
	})).Generate(t.Context(), domain.Request{})
	require.NoError(t, err)
	require.NoError(t, traces.Close(t.Context()))
	require.Empty(t, r.spans)
}

func TestResultOfAFailure(t *testing.T) {
	r := newReceiver(t)
	t.Setenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", r.URL+"/v1/traces")
	t.Setenv("OTEL_SERVICE_NAME", "invoices")
	traces, err := tracing.Open(t.Context(), "", zap.NewNop())
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
	traces, err := tracing.Open(t.Context(), "", zap.New(core))
	require.NoError(t, err)
	_, end := traces.StartSpan(t.Context(), "lost", "")
	end(nil)
	require.NoError(t, traces.Close(t.Context()))
	require.NotEmpty(t, logs.FilterMessage("traces were not sent").All())
}

// set sets variables of the environment until the test ends.
func set(t *testing.T, environment map[string]string) {
	for name, value := range environment {
		t.Setenv(name, value)
	}
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
		t.Run(name, func(t *testing.T) {
			set(t, test.environment)
			require.Equal(t, test.want, tracing.Wanted())
		})
	}
}

// TestRefusedEnvironment: what cannot work is said when the service starts.
func TestRefusedEnvironment(t *testing.T) {
	for name, value := range map[string]string{
		"PROTOCOL": "http/json", "ENDPOINT": "http://", "TIMEOUT": "1s", "CERTIFICATE": "/nowhere", "CLIENT_CERTIFICATE": "/nowhere",
	} {
		t.Run(name, func(t *testing.T) {
			set(t, map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318", "OTEL_EXPORTER_OTLP_TRACES_" + name: value})
			_, err := tracing.Open(t.Context(), "", zap.NewNop())
			require.ErrorContains(t, err, "OTEL_EXPORTER_OTLP_TRACES_"+name)
		})
	}
}

// serveGRPC starts a receiver by the module of gRPC, and returns its address without a scheme.
func serveGRPC(t *testing.T, service collector.TraceServiceServer, options ...grpc.ServerOption) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := grpc.NewServer(options...)
	collector.RegisterTraceServiceServer(server, service)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	return listener.Addr().String()
}

// send sends one span, and returns what was logged.
func send(t *testing.T, environment map[string]string) []observer.LoggedEntry {
	core, logs := observer.New(zap.WarnLevel)
	set(t, environment)
	traces, err := tracing.Open(t.Context(), "1.2.3", zap.New(core))
	require.NoError(t, err)
	_, end := traces.StartSpan(t.Context(), "fill", "")
	end(nil)
	require.NoError(t, traces.Close(t.Context()))
	return logs.All()
}

// TestGRPC: gRPC delivers the same spans, with and without TLS and compression.
func TestGRPC(t *testing.T) {
	secure := httptest.NewTLSServer(nil) // for its certificate
	defer secure.Close()
	authority := filepath.Join(t.TempDir(), "ca.pem")
	block := &pem.Block{Type: "CERTIFICATE", Bytes: secure.Certificate().Raw}
	require.NoError(t, os.WriteFile(authority, pem.EncodeToMemory(block), 0o600))
	for name, test := range map[string]struct {
		scheme      string
		options     []grpc.ServerOption
		environment map[string]string
	}{
		"plain":            {"http://", nil, nil},
		"without a scheme": {"", nil, map[string]string{"OTEL_EXPORTER_OTLP_INSECURE": "true"}},
		"TLS, compressed": {"https://", []grpc.ServerOption{grpc.Creds(credentials.NewServerTLSFromCert(&secure.TLS.Certificates[0]))},
			map[string]string{"OTEL_EXPORTER_OTLP_CERTIFICATE": authority, "OTEL_EXPORTER_OTLP_COMPRESSION": "gzip"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := newReceiver(t)
			environment := map[string]string{
				"OTEL_EXPORTER_OTLP_ENDPOINT": test.scheme + serveGRPC(t, r, test.options...), "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc",
			}
			maps.Copy(environment, test.environment)
			require.Empty(t, send(t, environment))
			require.Equal(t, "fill", r.span(t, "fill").Name)
			require.Equal(t, "1.2.3", r.resource["service.version"])
		})
	}
}

// answering is a receiver over gRPC that gives one answer.
type answering struct {
	collector.UnimplementedTraceServiceServer
	answer *collector.ExportTraceServiceResponse
	err    error
}

func (a answering) Export(context.Context, *collector.ExportTraceServiceRequest) (*collector.ExportTraceServiceResponse, error) {
	return a.answer, a.err
}

// TestRefusedSpans: what a receiver says of spans that it did not take is logged.
func TestRefusedSpans(t *testing.T) {
	partial := &collector.ExportTraceServiceResponse{
		PartialSuccess: &collector.ExportTracePartialSuccess{RejectedSpans: 1, ErrorMessage: "too many spans"},
	}
	over := func(service answering) map[string]string {
		return map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://" + serveGRPC(t, service), "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}
	}
	http := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		body, _ := proto.Marshal(partial)
		w.Header().Set("Content-Type", "application/x-protobuf")
		_, _ = w.Write(body)
	}))
	defer http.Close()
	for name, test := range map[string]struct {
		environment map[string]string
		want        string
	}{
		"some, over gRPC": {over(answering{answer: partial}), "too many spans"},
		"all, over gRPC":  {over(answering{err: status.Error(grpccodes.PermissionDenied, "no such tenant")}), "no such tenant"},
		"some, over HTTP": {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": http.URL}, "too many spans"},
		"all, over HTTP":  {map[string]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": newReceiver(t).URL + "/elsewhere"}, "what is that?"},
	} {
		t.Run(name, func(t *testing.T) {
			logged := send(t, test.environment)
			require.Len(t, logged, 1)
			require.Contains(t, fmt.Sprint(logged[0].ContextMap()), test.want)
		})
	}
}

// TestSecondAttempt, and more: a busy receiver gets the same request again, with the headers and the compression of the environment.
func TestSecondAttempt(t *testing.T) {
	r, attempts := newReceiver(t), 0
	busy := []int{http.StatusServiceUnavailable, http.StatusTooManyRequests, http.StatusBadGateway, http.StatusGatewayTimeout}
	accept := r.Config.Handler
	r.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		if attempts++; attempts <= len(busy) {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(busy[attempts-1])
			return
		}
		if request.Header.Get("X-Tenant") != "north east" || request.Header.Get("Content-Encoding") != "gzip" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		request.Body, _ = gzip.NewReader(request.Body)
		accept.ServeHTTP(w, request)
	})
	require.Empty(t, send(t, map[string]string{
		"OTEL_EXPORTER_OTLP_ENDPOINT": r.URL, "OTEL_EXPORTER_OTLP_TRACES_HEADERS": "a=b, X-Tenant=north%20east",
		"OTEL_EXPORTER_OTLP_COMPRESSION": "gzip",
	}))
	require.Equal(t, len(busy)+1, attempts)
	r.span(t, "fill")
}
