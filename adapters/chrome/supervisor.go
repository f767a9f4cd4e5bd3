package chrome

import (
	"context"
	"time"

	"go.uber.org/zap"
)

const (
	// launchTimeout bounds the start of a browser, until its first answers.
	launchTimeout = 30 * time.Second
	// steadyLife is how long a browser must have run so that the next one is started without a pause.
	steadyLife = 10 * time.Second
)

// supervise offers the running browser, and starts another when it ends, until the engine is closed.
func (r *Renderer) supervise(b *browser) {
	defer func() { b.close() }()
	wait := time.Duration(0) // before the next start
	started := r.checkHealthOf(b)
	for {
		select {
		case r.browsers <- b:
			continue
		case <-b.alive.Done():
		case <-r.alive.Done():
		}
		if r.alive.Err() != nil {
			return
		}
		cause := context.Cause(b.alive)
		r.available.setBrowser(cause)
		<-b.reaped
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
		started = r.use(b)
	}
}

// use takes a browser into use in place of one that has ended. It returns the present time.
func (r *Renderer) use(b *browser) (started time.Time) {
	r.describe(b)
	started = r.checkHealthOf(b)
	r.available.setBrowser(nil)
	r.restarts.Add(1)
	r.log.Info("the browser is restarted", zap.String("version", b.version))
	return started
}

// endStatus is the exit status of the browser's process.
func (b *browser) endStatus() string {
	if b.remote() {
		return "remote"
	}
	return b.cmd.ProcessState.String()
}

// describe keeps what Info tells of a browser.
func (r *Renderer) describe(b *browser) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.path, r.version, r.userAgent = b.path, b.version, b.userAgent
}

// checkHealthOf checks the health of a browser from now on. It returns the present time.
func (r *Renderer) checkHealthOf(b *browser) time.Time {
	r.work.Go(func() { b.checkHealth(r.healthCheck, r.available.setBrowser) })
	return time.Now()
}

// relaunch tries to start a browser until it succeeds; nil if the engine is closed.
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
