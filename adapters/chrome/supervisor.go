package chrome

import (
	"context"
	"time"

	"go.uber.org/zap"
)

const (
	// launchTimeout bounds how long a browser may take to answer after its start.
	launchTimeout = 30 * time.Second
	// steadyLife is how long a browser must have lived for the next one to be started without a pause.
	steadyLife = 10 * time.Second
)

// supervise offers the living browser, and starts another when it ends.
func (r *Renderer) supervise(b *browser) {
	defer func() { b.close() }()
	wait := time.Duration(0) // before the next start
	started := r.checkHealthOf(b)
	for {
		select {
		case r.browsers <- b:
		case <-b.alive.Done():
			if r.alive.Err() != nil {
				return
			}
			cause := context.Cause(b.alive)
			r.available.setBrowser(cause)
			<-b.ended
			if time.Since(started) >= steadyLife {
				wait = 0
			} else if wait = nextPause(wait, longestBrowserPause); wait > firstPause {
				r.available.attemptFailed(cause)
			}
			r.log.Warn("the browser ended and is restarted", zap.String("status", b.endStatus()),
				zap.NamedError("cause", cause), durationMS("after_ms", wait))
			pause(r.alive, wait)
			next := r.relaunch()
			if next == nil {
				return
			}
			b = next
			r.describe(b)
			started = r.checkHealthOf(b)
			r.available.setBrowser(nil)
			r.restarts.Add(1)
			r.log.Info("the browser is restarted", zap.String("version", b.version))
		case <-r.alive.Done():
			return
		}
	}
}

// endStatus says how the process of a browser ended.
func (b *browser) endStatus() string {
	if b.remote() {
		return "remote"
	}
	return b.cmd.ProcessState.String()
}

// describe keeps what Info says of a browser.
func (r *Renderer) describe(b *browser) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.path, r.version, r.userAgent = b.path, b.version, b.userAgent
}

// checkHealthOf checks the health of a browser from now on, which it returns.
func (r *Renderer) checkHealthOf(b *browser) time.Time {
	r.work.Go(func() { b.checkHealth(r.healthCheck, r.available.setBrowser) })
	return time.Now()
}

// relaunch starts a browser, however often it takes; nil when the engine was closed.
func (r *Renderer) relaunch() *browser {
	for wait := firstPause; ; wait = nextPause(wait, longestBrowserPause) {
		b, err := r.launch(r.alive)
		if err == nil {
			return b
		}
		if r.alive.Err() == nil {
			r.available.attemptFailed(err)
			r.log.Error("the browser could not be started; trying again", zap.Error(err), durationMS("after_ms", wait))
		}
		if pause(r.alive, wait); r.alive.Err() != nil {
			return nil
		}
	}
}

// launch starts a browser within launchTimeout.
func (r *Renderer) launch(ctx context.Context) (*browser, error) {
	ctx, cancel := context.WithTimeout(ctx, launchTimeout)
	defer cancel()
	return launch(ctx, r.cfg, r.egress, r.log)
}
