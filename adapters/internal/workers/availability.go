package workers

import (
	"cmp"
	"errors"
	"fmt"
	"sync"
	"time"
)

// availability tracks for how long no worker has had a process. Safe for concurrent use.
type availability struct {
	engine string // its name

	mu      sync.Mutex
	present int // workers that have a process

	// An outage is a time without any process.
	since time.Time     // its start; zero: there was none since the engine's start
	cause error         // of the last attempt that failed, for which the engine may be away; nil: there was none
	over  chan struct{} // closed when documents wait no longer for the end of the outage
}

const (
	// shortOutage is how long the engine counts as ready without a process, since all may be replaced at the same moment.
	shortOutage = 2 * time.Second
	// failedOutage is how long documents wait at least: until the next attempt to start a process that fails.
	failedOutage = 3 * time.Second
	// longOutage is how long they wait in any case, since an attempt may hang.
	longOutage = 15 * time.Second
)

// newAvailability is that of an engine before its start.
func newAvailability(engine string) *availability {
	a := &availability{engine: engine, over: make(chan struct{})}
	close(a.over)
	return a
}

// add counts a process that is ready, which ends an outage. It returns the number of processes.
func (a *availability) add() (present int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cause = nil
	if isClosed(a.over) { // nobody waits for it any longer
		a.over = make(chan struct{})
	}
	a.present++
	return a.present
}

// remove uncounts a process that must be replaced.
func (a *availability) remove() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.present--; a.present == 0 {
		a.since = time.Now()
		time.AfterFunc(longOutage, func() { a.giveUp(longOutage) })
	}
}

// attemptFailed notes why no process can be started.
func (a *availability) attemptFailed(cause error) {
	a.mu.Lock()
	a.cause = cause
	a.mu.Unlock()
	a.giveUp(failedOutage)
}

// giveUp lets documents wait no longer if there has been no process for so long.
func (a *availability) giveUp(after time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.lasts(after) != nil && !isClosed(a.over) {
		close(a.over)
	}
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// hopeless is closed when documents wait no longer for a process: in an outage, and before the engine's start.
func (a *availability) hopeless() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.over
}

var errStarting = errors.New("one is being started")

// problem returns why the engine cannot print, for the operator; nil if it can.
func (a *availability) problem() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.present == 0 && a.since.IsZero() {
		return errors.New(a.engine + ": no page has been printed yet")
	}
	return a.lasts(shortOutage)
}

// lasts returns why there is no process, if there has been none for so long. The caller holds the lock.
func (a *availability) lasts(long time.Duration) error {
	if a.present > 0 || time.Since(a.since) < long {
		return nil
	}
	return fmt.Errorf("%s: there is no process: %w", a.engine, cmp.Or(a.cause, errStarting))
}
