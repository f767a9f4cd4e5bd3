package chrome

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"
	"go.uber.org/zap"

	"platen/ports"
)

const (
	// launchTimeout bounds the start of a browser, until its first answers.
	launchTimeout = 30 * time.Second
	// steadyLife is how long a browser must have run so that the next one is started without a pause. The pause doubles from the first
	// to the longest.
	steadyLife               = 10 * time.Second
	firstPause, longestPause = 100 * time.Millisecond, 5 * time.Second
)

// running returns the browser that runs, after it has started one if there is none.
func (e *Engine) running(ctx context.Context) (*browser, error) {
	select {
	case e.starting <- struct{}{}:
		defer func() { <-e.starting }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	last := e.browser.Load()
	if last != nil {
		if last.alive.Err() == nil {
			return last, nil
		}
		<-last.reaped
		if e.pause = min(max(firstPause, 2*e.pause), longestPause); time.Since(last.started) >= steadyLife {
			e.pause = 0
		}
		wait(ctx, e.pause)
	}
	b, err := e.launch(ctx)
	if err != nil {
		return nil, err
	}
	if last != nil {
		e.restarts.Add(1)
		e.log.Info("the browser is restarted", zap.String("version", b.version), zap.Duration("after_ms", e.pause))
	}
	e.browser.Store(b)
	e.work.Go(func() {
		b.checkHealth(e.healthCheck)
		if e.Alive().Err() == nil {
			e.log.Warn("the browser ended", zap.String("status", b.endStatus()), zap.NamedError("cause", context.Cause(b.alive)))
		}
	})
	return b, nil
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

// checkHealth asks the browser until it ends, and ends it if two questions in a row have no answer. If the first one has none, the
// browser has a problem until the second one has.
func (b *browser) checkHealth(check healthCheck) {
	for b.alive.Err() == nil {
		wait(b.alive, check.interval)
		problem := b.ask(check.timeout)
		if problem == nil || b.alive.Err() != nil {
			continue
		}
		b.suspicion.Store(&problem)
		if again := b.ask(check.timeout); again != nil {
			b.end(again)
		}
		b.suspicion.Store(nil)
	}
}

// problem returns why the browser cannot be used, as far as is known; nil if it can.
func (b *browser) problem() error {
	if b.alive.Err() != nil {
		return context.Cause(b.alive)
	}
	if suspicion := b.suspicion.Load(); suspicion != nil {
		return *suspicion
	}
	return nil
}

// ask returns why the browser cannot be used; nil if it can.
func (b *browser) ask(timeout time.Duration) error {
	ctx, cancel := context.WithTimeout(b.alive, timeout)
	defer cancel()
	root := session{ctx: ctx, conn: b.conn}
	if _, err := (proto.BrowserGetVersion{}).Call(root); !hasAnswer(err) {
		return errSilent
	}
	if b.networkEnded() {
		return errNetworkEnded
	}
	// The network process answers this call.
	if _, err := (proto.StorageGetCookies{}).Call(root); !hasAnswer(err) {
		return errNetworkSilent
	}
	return nil
}

// hasAnswer reports whether a call had an answer. An error that the browser returned is one.
func hasAnswer(err error) bool {
	var refusal *cdp.Error
	return err == nil || errors.As(err, &refusal)
}

// wait waits until the time is over or ctx ends.
func wait(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
