package ports

import (
	"cmp"
	"context"
	"time"

	"platen/domain"
)

// Client is the sender of a request: the owner of an API key.
type Client struct {
	// Name is the client's name in the configuration. Several keys may share it.
	Name string
	// RateLimit is the limit of the client's key; nil: the general limit.
	RateLimit *RateLimit
	// Engine is the name of the engine for the client's documents; empty: the configured one.
	Engine string
	// Standards is the wish of the client's key for its documents.
	Standards domain.Standards
}

// RateLimit is a limit for one client.
type RateLimit struct {
	// Requests are allowed in each Window on average; 0: no limit.
	Requests int
	// Window is the time for which Requests are counted; 0: that of the general limit.
	Window time.Duration
	// Burst is the number of requests that may come at once; 0: that of the general limit, up to Requests.
	Burst int
}

// Or fills in a missing Window and Burst from the general limit; for nil it returns the general limit.
func (r *RateLimit) Or(general RateLimit) RateLimit {
	if r == nil {
		return general
	}
	own := *r
	own.Window, own.Burst = cmp.Or(own.Window, general.Window), cmp.Or(own.Burst, min(general.Burst, own.Requests))
	return own
}

type clientKey struct{}

type requestIDKey struct{}

// WithRequestID returns a context that carries the id of a request (X-Request-Id).
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestIDKey{}, id)
}

// RequestIDOf returns the id of a request; empty if there is none.
func RequestIDOf(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

// WithClient returns a context that carries the client of a request, for those ports that share out resources among
// clients.
func WithClient(ctx context.Context, client Client) context.Context {
	return context.WithValue(ctx, clientKey{}, client)
}

// ClientOf returns the client of a request; the zero Client if there is none, as on the command line.
func ClientOf(ctx context.Context) Client {
	client, _ := ctx.Value(clientKey{}).(Client)
	return client
}
