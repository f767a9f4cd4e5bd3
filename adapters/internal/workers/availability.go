package workers

import (
	"cmp"
	"errors"
	"fmt"
	"sync"
	"time"

	"platen/domain"
)

// availability tracks for how long no worker has had a process. Safe for concurrent use.
type availability struct {
	engine string // its name

	mu      sync.Mutex
	started bool
	present int // workers that have a process

	// An outage is a time without any process.
	since time.Time     // its start
	cause error         // of the last attempt that failed, for which the engine may be away; nil: there was none
	down  chan struct{} // closed when it has lasted too long; a new one after it
}

const (
	// shortOutage is how long the engine counts as ready without a process, since all may be replaced at the same moment.
	shortOutage = 2 * time.Second
	// failedOutage is how long documents wait for a process if attempts to start one have failed.
	failedOutage = 3 * time.Second
	// longOutage is how long they wait in any case, since an attempt may hang.
	longOutage = 15 * time.Second
)

func newAvailability(engine string) *availability {
	return &availability{engine: engine, down: make(chan struct{})}
}

// start marks the end of the engine's start.
func (a *availability) start() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.started = true
}

// add counts a process that is ready, which ends an outage. It returns the number of processes.
func (a *availability) add() (present int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.present++
	a.cause = nil
	if a.isDown() {
		a.down = make(chan struct{})
	}
	return a.present
}

// remove uncounts a process that must be replaced.
func (a *availability) remove() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.present--; a.present == 0 {
		a.since = time.Now()
		time.AfterFunc(longOutage, a.review)
	}
}

// attemptFailed notes why no process can be started.
func (a *availability) attemptFailed(cause error) {
	a.mu.Lock()
	a.cause = cause
	a.mu.Unlock()
	a.review()
}

// review closes down if the outage has lasted too long.
func (a *availability) review() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.started || a.present > 0 || a.isDown() {
		return
	}
	if lasted := time.Since(a.since); lasted >= longOutage || a.cause != nil && lasted >= failedOutage {
		close(a.down)
	}
}

func (a *availability) isDown() bool {
	select {
	case <-a.down:
		return true
	default:
		return false
	}
}

// givenUp returns a channel that is closed while documents do not wait for a worker.
func (a *availability) givenUp() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.down
}

var errStarting = errors.New("one is being started")

// problem returns why the engine cannot print, for the operator; nil if it can.
func (a *availability) problem() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case !a.started:
		return errors.New(a.engine + ": no page has been printed yet")
	case a.present > 0 || time.Since(a.since) < shortOutage:
		return nil
	case a.cause != nil:
		return fmt.Errorf("%s: no process can be started: %w", a.engine, a.cause)
	}
	return fmt.Errorf("%s: there is no process: %w", a.engine, errStarting)
}

// unavailable is the error of a document that does not wait for a worker.
func (a *availability) unavailable() error {
	return domain.EngineUnavailable(cmp.Or(a.problem(), errStarting))
}
