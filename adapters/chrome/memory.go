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

// Neither the kernel nor the protocol tells when a process has grown or was stopped, so a tab looks, but only while
// a document takes long.
const (
	// watchInterval is how often a tab looks. Most documents are printed before the first look.
	watchInterval = 100 * time.Millisecond
	// stoppedLooks is how many looks in a row must find a process stopped until it is given up.
	stoppedLooks = 20
)

// The ends of a tab whose renderer process was killed by the tab itself.
var (
	errOutgrown = fmt.Errorf("%w: a renderer process needed more than chrome.max_memory", ports.ErrEngineLost)
	errStopped  = fmt.Errorf("%w: a renderer process was stopped", ports.ErrEngineLost)
)

// watchProcess ends the tab if its renderer process grows past chrome.max_memory or is stopped, until the returned
// function is called. All frames of a document share the process; see flags.go.
func (t *tab) watchProcess() (done func()) {
	var ended atomic.Bool
	stopped := 0
	var look func()
	look = func() {
		if ended.Load() || t.alive.Err() != nil {
			return
		}
		status, err := t.process.status()
		if stopped++; !status.Stopped {
			stopped = 0
		}
		switch limit := t.browser.cfg.MaxMemory; {
		case err != nil:
			return // it has ended, which the browser tells
		case limit > 0 && status.Resident > limit:
			t.browser.log.Warn("a renderer process needs more than chrome.max_memory and is killed",
				zap.Stringer("memory", status.Resident), zap.Stringer("max_memory", limit))
			t.kill(errOutgrown)
			return
		case stopped >= stoppedLooks:
			t.browser.log.Warn("a renderer process was stopped by a signal and is killed")
			t.kill(errStopped)
			return
		}
		time.AfterFunc(watchInterval, look)
	}
	first := time.AfterFunc(watchInterval, look)
	return func() {
		ended.Store(true)
		first.Stop()
	}
}

// tooMuchMemory is the answer to a document that was ended for its memory. To render it again would need as much
// again, so it is not ErrEngineLost.
func (c Config) tooMuchMemory(cause error) error {
	return &domain.Error{
		Code:    domain.RenderFailed,
		Message: fmt.Sprintf("the document needs more than the %s of memory that this service allows; make it smaller or split it", c.MaxMemory),
		Err:     errors.New(cause.Error()),
	}
}

// idleMemory is what a tab may hold while it waits for a document for long. A new tab holds about 40 MiB.
const idleMemory = 128 * domain.MiB

// restMemory is what a tab may hold when it is given back, so that the next document has room below
// chrome.max_memory. The renderer collects its garbage late: 95-page tables leave about 0.7 GiB behind, and each
// collection or new process after them would cost a third of such a document's time.
func (c Config) restMemory() domain.ByteSize {
	if c.MaxMemory == 0 {
		return domain.GiB
	}
	return c.MaxMemory / 2
}
