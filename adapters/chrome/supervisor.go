package chrome

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"
	"go.uber.org/zap"

	"platen/ports"
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

// describe keeps what Info returns of a browser.
func (r *Renderer) describe(b *browser) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.path, r.version, r.userAgent = b.path, b.version, b.userAgent
	if !b.remote() {
		r.processes = []int{b.group.Pid()}
	}
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

// healthCheck is how often a browser is asked whether it still answers.
type healthCheck struct {
	interval time.Duration // from an answer to the next question
	timeout  time.Duration // of one question; after two in a row, the browser is ended
}

// defaultHealthCheck ends a browser within ten seconds after its last answer. It asks twice, since this program itself may have been
// stopped during the first question.
var defaultHealthCheck = healthCheck{interval: 2 * time.Second, timeout: 4 * time.Second}

var (
	errSilent        = fmt.Errorf("%w: the browser does not answer", ports.ErrEngineLost)
	errNetworkSilent = fmt.Errorf("%w: the browser's network process does not answer", ports.ErrEngineLost)
)

// checkHealth asks the browser until it ends, and ends it if two questions in a row have no answer. It calls suspect with the
// problem if the first one has none, and with nil if the second one then has one.
func (b *browser) checkHealth(check healthCheck, suspect func(error)) {
	for {
		pause(b.alive, check.interval)
		if b.alive.Err() != nil {
			return
		}
		problem := b.ask(check.timeout)
		if problem == nil || b.alive.Err() != nil {
			continue
		}
		suspect(problem)
		if problem = b.ask(check.timeout); problem != nil {
			b.end(problem)
			return
		}
		suspect(nil)
	}
}

// ask returns why the browser cannot be used; nil if it can.
func (b *browser) ask(timeout time.Duration) error {
	ctx, cancel := context.WithTimeout(b.alive, timeout)
	defer cancel()
	root := session{ctx: ctx, conn: b.conn}
	if _, err := (proto.BrowserGetVersion{}).Call(root); !answered(err) {
		return errSilent
	}
	if b.networkEnded() {
		return errNetworkEnded
	}
	// The network process answers this call.
	if _, err := (proto.StorageGetCookies{}).Call(root); !answered(err) {
		return errNetworkSilent
	}
	return nil
}

// answered reports whether a call had an answer. An error that the browser returned is one.
func answered(err error) bool {
	var refusal *cdp.Error
	return err == nil || errors.As(err, &refusal)
}

// The pauses between attempts to start a browser or a tab grow up to a limit. They are random in part, so that tabs do not all start
// at the same moments.
const (
	firstPause          = 100 * time.Millisecond
	longestTabPause     = 2 * time.Second
	longestBrowserPause = 5 * time.Second
)

// nextPause returns the pause after another failed attempt: firstPause after the first one.
func nextPause(last, longest time.Duration) time.Duration {
	if last < firstPause {
		return firstPause
	}
	next := min(2*last, longest)
	return next - rand.N(next/4) //nolint:gosec // no secret
}

// pause waits until the time is over or ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// durationMS is a duration in the log, in milliseconds.
func durationMS(key string, d time.Duration) zap.Field {
	return zap.Float64(key, float64(d.Microseconds())/1000)
}
