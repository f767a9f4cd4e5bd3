package chrome

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"
	"go.uber.org/zap"

	"platen/adapters/internal/osprocess"
	"platen/ports"
)

// browser is a running Chrome and the connection to it. Its processes are a group of their own, or run elsewhere (remote).
type browser struct {
	engine  *Engine
	started time.Time

	cmd       *exec.Cmd        // nil for a remote browser
	group     *osprocess.Group // nil for a remote browser
	transport transport
	conn      *cdpConn
	dir       string // the profile, removed with the browser

	alive     context.Context // ends when the browser ends or is given up; the cause is an ErrEngineLost, or the pool's
	end       context.CancelCauseFunc
	suspicion atomic.Pointer[error] // why it may have to be given up; see checkHealth
	reaped    chan struct{}         // closed when its processes have ended and its files are removed

	path, version, userAgent string

	mu   sync.Mutex
	tabs map[proto.TargetSessionID]*tab

	starting chan struct{} // holds a value while a tab is started; see findProcess
	network  *process      // nil if the browser process itself loads resources; the handshake sets it
}

func newBrowser(engine *Engine) *browser {
	b := &browser{
		engine: engine, started: time.Now(),
		tabs: map[proto.TargetSessionID]*tab{}, starting: make(chan struct{}, 1), reaped: make(chan struct{}),
	}
	b.alive, b.end = context.WithCancelCause(engine.Alive())
	return b
}

// remote reports whether the browser was not started by this service.
func (b *browser) remote() bool { return b.cmd == nil }

// dispatch passes an event to its tab.
func (b *browser) dispatch(event *cdp.Event) {
	b.mu.Lock()
	t := b.tabs[proto.TargetSessionID(event.SessionID)]
	b.mu.Unlock()
	if t != nil {
		t.handle(event)
	}
}

// reap waits until the browser's processes have ended, and removes its profile.
func (b *browser) reap() {
	err := b.group.Wait()
	b.end(fmt.Errorf("%w: the browser ended: %w", ports.ErrEngineLost, err))
	b.transport.Close()
	if err := os.RemoveAll(b.dir); err != nil {
		b.engine.log.Warn("a browser's profile could not be removed", zap.Error(err))
	}
	close(b.reaped)
}

// kill kills the process group, or closes the connection to a remote browser. It does not wait; see close.
func (b *browser) kill() {
	if b.remote() {
		b.end(fmt.Errorf("%w: the connection to the browser was closed", ports.ErrEngineLost))
		return
	}
	if err := b.group.Kill(); err != nil {
		b.engine.log.Warn("a browser could not be killed", zap.Error(err))
	}
}

// close kills the browser, waits until its processes have ended and removes its files.
func (b *browser) close() {
	b.kill()
	<-b.reaped
}

// endStatus is the exit status of the browser's process, after its end.
func (b *browser) endStatus() string {
	if b.remote() {
		return "remote"
	}
	<-b.reaped
	return b.cmd.ProcessState.String()
}
