package workers

import (
	"context"
	"time"

	"go.uber.org/zap"

	"platen/adapters/internal/osprocess"
)

const (
	// idlePeriod is how often an idle process is asked for a page.
	idlePeriod = 4 * time.Second
	// answerLimit is how long an idle process may take for the page. Engines take milliseconds for it.
	answerLimit = 4 * time.Second
	// idleHandover is how long the test of one process delays that of the next.
	idleHandover = 100 * time.Millisecond
)

// watchIdle tests idle processes until the pool is closed. A process that is stopped or hangs is replaced before a
// document needs it.
func (p *Pool) watchIdle() {
	ticker := time.NewTicker(idlePeriod)
	defer ticker.Stop()
	for {
		select {
		case <-p.alive.Done():
			return
		case <-ticker.C:
			p.testIdle()
		case <-p.ended:
			p.testIdle()
		}
	}
}

// watchProcess notes a process, and its end.
func (p *Pool) watchProcess(process *osprocess.Group) {
	p.running.Store(process.Pid(), nil)
	<-process.Ended()
	p.running.Delete(process.Pid())
	select {
	case p.ended <- struct{}{}:
	default:
	}
}

// testIdle tests each process that has ended or been idle for a period, one after the other, so that documents find the
// others free.
func (p *Pool) testIdle() {
	for range p.Concurrency {
		select {
		case w := <-p.workers:
			if w.process == nil || w.running() && time.Since(w.used) < idlePeriod {
				p.workers <- w
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
	ctx, cancel := context.WithTimeout(w.pool.alive, answerLimit)
	defer cancel()
	w.used = time.Now()
	if err := w.guard(ctx, w.process.Test); err != nil && w.pool.alive.Err() == nil {
		w.retire = true
		w.pool.restarts.Add(1)
		w.pool.Log.Warn("an idle engine process does not answer and is replaced", zap.Error(err))
	}
}
