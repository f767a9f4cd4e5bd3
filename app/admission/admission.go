// Package admission decides when a document is rendered. It bounds the documents rendered at once, the documents that wait
// and the time of each, and shares out turns among clients. It wraps a ports.Generator, once per document and not per print,
// so that no document holds one slot while it waits for another.
package admission

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"platen/domain"
	"platen/ports"
)

var _ ports.Generator = (*Admission)(nil)

// Limits bound the documents under way.
type Limits struct {
	// Concurrency is the number of documents rendered at once; at least 1.
	Concurrency int
	// Queue is the number of documents that may wait. If one more arrives, one is refused as Overloaded: the last document
	// of the client that has the most waiting.
	Queue int
	// Timeout is how long a document may take, its waiting included.
	Timeout time.Duration
}

// Admission is a Generator with limits and a queue.
type Admission struct {
	next   ports.Generator
	limits Limits

	mu    sync.Mutex
	queue queue
	busy  int
	pace  pace
	// again calls admit when the slot for short documents is no longer kept. Nil at first.
	again *time.Timer
}

// New puts limits around a generator.
func New(next ports.Generator, limits Limits) *Admission {
	return &Admission{next: next, limits: limits, queue: queue{slots: limits.Concurrency, shares: map[string]*share{}}}
}

// Load counts the documents in the queue, those that are rendered, and those more that could be rendered at once. Safe for concurrent use.
func (a *Admission) Load() (waiting, busy, idle int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.queue.length, a.busy, a.limits.Concurrency - a.busy
}

// Generate waits for the document's turn and renders it. It fails with Overloaded if the queue is full, with Timeout if the
// deadline passes, and with ctx's error if the client leaves. In any case its slot is then free. The client is that of ctx.
func (a *Admission) Generate(ctx context.Context, request domain.Request) (domain.Document, error) {
	arrived := time.Now()
	ctx, cancel := context.WithTimeout(ctx, a.limits.Timeout)
	defer cancel()
	var t *ticket
	err := ports.InSpan(ctx, "queue", func(ctx context.Context) (err error) {
		t, err = a.enter(ctx)
		return err
	})
	began := time.Now()
	waited := began.Sub(arrived)
	if err != nil {
		return domain.Document{Timing: domain.Timing{Queue: waited}}, err
	}
	defer func() { a.leave(t, time.Since(began)) }()
	document, err := a.next.Generate(ctx, request)
	document.Timing.Queue = waited
	if errors.Is(err, context.DeadlineExceeded) && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		message := "the document was not finished within render.timeout, %s; make it smaller or split it"
		if waited > a.limits.Timeout/2 {
			message = "the document waited for its turn for most of render.timeout, %s; send it again later"
		}
		err = a.timeout(message, err)
	}
	return document, err
}

// enter waits for a turn.
func (a *Admission) enter(ctx context.Context) (*ticket, error) {
	t := a.arrive(ports.ClientOf(ctx).Name)
	select {
	case <-t.decided:
	case <-ctx.Done():
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	select {
	case <-t.decided:
	default:
		a.queue.remove(t)
		if err := ctx.Err(); !errors.Is(err, context.DeadlineExceeded) {
			return nil, err // the client left
		}
		return nil, a.timeout("the document waited for its turn for all of render.timeout, %s; send it again later", ctx.Err())
	}
	if t.dropped {
		return nil, a.overloaded()
	}
	return t, nil
}

// arrive puts a document into the queue, and admits or refuses documents as far as possible.
func (a *Admission) arrive(client string) *ticket {
	a.mu.Lock()
	defer a.mu.Unlock()
	t := a.queue.push(client)
	a.admit()
	if a.queue.length > a.limits.Queue {
		a.queue.drop()
	}
	return t
}

// admit assigns the free slots to waiting documents.
func (a *Admission) admit() {
	for a.busy < a.limits.Concurrency {
		popped, wait := a.queue.pop(a.pace.expected())
		if !popped {
			a.admitAfter(wait)
			return
		}
		a.busy++
	}
}

// admitAfter calls admit after a while; 0: only the next arrival or departure does.
func (a *Admission) admitAfter(wait time.Duration) {
	if a.again != nil {
		a.again.Stop()
	}
	if wait <= 0 {
		return
	}
	a.again = time.AfterFunc(wait, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.admit()
	})
}

// leave frees the document's slot for the next one.
func (a *Admission) leave(t *ticket, took time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	t.done(took)
	a.pace.add(took)
	a.busy--
	a.admit()
}

// overloaded refuses a document. RetryAfter is the time until the waiting documents and this one would be rendered.
func (a *Admission) overloaded() error {
	ahead := time.Duration(a.queue.length + 1)
	return &domain.Error{
		Code: domain.Overloaded,
		Message: fmt.Sprintf("the service is full: %d being rendered, %d waiting; send the document again later",
			a.limits.Concurrency, a.limits.Queue),
		RetryAfter: min(ahead*a.pace.expected()/time.Duration(a.limits.Concurrency), a.limits.Timeout),
	}
}

// timeout makes the error of a document whose deadline has passed. The message has a verb for the limit.
func (a *Admission) timeout(message string, err error) error {
	return &domain.Error{Code: domain.Timeout, Message: fmt.Sprintf(message, a.limits.Timeout), Err: err}
}
