package chrome

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"go.uber.org/zap"

	"platen/domain"
	"platen/ports"
)

// places is the number of tabs kept: as many as print at once, and some spare, so that nobody waits while one
// is cleaned or replaced.
func places(concurrency int) int { return concurrency + (concurrency+1)/2 }

// loan is a tab in a client's hands.
type loan struct {
	tab  *tab
	back chan outcome // holds one value, so that giving back never waits
}

// outcome says how a client leaves a tab.
type outcome struct {
	failed      bool   // the tab is of no more use
	usedNetwork bool   // by the document
	document    string // its HTML
}

// dead says whether the tab is gone already, so that nothing can be printed in it.
func (l *loan) dead() bool { return l.tab.alive.Err() != nil }

// keepTab is one place of the pool: it keeps one tab ready until the engine is closed. What fails at once would
// fail at once again, so it waits longer each time.
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
				err = r.lend(t)
				r.available.removeTab()
				t.close()
			} else {
				r.available.attemptFailed(err)
			}
			if err != nil && r.alive.Err() == nil {
				r.log.Warn("a tab is replaced", zap.Error(err), zap.Duration("after", wait))
				pause(r.alive, wait)
				wait = nextPause(wait)
			}
		case <-r.alive.Done():
			return
		}
	}
}

// readyTab opens a tab and prints a first page in it. A browser that takes longer than the patience with it stands
// still: it is ended, upon which the supervisor starts another.
func (r *Renderer) readyTab(b *browser) (*tab, error) {
	silence := time.AfterFunc(r.patience, func() { b.died(errSilent) })
	defer silence.Stop()
	t, err := b.openTab(r.alive)
	if err != nil {
		return nil, err
	}
	if _, err := t.print(r.alive, warmUp, nil); err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

// errSilent is the end of a browser that lives, but is of no use.
var errSilent = fmt.Errorf("%w: the browser does not answer", ports.ErrEngineLost)

// lend offers the tab to one client after the other, and returns when it must be replaced; nil where that is
// nothing to tell of.
func (r *Renderer) lend(t *tab) error {
	for t.prints <= r.cfg.Recycle {
		l := &loan{tab: t, back: make(chan outcome, 1)}
		select {
		case r.tabs <- l:
		case <-t.alive.Done():
			return nil // the supervisor has told of it, or another place will
		case <-r.alive.Done():
			return nil
		}
		left := <-l.back
		if left.failed {
			return nil
		}
		if left.usedNetwork || r.leavesState(left.document) {
			ctx, cancel := context.WithTimeout(t.alive, closeTimeout)
			err := t.blank(ctx)
			cancel()
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// warmUp is printed in every new tab, so that its first client finds it as fast as the hundredth: it makes the
// renderer load the code for what most documents have, and measure the letters of their fonts, which it does for
// each size anew.
var warmUp = domain.PrintJob{
	HTML: `<!doctype html><html lang=en><title>-</title><style>
@page{margin:9mm} body{font:10pt/1.3 sans-serif} code{font-family:monospace} .f{display:flex} .g{display:grid}
table{border-collapse:collapse;width:100%} td{padding:1mm;border-bottom:1px solid #ccd} tr:nth-child(even){background:#eef}
</style><h1>Warm <b>up</b></h1><p style="font-family:serif">0123456789 <i>ÄÖÜ</i> <b><i>x</i></b> <code>x</code> <a href="#x">x</a>
<div class=f><p>x<p>x</div><div class=g><p>x<p>x</div><table><thead><tr><th>x<tbody><tr><td>x<tr><td>x<tfoot><tr><td>x</table>
<svg width=9 height=9><circle cx=4 cy=4 r=4 /></svg>` + letters(),
	Paper: domain.A4, Margins: domain.UniformMargins(10 * domain.Millimetre),
}

// letters are those of ASCII in the fonts that most documents have.
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
