package chrome

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"platen/domain"
	"platen/ports"
)

// Neither the kernel nor the protocol reports that a process has grown or was stopped. So a tab checks its process while a document is
// printed.
const (
	// watchInterval is the time between two checks, and before the first one: most documents are printed without any.
	watchInterval = 100 * time.Millisecond
	// stoppedChecks is how many checks in a row must find a process stopped before it is killed.
	stoppedChecks = 20
)

// The causes of the end of tabs whose renderer process was killed by watch.
var (
	errOutgrown = fmt.Errorf("%w: a renderer process needed more than chrome.max_memory", ports.ErrEngineLost)
	errStopped  = fmt.Errorf("%w: a renderer process was stopped", ports.ErrEngineLost)
)

// watch kills the renderer process of a tab if it grows past chrome.max_memory or stays stopped. All frames of a document are in that
// process; see flags.
type watch struct {
	tab     *tab
	ended   atomic.Bool
	stopped int // checks in a row that found the process stopped
}

// watchProcess watches the tab's process until the returned function is called.
func (t *tab) watchProcess() (end func()) {
	w := &watch{tab: t}
	first := time.AfterFunc(watchInterval, w.check)
	return func() {
		w.ended.Store(true)
		first.Stop()
	}
}

func (w *watch) check() {
	t := w.tab
	if w.ended.Load() || t.alive.Err() != nil {
		return
	}
	status, err := t.process.status()
	if err != nil {
		return // the process has ended, which the browser reports
	}
	if limit := t.browser.cfg.MaxMemory; limit > 0 && status.Resident > limit {
		t.browser.log.Warn("a renderer process needs more than chrome.max_memory and is killed",
			zap.Stringer("memory", status.Resident), zap.Stringer("max_memory", limit))
		t.kill(errOutgrown)
		return
	}
	if !status.Stopped {
		w.stopped = 0
	} else if w.stopped++; w.stopped >= stoppedChecks {
		t.browser.log.Warn("a renderer process was stopped by a signal and is killed")
		t.kill(errStopped)
		return
	}
	time.AfterFunc(watchInterval, w.check)
}

// tooMuchMemory is the error of a document whose process was killed for its memory. It is not an ErrEngineLost, since the document
// would need as much the next time.
func (c Config) tooMuchMemory(cause error) error {
	return &domain.Error{
		Code:    domain.RenderFailed,
		Message: fmt.Sprintf("the document needs more than the %s of memory that this service allows; make it smaller or split it", c.MaxMemory),
		Err:     errors.New(cause.Error()),
	}
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
