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
	// changed is closed when the next document arrives or is finished.
	changed chan struct{}
}

func newTraffic() *traffic { return &traffic{changed: make(chan struct{})} }

// add counts a document of a client that arrives, 1, or is finished, -1.
func (t *traffic) add(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.underWay += n
	close(t.changed)
	t.changed = make(chan struct{})
}

// whileQuiet waits until no document has been under way for the quietPeriod, for some time at most. The context that it returns ends with
// errMadeWay when a document arrives; the function that it returns ends it otherwise. It fails with errBusy if it does not become
// quiet, and with ctx's error. For work that insists, the wait ends without an error, and no document ends the context.
func (t *traffic) whileQuiet(ctx context.Context, patience time.Duration, insists bool) (context.Context, context.CancelCauseFunc, error) {
	arrived, err := t.awaitQuiet(ctx, time.After(patience))
	if err != nil && (!insists || ctx.Err() != nil) {
		return nil, nil, err
	}
	working, giveUp := context.WithCancelCause(ctx)
	if !insists {
		go func() {
			select {
			case <-arrived:
				giveUp(errMadeWay)
			case <-working.Done():
			}
		}()
	}
	return working, giveUp, nil
}

// awaitQuiet returns a channel that is closed when the next document arrives.
func (t *traffic) awaitQuiet(ctx context.Context, late <-chan time.Time) (arrived <-chan struct{}, err error) {
	for {
		t.mu.Lock()
		changed, quiet := t.changed, time.After(quietPeriod)
		if t.underWay > 0 {
			quiet = nil
		}
		t.mu.Unlock()
		select {
		case <-quiet:
			return changed, nil
		case <-changed:
		case <-late:
			return nil, errBusy
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
