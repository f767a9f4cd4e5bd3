package httpapi

import (
	"context"

	"go.opentelemetry.io/otel/trace"
	"go.uber.org/zap"
)

// traceField is the id of the request's trace; no field if it has none.
func traceField(ctx context.Context) zap.Field {
	if span := trace.SpanContextFromContext(ctx); span.HasTraceID() {
		return zap.Stringer("trace_id", span.TraceID())
	}
	return zap.Skip()
}
