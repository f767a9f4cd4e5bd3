// Package workers keeps processes that print one document after the other, for engines that are such programs.
//
// A [Pool] starts its processes ahead and tests each one by a page. A process prints one document at a time. In the background it
// is replaced after so many documents, after a deadline, when it says itself that it should print no other, as after most errors, when
// it needs too much memory, and when it ends, is stopped by a signal or does not answer. While no process can be started, documents
// fail soon.
//
// An adapter implements [Process] and embeds the Pool in its ports.Engine.
package workers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"go.uber.org/zap"

	"platen/adapters/internal/osprocess"
	"platen/domain"
	"platen/ports"
)

// Process is a running program that prints documents. One goroutine at a time calls its methods.
type Process interface {
	// Print prints a document of a client, whose scope its egress session is reset to. The PDF has its content and its traffic. It
	// returns soon after ctx has ended.
	//
	// Errors: ErrUnread; ports.ErrEngineLost if the process ended; otherwise a *domain.Error, as of Failed.
	Print(ctx context.Context, job domain.PrintJob, scope ports.NetworkScope) (domain.PDF, error)
	// Test prints a page whose result is known. The error says what to do about it.
	Test(ctx context.Context) error
	// Reusable reports whether another document may be printed, which then sees nothing of the earlier ones. It is asked after
	// each document, printed or not, and again before the next. A process that may still be at work is not.
	Reusable() bool
	// Program is the running program.
	Program() osprocess.Program
	// Close ends the process, waits for its end, and removes its files and its session. It is called once.
	Close()
}

// ErrUnread is in the chain of an error if the process ended before it read the document, so that the document is not the cause.
// It is a ports.ErrEngineLost.
var ErrUnread = fmt.Errorf("%w before it read the document", ports.ErrEngineLost)

// Options are the parameters of a Pool.
type Options struct {
	// Name is the engine's, for errors.
	Name string
	// Launch starts a process that has printed nothing. The process ends with the context.
	Launch func(ctx context.Context) (Process, error)
	// Concurrency is the number of processes, and so of documents printed at once; at least 1.
	Concurrency int
	// Recycle is the number of documents after which a process is replaced; at least 1.
	Recycle int
	// MaxMemory limits the resident memory of one process while it prints; 0: no limit. A process that exceeds it is ended, and
	// its document fails.
	MaxMemory domain.ByteSize
	// Background lowers the priority of the processes (nice(2)).
	Background bool
	Log        *zap.Logger
}

// Pool is a ports.Renderer with a readiness. Make it with New. Safe for concurrent use.
type Pool struct {
	Options

	workers   *idleWorkers
	available *availability
	restarts  atomic.Int64  // of processes that died or hung
	running   sync.Map      // the ids of the processes
	ended     chan struct{} // holds a value after a process has ended
	watch     sync.WaitGroup
	started   bool            // workers exist
	alive     context.Context // ends with the pool
	end       context.CancelFunc
	close     sync.Once
}

// New makes a pool without processes.
func New(options Options) *Pool {
	concurrency := max(0, options.Concurrency) // the adapter's Start refuses others
	p := &Pool{
		Options: options, workers: newIdleWorkers(concurrency), available: newAvailability(options.Name, concurrency),
		ended: make(chan struct{}, 1),
	}
	p.alive, p.end = context.WithCancel(context.Background())
	return p
}

// Start starts all processes and returns when each has passed its test. After an error the pool must be closed.
func (p *Pool) Start(ctx context.Context) (err error) {
	p.started = true
	started := make(chan error, p.Concurrency)
	for range p.Concurrency {
		go func() {
			w := &worker{pool: p}
			started <- w.start(ctx)
			p.workers.put(w)
		}()
	}
	for range p.Concurrency {
		// If several fail, the reason is the same.
		err = cmp.Or(err, <-started)
	}
	if err != nil {
		return err
	}
	p.available.start()
	p.watch.Go(p.watchIdle)
	return nil
}

// Close ends every process. Work under way fails. A second call does nothing.
func (p *Pool) Close() {
	p.close.Do(func() {
		p.end()
		p.watch.Wait()
		if !p.started {
			return
		}
		// A worker that prints returns to the pool soon, since its process has ended.
		for range p.Concurrency {
			<-p.workers.ready
			p.workers.take(false).stop()
		}
	})
}

// Ready returns why no document can be printed now; nil if one can.
func (p *Pool) Ready() error {
	if p.alive.Err() != nil {
		return p.errClosed()
	}
	return p.available.problem()
}

// Restarts counts the processes that died or hung and were replaced.
func (p *Pool) Restarts() int64 { return p.restarts.Load() }

// Processes are the ids of the processes that run.
func (p *Pool) Processes() (pids []int) {
	p.running.Range(func(pid, _ any) bool {
		pids = append(pids, pid.(int))
		return true
	})
	return pids
}

// Render prints one document on the first process that is free.
func (p *Pool) Render(ctx context.Context, job domain.PrintJob, options ...ports.RenderOption) (domain.PDF, error) {
	if ctx.Err() != nil {
		return domain.PDF{}, ctx.Err()
	}
	select {
	case <-p.workers.ready:
		pdf, err := p.workers.take(false).render(ctx, job, ports.NewRenderOptions(options...))
		switch {
		case ctx.Err() != nil:
			return domain.PDF{}, ctx.Err()
		case err != nil && p.alive.Err() != nil:
			return domain.PDF{}, p.shutDown()
		}
		return pdf, err
	case <-p.available.givenUp():
		return domain.PDF{}, p.available.unavailable()
	case <-ctx.Done():
		return domain.PDF{}, ctx.Err()
	case <-p.alive.Done():
		return domain.PDF{}, p.shutDown()
	}
}

func (p *Pool) shutDown() error {
	return &domain.Error{Code: domain.Overloaded, Message: "the service is shutting down", Err: p.errClosed()}
}

func (p *Pool) errClosed() error { return errors.New(p.Name + ": the engine is closed") }
