package chrome

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/go-rod/rod/lib/proto"
	"go.uber.org/zap"
	"golang.org/x/sys/unix"

	"platen/adapters/internal/osprocess"
	"platen/domain"
)

// memoryGuard ends renderer processes that grow past chrome.max_memory. Neither the kernel nor the protocol
// tells when a process has grown, so it looks, but only while a document takes long.
type memoryGuard struct {
	browser *browser

	mu    sync.Mutex
	kills []kill // of late, see killMemory
}

// kill is the end of a process for its size.
type kill struct {
	pid  int
	at   time.Time
	told bool // to whoever's document was in it
}

// killMemory is how long a kill is remembered: until its process has gone and the browser has told of it, but not
// until another process has the same number.
const killMemory = 5 * time.Second

// memoryPeriod is how often a long print is looked at. Most prints are done before the first look.
const memoryPeriod = 100 * time.Millisecond

// during watches the browser's renderers until the returned function is called.
func (g *memoryGuard) during(ctx context.Context) (done func()) {
	if g.browser.cfg.MaxMemory == 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var look func()
	look = func() {
		if ctx.Err() == nil {
			g.look(ctx)
			time.AfterFunc(memoryPeriod, look)
		}
	}
	first := time.AfterFunc(memoryPeriod, look)
	return func() {
		first.Stop()
		cancel()
	}
}

// look ends every renderer that is too large.
func (g *memoryGuard) look(ctx context.Context) {
	b := g.browser
	processes, err := proto.SystemInfoGetProcessInfo{}.Call(session{ctx: ctx, wire: b.wire})
	if err != nil {
		return // the browser is going, and its renderers with it
	}
	for _, p := range processes.ProcessInfo {
		if p.Type != "renderer" {
			continue
		}
		if used, err := osprocess.ResidentMemory(p.ID); err == nil && used > b.cfg.MaxMemory {
			g.end(p.ID, used)
		}
	}
}

// end kills a process, once.
func (g *memoryGuard) end(pid int, used domain.ByteSize) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.forget()
	if slices.ContainsFunc(g.kills, func(k kill) bool { return k.pid == pid }) || unix.Kill(pid, unix.SIGKILL) != nil {
		return
	}
	g.kills = append(g.kills, kill{pid: pid, at: time.Now()})
	g.browser.log.Warn("a renderer process outgrew chrome.max_memory and is ended", zap.Stringer("used", used))
}

// forget drops the kills of long ago.
func (g *memoryGuard) forget() {
	g.kills = slices.DeleteFunc(g.kills, func(k kill) bool { return time.Since(k.at) > killMemory })
}

// explain says why a print that began then lost its renderer process. Nothing tells which process was which tab's,
// so the first print to ask after a kill is taken for the one that it hit. A document that needs too much memory
// would need it again: that is not ErrEngineLost.
func (g *memoryGuard) explain(err error, began time.Time) error {
	if !errors.Is(err, errCrashed) {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.forget()
	hit := slices.IndexFunc(g.kills, func(k kill) bool { return !k.told && k.at.After(began) })
	if hit < 0 {
		return err
	}
	g.kills[hit].told = true
	return &domain.Error{
		Code:    domain.RenderFailed,
		Message: fmt.Sprintf("the document needs more than the %s of memory that this service allows; make it smaller or split it", g.browser.cfg.MaxMemory),
	}
}
