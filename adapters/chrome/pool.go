package chrome

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"go.uber.org/zap"
)

// capacity is the number of tabs kept: as many as documents are printed at once, and some spare, so that no
// document waits while a tab is reset or replaced.
func capacity(concurrency int) int { return concurrency + (concurrency+1)/2 }

const (
	// openTimeout bounds how long a tab may take until it has printed its first page.
	openTimeout = 10 * time.Second
	// idleInterval is how often a tab that waits for a document is looked at.
	idleInterval = 5 * time.Second
)

// lease is a tab while a document is printed in it.
type lease struct {
	tab      *tab
	released chan result // holds one value, so that release never waits
}

// result says how a document leaves its tab.
type result struct {
	failed      bool   // the tab is of no more use
	usedNetwork bool   // by the document
	document    string // its HTML
}

func (l *lease) release(r result) { l.released <- r }

// keepTab keeps one tab ready until the engine is closed.
func (r *Renderer) keepTab() {
	ready := sync.OnceFunc(r.opening.Done)
	defer ready()
	wait := firstPause
	for {
		select {
		case b := <-r.browsers:
			t, err := r.readyTab(b)
			if err == nil {
				wait = firstPause
				ready()
				r.available.addTab()
				err = r.offer(t)
				r.available.removeTab()
				t.close()
			} else {
				r.available.attemptFailed(err)
			}
			if err != nil && r.alive.Err() == nil {
				r.log.Warn("a tab is replaced", zap.Error(err), durationMS("after_ms", wait))
				pause(r.alive, wait)
				wait = nextPause(wait, longestTabPause)
			}
		case <-r.alive.Done():
			return
		}
	}
}

// readyTab opens a tab and prints a first page in it. A tab that takes too long is given up, and nothing else: the
// health check finds out whether the browser itself still answers.
func (r *Renderer) readyTab(b *browser) (*tab, error) {
	ctx, cancel := context.WithTimeoutCause(r.alive, r.openTimeout, fmt.Errorf("it took longer than %s", r.openTimeout))
	defer cancel()
	t, err := b.openTab(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := t.print(ctx, warmUp, nil); err != nil {
		t.close()
		return nil, fmt.Errorf("chrome: print a first page: %w", err)
	}
	return t, nil
}

// offer leases the tab to one document after the other. It returns when the tab must be replaced: with an error if
// that should be logged.
func (r *Renderer) offer(t *tab) error {
	idle := time.NewTicker(idleInterval)
	defer idle.Stop()
	for t.prints <= r.cfg.Recycle {
		l := &lease{tab: t, released: make(chan result, 1)}
		select {
		case r.tabs <- l:
			left := <-l.released
			if left.failed {
				return nil
			}
			if done, err := r.makeReady(t, left); done || err != nil {
				return err
			}
			idle.Reset(idleInterval)
		case <-idle.C:
			if done, err := t.idle(); done || err != nil {
				return err
			}
		case <-t.alive.Done():
			return nil // the supervisor logs the end of a browser
		case <-r.alive.Done():
			return nil
		}
	}
	return nil
}

// makeReady makes a tab ready for the next document, or says that it is to be replaced.
func (r *Renderer) makeReady(t *tab, left result) (replace bool, err error) {
	status, err := t.process.status()
	if err != nil {
		return true, nil // the process has ended
	}
	if status.Resident > r.cfg.restMemory() {
		return true, nil
	}
	if !left.usedNetwork && !r.leavesState(left.document) {
		return false, nil
	}
	ctx, cancel := context.WithTimeout(t.alive, closeTimeout)
	defer cancel()
	return false, t.reset(ctx)
}

// idle says whether a tab that waits for a document is to be replaced: because it holds memory that nobody uses, or
// because its process was stopped by a signal.
func (t *tab) idle() (replace bool, err error) {
	switch status, err := t.process.status(); {
	case err != nil:
		return true, nil //nolint:nilerr // the process has ended
	case status.Stopped:
		return true, errStopped
	default:
		return status.Resident > idleMemory && t.used(), nil
	}
}

// The pauses before another attempt. Each is longer than the last, up to a limit, and differs a little between
// tabs, so that they do not start in step.
const (
	firstPause          = 100 * time.Millisecond
	longestTabPause     = 2 * time.Second
	longestBrowserPause = 5 * time.Second
)

// nextPause is the pause after another failed attempt; after the first one, it is firstPause.
func nextPause(last, longest time.Duration) time.Duration {
	if last < firstPause {
		return firstPause
	}
	next := min(2*last, longest)
	return next - rand.N(next/4) //nolint:gosec // it spreads attempts, it hides nothing
}

// durationMS is a duration in the log, in milliseconds.
func durationMS(key string, d time.Duration) zap.Field {
	return zap.Float64(key, float64(d.Microseconds())/1000)
}
