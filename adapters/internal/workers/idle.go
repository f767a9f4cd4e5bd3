package workers

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"go.uber.org/zap"

	"platen/ports"
)

const (
	// idlePeriod is how often an idle process is asked for a page.
	idlePeriod = 4 * time.Second
	// answerLimit is how long an idle process may take for the page. Engines take milliseconds for it.
	answerLimit = 4 * time.Second
)

// idleWorkers are those that are free. Safe for concurrent use.
type idleWorkers struct {
	ready chan struct{} // has a value for each: one who receives it takes a worker

	mu   sync.Mutex
	free []*worker // in the order in which they have printed
}

func newIdleWorkers(most int) *idleWorkers { return &idleWorkers{ready: make(chan struct{}, most)} }

func (i *idleWorkers) put(w *worker) {
	i.mu.Lock()
	i.free = append(i.free, w)
	i.mu.Unlock()
	i.ready <- struct{}{}
}

// take takes the worker that has printed last, or the one that has been idle for longest, after a value was received from ready.
func (i *idleWorkers) take(longestIdle bool) *worker {
	i.mu.Lock()
	defer i.mu.Unlock()
	n := len(i.free) - 1
	if longestIdle {
		n = 0
	}
	w := i.free[n]
	i.free = slices.Delete(i.free, n, n+1)
	return w
}

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
		case <-p.ended:
		}
		p.testIdle()
	}
}

// watchProcess notes the end of a process.
func (p *Pool) watchProcess(process Process) {
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
	for range p.size() {
		select {
		case <-p.idle.ready:
			p.idle.take(true).testIdle()
		default:
			return // all workers print
		}
	}
}

// testIdle returns the worker to the pool, after a test of its process if that is due.
func (w *worker) testIdle() {
	p := w.pool
	ctx, cancel := context.WithTimeout(p.alive, answerLimit)
	defer cancel()
	err := ports.ErrEngineLost
	if w.running() {
		if time.Since(w.used) < idlePeriod {
			p.idle.put(w)
			return
		}
		err = w.guard(ctx, w.process.Test)
		w.used = time.Now()
	}
	switch {
	case err == nil, p.alive.Err() != nil:
		p.idle.put(w)
		return
	case !errors.Is(err, ErrWorn):
		p.restarts.Add(1)
		p.Log.Warn("an idle engine process has ended or does not answer, and is replaced", zap.Error(err))
	}
	go w.replace()
}
