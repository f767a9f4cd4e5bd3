package keyfile

import (
	"sync"
	"time"
)

const (
	// readEvery is the time between two readings. A change must take effect within 2 seconds.
	readEvery = 500 * time.Millisecond
	// debounce is how long a changed text must stay the same before it is used: a file that is written in place is
	// incomplete for a moment. A text that keeps changing is used after maxDebounce.
	debounce, maxDebounce = 100 * time.Millisecond, 500 * time.Millisecond
	// takeEvery is the time after which an unchanged text is reported again.
	takeEvery = 30 * time.Second
)

// watch reads a file periodically. The zero value does nothing.
type watch struct {
	stopping chan struct{}
	once     sync.Once
	done     sync.WaitGroup
}

// start calls changed with the text or the error of the file, from one goroutine, whenever it differs from the last one; the
// first one is compared with seen. It calls daily each warnEvery.
func (w *watch) start(file reader, seen string, changed func([]byte, error), daily func()) {
	w.stopping = make(chan struct{})
	w.done.Go(func() {
		taken, warned := time.Now(), time.Now()
		for w.sleep(readEvery) {
			if time.Since(warned) >= warnEvery {
				warned = time.Now()
				daily()
			}
			text, err := file.read()
			if result(text, err) != seen {
				text, err = w.stable(file, text, err)
			} else if time.Since(taken) < takeEvery {
				continue
			}
			seen, taken = result(text, err), time.Now()
			changed(text, err)
		}
	})
}

// stable reads the file until two readings agree.
func (w *watch) stable(file reader, text []byte, err error) ([]byte, error) {
	for began := time.Now(); time.Since(began) < maxDebounce && w.sleep(debounce); {
		before := result(text, err)
		if text, err = file.read(); result(text, err) == before {
			break
		}
	}
	return text, err
}

// sleep returns false if the watch is stopped during it.
func (w *watch) sleep(d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-w.stopping:
		return false
	}
}

// stop ends the watch. When it returns, changed is not called any more.
func (w *watch) stop() {
	if w.stopping == nil {
		return
	}
	w.once.Do(func() { close(w.stopping) })
	w.done.Wait()
}

// result returns a reading's text or error message, for comparison.
func result(text []byte, err error) string {
	if err != nil {
		return err.Error()
	}
	return string(text)
}
