package workers

import (
	"errors"
	"fmt"
	"sync"

	"platen/domain"
)

// availability tracks which workers have lost their process and cannot start another. Safe for concurrent use.
type availability struct {
	engine  string // its name
	workers int

	mu      sync.Mutex
	started bool
	lost    map[*worker]bool
	cause   error         // why the last one was lost
	down    chan struct{} // closed while all workers are lost
}

func newAvailability(engine string, workers int) *availability {
	return &availability{engine: engine, workers: workers, lost: map[*worker]bool{}, down: make(chan struct{})}
}

// start marks the end of the engine's start.
func (a *availability) start() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.started = true
}

// lose notes that the worker's process cannot be replaced for now, and why.
func (a *availability) lose(w *worker, cause error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cause = cause
	if a.lost[w] {
		return
	}
	a.lost[w] = true
	if len(a.lost) == a.workers {
		close(a.down)
	}
}

// regain notes that the worker has a process.
func (a *availability) regain(w *worker) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.lost) == a.workers {
		a.down = make(chan struct{})
	}
	delete(a.lost, w)
}

// givenUp returns a channel that is closed while documents do not wait for a worker.
func (a *availability) givenUp() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.down
}

// problem returns why the engine cannot print, for the operator; nil if it can.
func (a *availability) problem() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case !a.started:
		return errors.New(a.engine + ": no page has been printed yet")
	case len(a.lost) == a.workers:
		return fmt.Errorf("%s: no process can be started: %w", a.engine, a.cause)
	}
	return nil
}

// unavailable is the error of a document while all workers are lost.
func (a *availability) unavailable() error {
	return domain.EngineUnavailable(a.problem())
}
