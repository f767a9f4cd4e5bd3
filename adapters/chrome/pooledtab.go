package chrome

import (
	"context"
	"fmt"
	"strings"
	"time"

	"platen/adapters/internal/osprocess"
	"platen/adapters/internal/workers"
	"platen/domain"
	"platen/ports"
)

var _ workers.Process = (*tab)(nil)

// openTimeout bounds the opening of a tab, and the print of its warm-up page. It is long, since to begin again on a busy machine takes
// longer. If it passes, only the tab is given up: the health check finds out whether the browser still answers.
const openTimeout = 30 * time.Second

// openTab opens a tab. An isolated document has a browser of its own, which ends with its tab; with chrome.url it is alone in a renderer
// process, not in a browser.
func (e *Engine) openTab(ctx context.Context, isolated bool) (workers.Process, error) {
	own := isolated && e.cfg.URL == ""
	browserOf := e.running
	if own {
		browserOf = e.launch
	}
	b, err := browserOf(ctx)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, e.openTimeout, fmt.Errorf("it took longer than %s", e.openTimeout))
	defer cancel()
	t, err := b.openTab(ctx)
	switch {
	case err != nil && own:
		b.close()
		fallthrough
	case err != nil:
		return nil, err
	case own:
		t.own = true
		e.work.Go(func() { b.checkHealth(e.healthCheck) })
	}
	return t, nil
}

// usage is what a document did in its tab.
type usage struct {
	failed   bool   // it was not printed, so the tab must be closed
	network  bool   // it used the network
	document string // its HTML
}

// Print prints one document in the tab.
func (t *tab) Print(ctx context.Context, job domain.PrintJob, scope ports.NetworkScope) (domain.PDF, error) {
	t.last = usage{failed: true}
	pdf, err := t.print(ctx, job, scope)
	t.last = usage{failed: err != nil, network: pdf.Traffic.Requests > 0, document: job.HTML}
	return pdf, err
}

// MakeReady resets the tab if the document could have left something in it.
func (t *tab) MakeReady() bool {
	last, engine := t.last, t.browser.engine
	t.last = usage{}
	status, err := t.status()
	switch {
	case last.failed, err != nil, status.Resident > engine.cfg.restMemory():
		return false
	case !last.network && !engine.leavesState(last.document):
		return true
	}
	ctx, cancel := context.WithTimeout(t.alive, closeTimeout)
	defer cancel()
	return t.reset(ctx) == nil
}

// Test prints the warm-up page in a new tab, and looks at the process of one that waits for a document.
func (t *tab) Test(ctx context.Context) error {
	if t.prints == 0 {
		ctx, cancel := context.WithTimeout(ctx, t.browser.engine.openTimeout)
		defer cancel()
		_, err := t.print(ctx, warmUp, nil)
		return err
	}
	switch status, err := t.status(); {
	case err != nil || t.alive.Err() != nil:
		return errCrashed
	case status.Stopped:
		return osprocess.ErrStopped
	case status.Resident > idleMemory && t.prints > 1:
		return workers.ErrWorn
	}
	return nil
}

// Pid is the id of the renderer process; 0 if it runs elsewhere.
func (t *tab) Pid() int {
	if t.process == nil {
		return 0
	}
	return t.process.Pid
}

// status returns the memory of the renderer process and whether a signal stopped it. An error means that it has ended. Nothing is known of
// that of a remote browser: chrome.max_memory does not bound it, and if a signal stopped it, only the deadline of its document ends the
// wait.
func (t *tab) status() (osprocess.Status, error) {
	if t.process == nil {
		return osprocess.Status{}, nil
	}
	return osprocess.StatusOf(t.process.Pid)
}

// Ended is closed when the tab cannot be used any longer.
func (t *tab) Ended() <-chan struct{} { return t.alive.Done() }

// GiveWay lowers the priority of the whole browser.
func (t *tab) GiveWay() error {
	if t.browser.remote() {
		return nil
	}
	return t.browser.group.GiveWay()
}

// idleMemory is what a tab without a document may hold. A new tab holds about 40 MiB.
const idleMemory = 128 * domain.MiB

// restMemory is what a tab may hold after a document, so that the next one has room below chrome.max_memory. A smaller limit would
// cost time: a 95-page table leaves about 0.7 GiB of garbage behind, and collecting it, or a new process, takes a third of the time of
// such a document.
func (c Config) restMemory() domain.ByteSize {
	if c.MaxMemory == 0 {
		return domain.GiB
	}
	return c.MaxMemory / 2
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
		for _, size := range []float64{8, 9, 10, 11, 12} { // points
			fmt.Fprintf(&b, "<p style='font:%gpt %s'>%s <b>%s</b>", size, family, ascii, ascii)
		}
	}
	return b.String()
}
