package tracing_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"platen/adapters/tracing"
	"platen/domain"
	"platen/ports"
)

// BenchmarkRequest measures the cost of the spans of one document, which a receiver only reads. Compare it with the same request without
// traces.
func BenchmarkRequest(b *testing.B) {
	steps := []string{"queue", "fill", "header and footer", "body", "stamp"}
	generator := ports.GeneratorFunc(func(ctx context.Context, _ domain.Request) (domain.Document, error) {
		for _, step := range steps {
			_ = ports.InSpan(ctx, step, func(context.Context) error { return nil })
		}
		return domain.Document{Engine: "chrome", Pages: 1, PDF: make([]byte, 1)}, nil
	})
	serve := func(g ports.Generator) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			document, _ := g.Generate(ports.WithClient(r.Context(), ports.Client{Name: "billing"}), domain.Request{})
			_, _ = w.Write(document.PDF)
		})
	}
	run := func(b *testing.B, handler http.Handler) {
		b.ReportAllocs()
		for b.Loop() {
			r := httptest.NewRequest(http.MethodPost, "/api/pdf/external", strings.NewReader(`{"html":"x"}`))
			handler.ServeHTTP(httptest.NewRecorder(), r)
		}
	}
	b.Run("without", func(b *testing.B) { run(b, serve(generator)) })
	b.Run("with traces", func(b *testing.B) {
		receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }))
		defer receiver.Close()
		b.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.URL)
		traces, err := tracing.Open(b.Context(), "test", zap.NewNop())
		require.NoError(b, err)
		defer func() { require.NoError(b, traces.Close(context.Background())) }()
		run(b, traces.Handler(serve(traces.Generator(generator))))
	})
}
