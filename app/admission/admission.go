// Package admission decides when it is a document's turn: so many at once, so many waiting, none longer than
// its deadline. It wraps a ports.Generator, once per document and not per print, so that no document holds one
// engine's place while it waits for another.
package admission

import (
	"context"
	"errors"
	"fmt"
	"time"

	"platen/domain"
	"platen/ports"
)

var _ ports.Generator = (*Admission)(nil)

// Limits bound what is under way.
type Limits struct {
	// Concurrency is the number of documents rendered at once; at least 1.
	Concurrency int
	// Queue is the number of documents that may wait; one more is Overloaded.
	Queue int
	// Timeout is how long a document may take, its waiting included.
	Timeout time.Duration
}

// Admission is a Generator that lets documents in.
type Admission struct {
	next   ports.Generator
	limits Limits
	places chan struct{} // held by every document, waiting or rendered
	turns  chan struct{} // held by every document that is rendered
}

// New puts limits around a generator.
func New(next ports.Generator, limits Limits) *Admission {
	return &Admission{
		next: next, limits: limits,
		places: make(chan struct{}, limits.Concurrency+limits.Queue),
		turns:  make(chan struct{}, limits.Concurrency),
	}
}

// Generate waits for the document's turn, or fails: Overloaded at once when the queue is full, Timeout when the
// deadline passes, ctx's error when the client leaves. Whichever way it ends, its place is free then.
func (a *Admission) Generate(ctx context.Context, request domain.Request) (domain.Document, error) {
	select {
	case a.places <- struct{}{}:
		defer func() { <-a.places }()
	default:
		return domain.Document{}, &domain.Error{Code: domain.Overloaded, Message: fmt.Sprintf(
			"the service is full: %d documents are being rendered and %d are waiting; send it again later", a.limits.Concurrency, a.limits.Queue)}
	}
	arrived := time.Now()
	ctx, cancel := context.WithTimeout(ctx, a.limits.Timeout)
	defer cancel()
	select {
	case a.turns <- struct{}{}:
		defer func() { <-a.turns }()
	case <-ctx.Done():
		return domain.Document{}, waitedTooLong(ctx.Err())
	}
	waited := time.Since(arrived)
	document, err := a.next.Generate(ctx, request)
	document.Timing.Queue = waited
	return document, err
}

// waitedTooLong says that a deadline passed in the queue; a client that left has no error made for it.
func waitedTooLong(err error) error {
	if !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &domain.Error{Code: domain.Timeout, Message: "the document waited longer for its turn than this service allows; send it again later", Err: err}
}
