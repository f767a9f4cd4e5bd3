// Package tracing sends traces by OTLP over HTTP or gRPC, as OpenTelemetry's standard environment variables configure it. Each request to
// the public listener has a span, with a child span for each step of its document. A W3C traceparent header sets the parent.
//
// Spans have the fields of the access log and, by OpenTelemetry's conventions for HTTP, the user agent and the client's address as proxies
// forward it. They never contain a key, a body, a value, or the query of an address.
package tracing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	metric "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"go.uber.org/zap"

	"platen/domain"
	"platen/ports"
)

var _ ports.Tracer = (*Tracing)(nil)

// flushTime bounds the time in which Close sends the last spans.
const flushTime = 2 * time.Second

// Wanted reports whether the environment names a receiver of traces.
func Wanted() bool {
	if strings.EqualFold(os.Getenv("OTEL_SDK_DISABLED"), "true") || os.Getenv("OTEL_TRACES_EXPORTER") == "none" {
		return false
	}
	return os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") != "" || os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") != ""
}

// Ping connects to the receiver that the environment names, without sending anything.
func Ping(ctx context.Context) error {
	receiver, err := endpoint()
	if err != nil {
		return err
	}
	port := cmp.Or(receiver.Port(), map[string]string{"https": "443"}[receiver.Scheme], "80")
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(receiver.Hostname(), port))
	if err != nil {
		return err
	}
	return conn.Close()
}

// Tracing sends traces until Close. Safe for concurrent use.
type Tracing struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
}

// Open makes a Tracing as the environment configures it (OTEL_EXPORTER_OTLP_ENDPOINT and its siblings, OTEL_SERVICE_NAME,
// OTEL_RESOURCE_ATTRIBUTES, OTEL_TRACES_SAMPLER, OTEL_BSP_…). It does not connect yet. It fails only if the environment requires a
// protocol other than http/protobuf, the default, or grpc. Failures to send are logged.
//
// OpenTelemetry has one error handler for a process, so the last Open decides where errors are logged.
func Open(ctx context.Context, version string, log *zap.Logger) (*Tracing, error) {
	to, err := newClient()
	if err != nil {
		return nil, fmt.Errorf("traces: %w", err)
	}
	exporter, err := otlptrace.New(ctx, to)
	if err != nil {
		return nil, fmt.Errorf("traces: %w", err)
	}
	about, err := resource.New(ctx,
		resource.WithAttributes(attribute.String("service.name", "platen"), attribute.String("service.version", version)),
		resource.WithTelemetrySDK(), resource.WithHost(), resource.WithFromEnv(),
	)
	if err != nil && !errors.Is(err, resource.ErrPartialResource) {
		return nil, fmt.Errorf("traces: %w", err)
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("traces were not sent", zap.Error(err)) }))
	provider := sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(about))
	return &Tracing{provider: provider, tracer: provider.Tracer("platen")}, nil
}

// Handler makes a span for each request. Its name is that of the operation, or "other" for other paths, so that clients cannot choose
// names.
func (t *Tracing) Handler(next http.Handler) http.Handler {
	return otelhttp.NewHandler(next, "POST /api/pdf/external",
		otelhttp.WithSpanNameFormatter(func(operation string, r *http.Request) string {
			if r.Method+" "+r.URL.Path == operation {
				return operation
			}
			return "other"
		}),
		otelhttp.WithTracerProvider(t.provider),
		otelhttp.WithMeterProvider(metric.NewMeterProvider()),
		otelhttp.WithPropagators(propagation.TraceContext{}),
	)
}

// Generator makes a span for each step of a document, and sets the result on the request's span.
func (t *Tracing) Generator(next ports.Generator) ports.Generator {
	return ports.GeneratorFunc(func(ctx context.Context, request domain.Request) (domain.Document, error) {
		if !trace.SpanContextFromContext(ctx).IsValid() { // a preview: each step would be a trace of its own
			return next.Generate(ctx, request)
		}
		document, err := next.Generate(ports.WithTracer(ctx, t), request)
		span, client := trace.SpanFromContext(ctx), attribute.String("platen.client", ports.ClientOf(ctx).Name)
		if err != nil {
			span.SetAttributes(client, attribute.String("platen.result", string(domain.AsError(err).Code)))
			return document, err
		}
		// One call for all, since each call allocates.
		span.SetAttributes(
			client, attribute.String("platen.result", "ok"), attribute.String("platen.engine", document.Engine),
			attribute.Int("platen.pages", document.Pages), attribute.Int("platen.bytes", len(document.PDF)),
			attribute.Int("platen.resources_failed", len(document.Traffic.Failed)),
		)
		return document, nil
	})
}

// StartSpan implements ports.Tracer.
func (t *Tracing) StartSpan(ctx context.Context, name, address string) (context.Context, func(error)) {
	ctx, span := t.tracer.Start(ctx, name)
	if address != "" {
		span.SetAttributes(attribute.String("url.full", address))
	}
	return ctx, func(err error) {
		if step := ports.StepError(""); errors.As(err, &step) {
			span.SetStatus(codes.Error, string(step))
		} else if err != nil {
			// The message may quote the request; the code does not.
			span.SetStatus(codes.Error, string(domain.AsError(err).Code))
		}
		span.End()
	}
}

// Close sends the last spans for at most two seconds. Later spans are lost.
func (t *Tracing) Close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, flushTime)
	defer cancel()
	// If the receiver does not answer, traces are lost, and the shutdown does not fail.
	if err := t.provider.Shutdown(ctx); err != nil {
		otel.Handle(err)
	}
	return nil
}
