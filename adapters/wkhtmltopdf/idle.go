package wkhtmltopdf

import (
	"context"
	"time"

	"go.uber.org/zap"
)

const (
	// idlePeriod is how often an idle process is asked for a page.
	idlePeriod = 4 * time.Second
	// answerLimit is how long an idle process may take for the page. It takes 10 ms on an idle machine.
	answerLimit = 4 * time.Second
	// idleHandover is how long the test of one process delays that of the next.
	idleHandover = 100 * time.Millisecond
)

// watchIdle tests idle processes until the engine is closed. A process that is stopped or hangs is replaced before a
// document needs it.
func (r *Renderer) watchIdle() {
	ticker := time.NewTicker(idlePeriod)
	defer ticker.Stop()
	for {
		select {
		case <-r.alive.Done():
			return
		case <-ticker.C:
			r.testIdle()
		case <-r.ended:
			r.testIdle()
		}
	}
}

// testIdle tests each process that has ended or been idle for a period, one after the other, so that documents find the
// others free.
func (r *Renderer) testIdle() {
	for range r.cfg.Concurrency {
		select {
		case w := <-r.workers:
			if w.process == nil || w.process.alive() && time.Since(w.used) < idlePeriod {
				r.workers <- w
				continue
			}
			tested := make(chan struct{})
			go func() {
				defer close(tested)
				w.testIdle()
			}()
			select {
			case <-tested:
			case <-time.After(idleHandover):
			}
		default:
			return // all workers print
		}
	}
}

// testIdle tests the process and returns the worker to the pool.
func (w *worker) testIdle() {
	defer w.release()
	ctx, cancel := context.WithTimeout(w.engine.alive, answerLimit)
	defer cancel()
	w.used = time.Now()
	if err := w.selfTest(ctx); err != nil && w.engine.alive.Err() == nil {
		w.retire = true
		w.engine.restarts.Add(1)
		w.engine.log.Warn("an idle engine process does not answer and is replaced", zap.Error(err))
	}
}
