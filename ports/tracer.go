package ports

import "context"

// Tracer tells an operator where the time of a request goes.
type Tracer interface {
	// StartSpan begins a step of what ctx is about. The step ends with the call of end, which is told the error that the
	// step ended with, if any. Steps that are begun with the context it gives are parts of this one. Safe for
	// concurrent use.
	StartSpan(ctx context.Context, name string) (_ context.Context, end func(error))
}

type tracerKey struct{}

// WithTracer gives a context whose steps the tracer is told.
func WithTracer(ctx context.Context, tracer Tracer) context.Context {
	return context.WithValue(ctx, tracerKey{}, tracer)
}

// InSpan does a step of what ctx is about, and tells the context's tracer, if it has one. The names of a document's steps
// are part of the contract: queue, fill, header and footer, body, stamp.
func InSpan(ctx context.Context, name string, do func(context.Context) error) (err error) {
	tracer, ok := ctx.Value(tracerKey{}).(Tracer)
	if !ok {
		return do(ctx)
	}
	ctx, end := tracer.StartSpan(ctx, name)
	defer func() { end(err) }()
	return do(ctx)
}
