package chrome

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"

	"platen/ports"
)

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
