package chrome

import (
	"context"
	"slices"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"platen/adapters/internal/osprocess"
	"platen/domain"
)

// remoteRenderer is the renderer process of a tab of a remote browser. Its memory and its state are unknown: chrome.max_memory
// does not bound it, and if a signal stopped it, only the deadline of its document ends the wait.
type remoteRenderer struct{ tab *tab }

func (remoteRenderer) status() (osprocess.Status, error) { return osprocess.Status{}, nil }
func (remoteRenderer) measurePeak() func() domain.ByteSize {
	return func() domain.ByteSize { return 0 }
}
func (remoteRenderer) close() {}

// kill asks the browser to crash the process, which works even while the process is busy with a layout.
func (r remoteRenderer) kill() error {
	go func() {
		ctx, cancel := context.WithTimeout(r.tab.browser.alive, time.Second)
		defer cancel()
		_ = proto.PageCrash{}.Call(r.tab.page(ctx)) // often without an answer
	}()
	return nil
}

// remoteNetwork is the network process of a remote browser, by the number that the browser gives.
type remoteNetwork struct {
	browser *browser
	pid     int
}

func (n remoteNetwork) ended() bool {
	ctx, cancel := context.WithTimeout(n.browser.alive, defaultHealthCheck.timeout)
	defer cancel()
	pids, err := processesOf(session{ctx: ctx, conn: n.browser.conn}, networkProcess)
	return err == nil && !slices.Contains(pids, n.pid)
}

func (remoteNetwork) close() {}
