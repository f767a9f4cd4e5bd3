package chrome

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"

	"platen/adapters/internal/workers"
)

// LeavesState says whether a document could change how the next one in the same tab is printed.
var LeavesState = leavesState

// ResetTabs sets which documents an engine resets its tabs after, beside those that used the network, before its
// start.
func (e *Engine) ResetTabs(after func(document string) bool) { e.leavesState = after }

// KeepTabs sets the number of tabs that an engine keeps, before its start.
func (e *Engine) KeepTabs(n int) {
	options := e.Options
	options.Spare = n - options.Concurrency
	e.Pool = workers.New(options)
}

// OpenTimeout sets how long a tab may take to become ready, before the engine's start.
func (e *Engine) OpenTimeout(d time.Duration) { e.openTimeout = d }

// HealthCheck sets how often a browser is asked and how long it may take to answer, before the engine's start.
func (e *Engine) HealthCheck(interval, timeout time.Duration) {
	e.healthCheck = healthCheck{interval, timeout}
}

// Listen reads the messages of a fake browser and calls event with each event, until the messages end.
func Listen(ctx context.Context, from *os.File, event func(*cdp.Event)) {
	alive, end := context.WithCancelCause(ctx)
	newCDPConn(alive, end, &pipe{to: from, from: from}, event)
}

// RenumberNodes gives the elements of a tagged PDF numbers of this document's own.
var RenumberNodes = renumberNodes

// DialSocket connects to a browser's WebSocket.
var DialSocket = dialSocket

// Exchange makes a call whose answer has a form, in which %d is its id. limit is that of a binary answer; 0: it is not binary.
func Exchange(ctx context.Context, form string, limit int) ([]byte, error) {
	alive, end := context.WithCancelCause(ctx)
	defer end(nil)
	p, theirs, err := newPipe()
	if err != nil {
		return nil, err
	}
	defer p.Close()
	defer theirs[1].Close()
	go func() {
		defer theirs[0].Close()
		var request cdp.Request
		if json.NewDecoder(theirs[0]).Decode(&request) == nil {
			_, _ = fmt.Fprintf(theirs[1], form+"\x00", request.ID)
		}
	}()
	return newCDPConn(alive, end, p, func(*cdp.Event) {}).callBinary(ctx, "", "A.b", nil, limit)
}

// RepeatsPrint reports whether a print is repeated during which a resource was requested and arrived.
func RepeatsPrint(ctx context.Context, kind proto.NetworkResourceType) (bool, error) {
	r := requests{ended: make(chan struct{}, 1)}
	_ = r.drain()
	r.begin(proto.NetworkRequestWillBeSent{RequestID: "1", Type: kind, Request: &proto.NetworkRequest{URL: "http://site.test/"}})
	_ = r.end("1")
	return r.await(ctx)
}
