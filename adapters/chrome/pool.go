package chrome

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"go.uber.org/zap"

	"platen/domain"
)

// capacity is the number of tabs kept: one for each document that is printed at once, and half as many again, so that no document
// waits while a tab is reset or replaced.
func capacity(concurrency int) int { return concurrency + (concurrency+1)/2 }

const (
	// openTimeout bounds the opening of a tab, its warm-up page included. It is long, since to begin again on a busy machine takes longer.
	openTimeout = 30 * time.Second
	// idleInterval is how often the process of a tab without a document is checked.
	idleInterval = 5 * time.Second
)

// lease is the use of a tab by one document.
type lease struct {
	tab      *tab
	released chan usage // holds one value, so that release never waits
}

// usage is what a document did in its tab.
type usage struct {
	failed   bool   // it was not printed, so the tab must be closed
	network  bool   // it used the network
	document string // its HTML
}

func (l *lease) release(u usage) { l.released <- u }

// keepTab keeps one tab ready, and replaces it when it must be closed, until the engine is closed.
func (r *Renderer) keepTab() {
	ready := sync.OnceFunc(r.opening.Done)
	defer ready()
	wait := firstPause
	for {
		var b *browser
		select {
		case b = <-r.browsers:
		case <-r.alive.Done():
			return
		}
		t, err := r.readyTab(b)
		if err != nil {
			r.available.attemptFailed(err)
		} else {
			wait = firstPause
			err = r.useTab(t, ready)
		}
		if err != nil && r.alive.Err() == nil {
			r.log.Warn("a tab is replaced", zap.Error(err), durationMS("after_ms", wait))
			pause(r.alive, wait)
			wait = nextPause(wait, longestTabPause)
		}
	}
}

// useTab offers a tab until it must be replaced, and closes it. An error is one that should be logged.
func (r *Renderer) useTab(t *tab, ready func()) error {
	defer t.close()
	defer r.available.removeTab()
	// On a busy machine, a browser of low priority would take minutes to open its tabs.
	if r.available.addTab() == r.capacity && r.cfg.Background && !t.browser.remote() {
		_ = t.browser.group.GiveWay() // without it, the browser only takes more of the processor
	}
	ready()
	return r.offer(t)
}

// readyTab opens a tab and prints the warm-up page in it. If that takes too long, only the tab is given up: the health check finds out
// whether the browser still answers.
func (r *Renderer) readyTab(b *browser) (*tab, error) {
	ctx, cancel := context.WithTimeoutCause(r.alive, r.openTimeout, fmt.Errorf("it took longer than %s", r.openTimeout))
	defer cancel()
	t, err := b.openTab(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := t.print(ctx, warmUp, nil); err != nil {
		t.close()
		return nil, fmt.Errorf("chrome: print the warm-up page: %w", err)
	}
	return t, nil
}

// offer leases the tab to one document after the other. It returns when the tab must be replaced, with an error if that should be
// logged.
func (r *Renderer) offer(t *tab) error {
	idle := time.NewTicker(idleInterval)
	defer idle.Stop()
	for t.prints <= r.cfg.Recycle {
		l := &lease{tab: t, released: make(chan usage, 1)}
		select {
		case r.tabs <- l:
			used := <-l.released
			if used.failed {
				return nil
			}
			if replace, err := r.makeReady(t, used); replace || err != nil {
				return err
			}
			idle.Reset(idleInterval)
		case <-idle.C:
			if replace, err := t.checkIdle(); replace || err != nil {
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

// makeReady resets a tab for the next document if necessary, or reports that the tab must be replaced.
func (r *Renderer) makeReady(t *tab, used usage) (replace bool, err error) {
	status, err := t.process.status()
	if err != nil {
		return true, nil // the process has ended
	}
	if status.Resident > r.cfg.restMemory() {
		return true, nil
	}
	if !used.network && !r.leavesState(used.document) {
		return false, nil
	}
	ctx, cancel := context.WithTimeout(t.alive, closeTimeout)
	defer cancel()
	return false, t.reset(ctx)
}

// checkIdle reports whether a tab without a document must be replaced: its process holds memory of earlier documents, or was stopped
// by a signal.
func (t *tab) checkIdle() (replace bool, err error) {
	switch status, err := t.process.status(); {
	case err != nil:
		return true, nil //nolint:nilerr // the process has ended
	case status.Stopped:
		return true, errStopped
	default:
		return status.Resident > idleMemory && t.used(), nil
	}
}

// warmUp is the warm-up page. It is printed in every new tab, so that the first document is printed as fast as later ones: the renderer
// then has loaded the code for what most documents contain, and has measured the letters of their fonts, which it does for each size.
var warmUp = domain.PrintJob{
	HTML: `<!doctype html><html lang=en><title>-</title><style>
@page{margin:9mm} body{font:10pt/1.3 sans-serif} code{font-family:monospace} .f{display:flex} .g{display:grid}
table{border-collapse:collapse;width:100%} td{padding:1mm;border-bottom:1px solid #ccd} tr:nth-child(even){background:#eef}
</style><h1>Warm <b>up</b></h1><p style="font-family:serif">0123456789 <i>ÄÖÜ</i> <b><i>x</i></b> <code>x</code> <a href="#x">x</a>
<div class=f><p>x<p>x</div><div class=g><p>x<p>x</div><table><thead><tr><th>x<tbody><tr><td>x<tr><td>x<tfoot><tr><td>x</table>
<svg width=9 height=9><circle cx=4 cy=4 r=4 /></svg>` + letters(),
	Paper: domain.A4, Margins: domain.UniformMargins(10 * domain.Millimetre),
}

// letters are the ASCII letters in the fonts and sizes that most documents use.
func letters() string {
	const ascii = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&amp;'()*+,-./:;=?@[]_"
	var b strings.Builder
	for _, family := range []string{"sans-serif", "serif", "Arial"} {
		for _, size := range []float64{7, 8, 9, 9.75, 10, 10.5, 11, 12, 14, 16, 18, 24} { // points; 9.75 and 10.5 are 13 and 14 px
			fmt.Fprintf(&b, "<p style='font:%gpt %s'>%s <b>%s</b>", size, family, ascii, ascii)
		}
	}
	return b.String()
}
