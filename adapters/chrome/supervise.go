package chrome

import (
	"context"
	"time"

	"go.uber.org/zap"
)

// supervise offers the living browser, and starts another when it dies.
func (r *Renderer) supervise(b *browser) {
	defer func() { b.close() }()
	for {
		select {
		case r.browsers <- b:
		case <-b.alive.Done():
			if r.alive.Err() != nil {
				return
			}
			r.available.setBrowser(context.Cause(b.alive))
			<-b.ended
			r.log.Warn("the browser died and is started again", zap.Stringer("status", b.cmd.ProcessState), zap.NamedError("cause", context.Cause(b.alive)))
			next := r.relaunch()
			if next == nil {
				return
			}
			b = next
			r.available.setBrowser(nil)
		case <-r.alive.Done():
			return
		}
	}
}

// relaunch starts a browser, however often it takes; nil when the engine was closed.
func (r *Renderer) relaunch() *browser {
	for wait := firstPause; ; wait = nextPause(wait) {
		ctx, cancel := context.WithTimeout(r.alive, r.patience)
		b, err := launch(ctx, r.cfg, r.egress, r.log)
		cancel()
		if err == nil {
			return b
		}
		r.available.attemptFailed(err)
		r.log.Error("no browser could be started; trying again", zap.Error(err), zap.Duration("after", wait))
		if pause(r.alive, wait); r.alive.Err() != nil {
			return nil
		}
	}
}

// firstPause comes before what failed is tried again.
const firstPause = 100 * time.Millisecond

// nextPause comes after a pause that was of no use.
func nextPause(last time.Duration) time.Duration { return min(2*last, 10*time.Second) }
