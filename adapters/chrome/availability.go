package chrome

import (
	"cmp"
	"errors"
	"fmt"
	"sync"
	"time"

	"platen/domain"
)

// availability tracks whether the engine has a tab to print in, and for how long it has had none. Safe for concurrent use.
type availability struct {
	mu      sync.Mutex
	started bool
	tabs    int   // ready or printing
	browser error // why no browser runs; nil while one does

	// An outage is a time without any tab.
	since time.Time     // its start
	cause error         // of the last failed attempt to end it; nil before the first
	down  chan struct{} // closed when it has lasted too long; a new one after it
}

const (
	// shortOutage is how long the engine counts as ready without a tab, since all tabs may be replaced at the same moment.
	shortOutage = 2 * time.Second
	// failedOutage is how long documents wait for a tab if an attempt to open one has failed.
	failedOutage = 5 * time.Second
	// longOutage is how long documents wait for a tab in any case.
	longOutage = 15 * time.Second
)

// errUnavailable is the error of Render in an outage of an unknown cause.
var errUnavailable = errors.New("the browser does not run")

func newAvailability() *availability { return &availability{down: make(chan struct{})} }

// start marks the end of Renderer.Start.
func (a *availability) start() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.started = true
	if a.tabs == 0 {
		a.beginOutage()
	}
}

// addTab counts a tab that is ready, which ends an outage. It returns the number of tabs.
func (a *availability) addTab() (tabs int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.tabs++
	a.cause = nil
	if a.isDown() {
		a.down = make(chan struct{})
	}
	return a.tabs
}

// removeTab uncounts a tab that must be closed.
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

// setBrowser sets why no browser runs; nil: one does.
func (a *availability) setBrowser(problem error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.browser = problem
}

// attemptFailed notes that a browser or a tab could not be started.
func (a *availability) attemptFailed(err error) {
	a.mu.Lock()
	a.cause = err
	a.mu.Unlock()
	a.review()
}

// review closes down if the outage has lasted too long.
func (a *availability) review() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.started || a.tabs > 0 || a.isDown() {
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

// givenUp returns a channel that is closed while documents do not wait for a tab.
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
