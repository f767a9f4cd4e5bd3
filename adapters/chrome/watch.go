package chrome

import (
	"context"
	"errors"
	"fmt"

	"go.uber.org/zap"

	"platen/adapters/internal/osprocess"
	"platen/domain"
	"platen/ports"
)

// The causes of the end of tabs whose renderer process was killed by watch.
var (
	errOutgrown = fmt.Errorf("%w: a renderer process needed more than chrome.max_memory", ports.ErrEngineLost)
	errStopped  = fmt.Errorf("%w: a renderer process was stopped", ports.ErrEngineLost)
)

// watchProcess kills the tab's renderer process if it grows past chrome.max_memory or stays stopped, until the returned function is
// called. All frames of a document are in that process; see flags.
func (t *tab) watchProcess() (end func()) {
	ctx, cancel := context.WithCancel(t.alive)
	go func() {
		err := osprocess.Watch(ctx, t.process.status, t.browser.cfg.MaxMemory)
		if err == nil || ctx.Err() != nil {
			return
		}
		cause, message := errStopped, "a renderer process was stopped by a signal and is killed"
		if errors.Is(err, osprocess.ErrOutgrown) {
			cause, message = errOutgrown, "a renderer process needs more than chrome.max_memory and is killed"
		}
		t.browser.log.Warn(message, zap.Stringer("max_memory", t.browser.cfg.MaxMemory))
		t.kill(cause)
	}()
	return cancel
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
