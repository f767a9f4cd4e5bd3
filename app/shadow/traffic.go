package shadow

import (
	"context"
	"sync"
	"time"
)

// quietPeriod is how long no document of a client may have been under way before work begins: a client that sends one document
// after the other leaves gaps of less than that.
const quietPeriod = 100 * time.Millisecond

// traffic counts the documents of clients under way. Safe for concurrent use.
type traffic struct {
	mu       sync.Mutex
	underWay int
	// lastLeft is when the last document was finished, and timer runs from then on.
	lastLeft time.Time
	timer    *time.Timer
	// quiet is closed once no document has been under way for the quietPeriod, until the next one arrives.
	quiet   chan struct{}
	isQuiet bool
	// giveUp ends the work that goes on while it is quiet.
	giveUp context.CancelCauseFunc
}

func newTraffic() *traffic {
	t := &traffic{quiet: make(chan struct{}), lastLeft: time.Now(), giveUp: func(error) {}}
	t.mu.Lock() // the timer may end before it is known
	defer t.mu.Unlock()
	t.timer = time.AfterFunc(quietPeriod, t.becomeQuiet)
	return t
}

// arrive counts a document of a client, and ends what goes on.
func (t *traffic) arrive() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.underWay++
	t.timer.Stop()
	if t.isQuiet {
		t.isQuiet, t.quiet = false, make(chan struct{})
		t.giveUp(errMadeWay)
	}
}

// leave ends what arrive began.
func (t *traffic) leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.underWay--; t.underWay == 0 {
		t.lastLeft = time.Now()
		t.timer.Reset(quietPeriod)
	}
}

func (t *traffic) becomeQuiet() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.underWay > 0 || t.isQuiet || time.Since(t.lastLeft) < quietPeriod {
		return // the timer ended as a document arrived
	}
	t.isQuiet = true
	close(t.quiet)
}

// whileQuiet waits until it is quiet, for some time at most. The context that it returns ends with errMadeWay when a document arrives;
// the function that it returns ends it otherwise. There is one piece of work at a time. It fails with errBusy if it does not become
// quiet, and with ctx's error. For work that insists, the wait ends without an error, and no document ends the context.
func (t *traffic) whileQuiet(ctx context.Context, patience time.Duration, insists bool) (context.Context, context.CancelCauseFunc, error) {
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		t.mu.Lock()
		if t.isQuiet {
			defer t.mu.Unlock()
			working, giveUp := context.WithCancelCause(ctx)
			if t.giveUp = giveUp; insists {
				t.giveUp = func(error) {}
			}
			return working, giveUp, nil
		}
		quiet := t.quiet
		t.mu.Unlock()
		select {
		case <-quiet:
		case <-late.C:
			if insists {
				working, giveUp := context.WithCancelCause(ctx)
				return working, giveUp, nil
			}
			return nil, nil, errBusy
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	}
}
