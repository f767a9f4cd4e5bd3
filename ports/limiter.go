package ports

import (
	"context"
	"time"
)

// Limiter counts each client's requests against its rate limit.
type Limiter interface {
	// Take counts one request of the client against the client's own limit or, without one, the general limit.
	// Clients are told apart by their names and limits: a client whose limit changes starts anew. A refused request is
	// not counted. An error is a failure of the limiter, and says nothing about the client; the limit beside it is true.
	// Safe for concurrent use.
	Take(ctx context.Context, client Client) (Allowance, error)
}

// Allowance is the answer of a rate limit to one request.
type Allowance struct {
	// Granted: the request may go on.
	Granted bool
	// Limited is false if there is no limit; the other fields are then zero.
	Limited bool
	// Requests are allowed in each Window on average, Burst of them at once.
	Requests, Burst int
	Window          time.Duration
	// Remaining is the number of further requests that would be granted now.
	Remaining int
	// Reset is the time until Remaining grows.
	Reset time.Duration
	// RetryAfter is the time until a request would be granted; 0 if this one was.
	RetryAfter time.Duration
}
