package ports

import "context"

// Tracer records how long the steps of a request take.
type Tracer interface {
	// StartSpan begins a step of the request that ctx belongs to, at the address that it asks; empty: none. Calling end ends
	// the step; it takes the error of the step, if any. Steps that begin with the returned context are parts of this one. Safe
	// for concurrent use.
	StartSpan(ctx context.Context, name, address string) (_ context.Context, end func(error))
}

// StepError is the error of a step in words that a trace may show.
type StepError string

func (e StepError) Error() string { return string(e) }

type tracerKey struct{}

// WithTracer returns a context that carries the tracer.
func WithTracer(ctx context.Context, tracer Tracer) context.Context {
	return context.WithValue(ctx, tracerKey{}, tracer)
}

// InSpan runs a step of the request that ctx belongs to, and reports it to the context's tracer, if there is one. The names
// of a document's steps are part of the contract: queue, fill, header and footer, body, stamp, and fetch.
func InSpan(ctx context.Context, name string, do func(context.Context) error) (err error) {
	return InFetchSpan(ctx, name, "", do)
}

// InFetchSpan is InSpan for a step that asks an address, which must not hold a query.
func InFetchSpan(ctx context.Context, name, address string, do func(context.Context) error) (err error) {
	tracer, ok := ctx.Value(tracerKey{}).(Tracer)
	if !ok {
		return do(ctx)
	}
	ctx, end := tracer.StartSpan(ctx, name, address)
	defer func() { end(err) }()
	return do(ctx)
}
