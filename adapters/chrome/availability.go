package chrome

import (
	"cmp"
	"errors"
	"fmt"
	"sync"
	"time"

	"platen/domain"
)

// availability tracks whether the engine has a tab to print in, and since when it has none. Safe for concurrent
// use.
type availability struct {
	mu      sync.Mutex
	started bool
	tabs    int   // ready or printing
	browser error // why there is no browser; nil while there is one

	// An outage is a time without any tab.
	since time.Time // its start
	cause error     // the last failed attempt to end it; nil before the first
	gone  chan struct{}
}

const (
	// shortOutage is how long the engine stays ready without a tab: all tabs may be replaced at the same moment.
	shortOutage = 2 * time.Second
	// failedOutage ends the wait for a tab if an attempt to get one has failed.
	failedOutage = 5 * time.Second
	// longOutage ends the wait for a tab in any case.
	longOutage = 15 * time.Second
)

// errUnavailable is what Render answers during an outage.
var errUnavailable = errors.New("the browser does not run")

func newAvailability() *availability { return &availability{gone: make(chan struct{})} }

// start marks the end of the engine's start.
func (a *availability) start() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.started = true
	if a.tabs == 0 {
		a.beginOutage()
	}
}

// addTab counts a tab that is ready, which ends an outage.
func (a *availability) addTab() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.tabs++
	a.cause = nil
	if a.isGone() {
		a.gone = make(chan struct{})
	}
}

// removeTab uncounts a tab that is no longer of use.
func (a *availability) removeTab() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.tabs--; a.tabs == 0 && a.started {
		a.beginOutage()
	}
}

func (a *availability) beginOutage() {
	a.since = time.Now()
	time.AfterFunc(failedOutage, a.review)
	time.AfterFunc(longOutage, a.review)
}

// setBrowser tells why there is no browser; nil: there is one.
func (a *availability) setBrowser(problem error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.browser = problem
}

// attemptFailed tells of a browser or a tab that could not be started.
func (a *availability) attemptFailed(err error) {
	a.mu.Lock()
	a.cause = err
	a.mu.Unlock()
	a.review()
}

// review closes gone when the outage has lasted too long.
func (a *availability) review() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.started || a.tabs > 0 || a.isGone() {
		return
	}
	if lasted := time.Since(a.since); lasted >= longOutage || a.cause != nil && lasted >= failedOutage {
		close(a.gone)
	}
}

func (a *availability) isGone() bool {
	select {
	case <-a.gone:
		return true
	default:
		return false
	}
}

// lost gives a channel that is closed while there is no use in waiting for a tab.
func (a *availability) lost() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.gone
}

// problem says why the engine cannot print; nil while it can. The words are for the operator.
func (a *availability) problem() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case !a.started:
		return errors.New("chrome: the browser has not printed a page yet")
	case a.browser != nil:
		return fmt.Errorf("chrome: the browser is being restarted: %w", cmp.Or(a.cause, a.browser))
	case a.tabs == 0 && time.Since(a.since) >= shortOutage:
		return fmt.Errorf("chrome: no tab is open: %w", cmp.Or(a.cause, errors.New("the first one is being opened")))
	}
	return nil
}

// unavailable is the error of a document during an outage.
func (a *availability) unavailable() error {
	return domain.EngineUnavailable(cmp.Or(a.problem(), errUnavailable))
}
