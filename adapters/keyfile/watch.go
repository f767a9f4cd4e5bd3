package keyfile

import (
	"context"
	"sync"
	"time"
)

const (
	// readEvery is the time between two readings. A change must take effect within 2 seconds.
	readEvery = 500 * time.Millisecond
	// takeEvery is the time after which an unchanged text is reported again.
	takeEvery = 30 * time.Second
)

// watch reads a file periodically. The zero value does nothing.
type watch struct {
	end  context.CancelFunc
	done sync.WaitGroup
}

// start calls changed with the text or the error of the file, from one goroutine, whenever two readings agree on another one than the
// last; the first one is compared with seen. It calls daily each warnEvery.
func (w *watch) start(file reader, seen string, changed func([]byte, error), daily func()) {
	ctx, end := context.WithCancel(context.Background())
	w.end = end
	w.done.Go(func() {
		before, taken, warned := seen, time.Now(), time.Now()
		for {
			select {
			case <-time.After(readEvery):
			case <-ctx.Done():
				return
			}
			if time.Since(warned) >= warnEvery {
				warned = time.Now()
				daily()
			}
			text, err := file.read()
			now := result(text, err)
			agree := now == before
			before = now
			if agree && (now != seen || time.Since(taken) >= takeEvery) {
				seen, taken = now, time.Now()
				changed(text, err)
			}
		}
	})
}

// stop ends the watch. When it returns, changed is not called any more.
func (w *watch) stop() {
	if w.end != nil {
		w.end()
		w.done.Wait()
	}
}

// result returns a reading's text or error message, for comparison.
func result(text []byte, err error) string {
	if err != nil {
		return err.Error()
	}
	return string(text)
}
