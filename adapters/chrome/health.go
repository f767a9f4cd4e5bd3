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

// healthCheck says how a browser is asked whether it still answers.
type healthCheck struct {
	interval time.Duration // between an answer and the next question
	timeout  time.Duration // for one answer; two questions without one end the browser
}

// defaultHealthCheck finds a browser that does not answer within ten seconds. It asks twice, since this program itself
// may have been stopped during the first question.
var defaultHealthCheck = healthCheck{interval: 2 * time.Second, timeout: 4 * time.Second}

var (
	errSilent        = fmt.Errorf("%w: the browser does not answer", ports.ErrEngineLost)
	errNetworkSilent = fmt.Errorf("%w: the browser's network process does not answer", ports.ErrEngineLost)
	errNetworkEnded  = fmt.Errorf("%w: the browser's network process ended", ports.ErrEngineLost)
)

// checkHealth asks the browser until it ends, and ends it if two questions in a row have no answer. It calls suspect with
// the problem after the first question without an answer, and with nil if the second one has an answer.
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
			b.died(problem)
			return
		}
		suspect(nil)
	}
}

// ask gives the reason why the browser cannot be used; nil if it can.
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
	// Cookies are kept by the network process.
	if _, err := (proto.StorageGetCookies{}).Call(root); !answered(err) {
		return errNetworkSilent
	}
	return nil
}

// answered reports whether a call had an answer; an error of the browser is one.
func answered(err error) bool {
	var refusal *cdp.Error
	return err == nil || errors.As(err, &refusal)
}

// networkEnded reports whether the network process has ended. The browser starts another, but a document lacks what it was
// loading at that moment.
func (b *browser) networkEnded() bool { return b.network != nil && b.network.ended() }

// findNetwork gets hold of the network process. The first question about cookies starts it.
func (b *browser) findNetwork(root session) error {
	if _, err := (proto.StorageGetCookies{}).Call(root); err != nil {
		return err
	}
	pids, err := processesOf(root, networkProcess)
	if err != nil || len(pids) == 0 {
		return err // without such a process the network is part of the browser's
	}
	if b.remote() {
		b.network = remoteNetwork{b, pids[0]}
		return nil
	}
	local, err := openProcess(pids[0])
	if err == nil {
		b.network = local
	}
	return err
}

// networkProcess is the type of the process that loads resources.
const networkProcess = "network.mojom.NetworkService"
