package chrome

import (
	"context"
	"os"
	"time"

	"github.com/go-rod/rod/lib/cdp"
	"go.uber.org/zap"

	"platen/domain"
)

// LeavesState says whether a document could change how the next one in the same tab is printed.
var LeavesState = leavesState

// ResetTabs sets which documents an engine resets its tabs after, beside those that used the network, before its
// start.
func (r *Renderer) ResetTabs(after func(document string) bool) { r.leavesState = after }

// KeepTabs sets the number of tabs that an engine keeps, before its start.
func (r *Renderer) KeepTabs(n int) { r.places = n }

// Patience sets how long a browser, or a tab, may take to become ready, before the engine's start.
func (r *Renderer) Patience(d time.Duration) { r.patience = d }

// ErrClosed is what Render answers once an engine is closed.
var ErrClosed = errClosed

// Listen takes in messages from a stand-in for the browser, and tells of events. It ends with the messages.
func Listen(ctx context.Context, from *os.File, event func(*cdp.Event)) {
	alive, died := context.WithCancelCause(ctx)
	newWire(alive, died, &pipe{from: from}, event)
}

// ErrCrashed is the end of a tab whose renderer process ended.
var ErrCrashed = errCrashed

// NewMemoryGuard makes the guard of a browser that needs not run.
func NewMemoryGuard(log *zap.Logger) *memoryGuard { return &memoryGuard{browser: &browser{log: log}} }

// End ends a process for its size.
func (g *memoryGuard) End(pid int, used domain.ByteSize) { g.end(pid, used) }

// Explain says why a print that began then lost its renderer process.
func (g *memoryGuard) Explain(err error, began time.Time) error { return g.explain(err, began) }
