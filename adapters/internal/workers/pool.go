// Package workers keeps processes that print one document after the other, for engines that are such programs.
//
// A [Pool] starts its processes ahead and tests each one by a page. A process prints one document at a time. In the background it
// is made ready for the next one, or replaced: after so many documents, after a deadline, when it says itself that it should print no
// other, as after most errors, when it needs too much memory, and when it ends, is stopped by a signal or does not answer. While no
// process can be started, documents fail soon.
//
// A document is here what a process prints: a client's document takes several, such as its body and its headers.
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
	"time"

	"go.uber.org/zap"
	"golang.org/x/sync/errgroup"

	"platen/adapters/internal/osprocess"
	"platen/domain"
	"platen/ports"
)

// Process is a running program that prints documents. One goroutine at a time calls its methods but for Ended and GiveWay.
type Process interface {
	// Pid is its process id.
	Pid() int
	// Ended is closed when it has ended.
	Ended() <-chan struct{}
	// GiveWay lowers its priority, and that of what it starts from then on.
	GiveWay() error
	// Print prints a document of a client, whose scope its egress session is reset to. The PDF has its content and its traffic. It
	// returns soon after ctx has ended.
	//
	// Errors: ErrUnread; ports.ErrEngineLost if the process ended; otherwise a *domain.Error, as of Failed.
	Print(ctx context.Context, job domain.PrintJob, scope ports.NetworkScope) (domain.PDF, error)
	// Test prints a page whose result is known, first, and from time to time while the process is idle; then it may also just look at
	// the process. The error says what to do about it. ErrWorn: nothing is wrong, but the process is to be replaced.
	Test(ctx context.Context) error
	// MakeReady makes the process ready for another document, which then sees nothing of the earlier ones, and reports whether it could. It
	// is called after each document, printed or not. A process that may still be at work cannot be reset.
	MakeReady() bool
	// Close ends the process, waits for its end, and removes its files and its session. It is called once.
	Close()
}

var (
	// ErrUnread is in the chain of an error if another process must print the document: this one ended before it read the document,
	// which is then not the cause, or turned out to be of no use. It is a ports.ErrEngineLost.
	ErrUnread = fmt.Errorf("%w before it read the document", ports.ErrEngineLost)
	// ErrWorn is the error of an idle process that keeps too much of the memory of earlier documents.
	ErrWorn = errors.New("the process keeps too much memory")
)

// Options are the parameters of a Pool.
type Options struct {
	// Name is the engine's, for errors.
	Name string
	// Launch starts a process that has printed nothing; ctx bounds the start only. isolated: it is for one document, which may crash
	// whatever it shares with others.
	Launch func(ctx context.Context, isolated bool) (Process, error)
	// Concurrency is the number of documents printed at once; at least 1.
	Concurrency int
	// Spare is how many processes there are beyond Concurrency, so that no document waits while one is reset or replaced.
	Spare int
	// Persist: Start tries until its context ends, since what all processes have in common runs already. Otherwise its first error is final.
	Persist bool
	// TakeTurns: MakeReady takes time, so the answer does not wait for it, and documents take the process that has been idle for longest.
	// Others take the one that has printed last, whose memory is in the caches of the processor: one engine then prints a third more pages.
	TakeTurns bool
	// StartLimit bounds the start of a replacement process and its test; 0: startLimit.
	StartLimit time.Duration
	// Recycle is the number of documents after which a process is replaced; at least 1.
	Recycle int
	// MaxMemory limits the resident memory of one process while it prints; 0: no limit. A process that exceeds it is ended. Its
	// document fails, unless the process had printed others: then it is printed once more in a process of its own.
	MaxMemory domain.ByteSize
	// Background lowers the priority of the processes (nice(2)) once all of them run: on a busy machine, a tab of a browser of low
	// priority would take minutes to start.
	Background bool
	Log        *zap.Logger
}

// Pool is a ports.Renderer with a readiness. Make it with New. Safe for concurrent use.
type Pool struct {
	Options

	printing  chan struct{} // holds a value for each document that is being printed
	idle      *idleWorkers
	available *availability
	restarts  atomic.Int64  // of processes that died or hung
	running   sync.Map      // the processes (Process), by their ids
	ended     chan struct{} // holds a value after a process has ended
	watch     sync.WaitGroup
	started   bool            // workers exist
	alive     context.Context // ends with the pool; the cause is an Overloaded
	end       context.CancelCauseFunc
	close     sync.Once
}

// New makes a pool without processes.
func New(options Options) *Pool {
	concurrency := max(0, options.Concurrency) // the adapter's Start refuses others
	size := concurrency + options.Spare
	options.StartLimit = cmp.Or(options.StartLimit, startLimit)
	p := &Pool{
		Options: options, printing: make(chan struct{}, concurrency), idle: newIdleWorkers(size),
		available: newAvailability(options.Name), ended: make(chan struct{}, 1),
	}
	p.alive, p.end = context.WithCancelCause(context.Background())
	return p
}

// size is the number of processes.
func (p *Pool) size() int { return p.Concurrency + p.Spare }

// Start starts all processes and returns when each has passed its test. After an error the pool must be closed.
func (p *Pool) Start(ctx context.Context) error {
	ctx, cancel := Either(ctx, p.alive)
	defer cancel()
	start := (*worker).start
	if p.Persist {
		start = (*worker).persist
	}
	p.started = true
	var starting errgroup.Group
	for range p.size() {
		starting.Go(func() error {
			w := &worker{pool: p}
			defer p.idle.put(w)
			if err := start(w, ctx); err != nil {
				return err
			}
			p.present()
			return nil
		})
	}
	if err := starting.Wait(); err != nil { // if several fail, the reason is the same
		return err
	}
	p.watch.Go(p.watchIdle)
	return nil
}

// present notes that another worker has a process.
func (p *Pool) present() {
	if p.available.add() < p.size() || !p.Background {
		return
	}
	p.running.Range(func(_, process any) bool {
		_ = process.(Process).GiveWay() // without it, the process only takes more of the processor
		return true
	})
}

// Close ends every process. Work under way fails. A second call does nothing.
func (p *Pool) Close() {
	p.close.Do(func() {
		closed := errors.New(p.Name + ": the engine is closed")
		p.end(&domain.Error{Code: domain.Overloaded, Message: "the service is shutting down", Err: closed})
		p.watch.Wait()
		if !p.started {
			return
		}
		// A worker that prints returns to the pool soon, since its print ends with the pool.
		for range p.size() {
			<-p.idle.ready
			p.idle.take(false).stop()
		}
		for range p.Concurrency {
			p.printing <- struct{}{} // an isolated document ends its own process first
		}
	})
}

// Alive ends with the pool. The cause is then the error of documents.
func (p *Pool) Alive() context.Context { return p.alive }

// Either returns a context that ends when one of two ends, with the cause of that one.
func Either(ctx, other context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(other, func() { cancel(context.Cause(other)) })
	return ctx, func() {
		stop()
		cancel(nil)
	}
}

// Ready returns why no document can be printed now; nil if one can.
func (p *Pool) Ready() error {
	if p.alive.Err() != nil {
		return context.Cause(p.alive)
	}
	return p.available.problem()
}

// Printing is the number of documents that are printed now.
func (p *Pool) Printing() int { return len(p.printing) }

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

// Render prints one document on a process that is free.
func (p *Pool) Render(ctx context.Context, job domain.PrintJob, options ports.RenderOptions) (domain.PDF, error) {
	bounded, cancel := Either(ctx, p.alive)
	defer cancel()
	pdf, err := p.render(bounded, job, options)
	switch {
	case ctx.Err() != nil:
		return domain.PDF{}, ctx.Err()
	case err != nil && p.alive.Err() != nil:
		return domain.PDF{}, context.Cause(p.alive)
	}
	return pdf, err
}

func (p *Pool) render(ctx context.Context, job domain.PrintJob, options ports.RenderOptions) (domain.PDF, error) {
	if ctx.Err() != nil {
		return domain.PDF{}, ctx.Err()
	}
	select {
	case p.printing <- struct{}{}:
		defer func() { <-p.printing }()
	case <-ctx.Done():
		return domain.PDF{}, ctx.Err()
	}
	if options.Isolated {
		return p.renderAlone(ctx, job, options.Scope)
	}
	w, err := p.acquire(ctx)
	if err != nil {
		return domain.PDF{}, err
	}
	fresh := w.documents == 0
	pdf, err := w.printAndReturn(ctx, job, options.Scope)
	switch {
	case errors.Is(err, ErrUnread), errors.Is(err, osprocess.ErrOutgrown) && !fresh:
		return p.renderAlone(ctx, job, options.Scope)
	default:
		return pdf, p.clientError(err)
	}
}

// acquire takes a worker whose process has not ended.
func (p *Pool) acquire(ctx context.Context) (*worker, error) {
	for {
		select {
		case <-p.idle.ready:
			w := p.idle.take(p.TakeTurns)
			if w.running() {
				return w, nil
			}
			p.restarts.Add(1)
			go w.replace()
		case <-p.available.hopeless():
			return nil, domain.EngineUnavailable(p.available.problem())
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// renderAlone prints a document in a process that is started for it and ended after it.
func (p *Pool) renderAlone(ctx context.Context, job domain.PrintJob, scope ports.NetworkScope) (domain.PDF, error) {
	w := &worker{pool: p}
	defer w.stop()
	if err := w.launch(ctx, true); err != nil {
		return domain.PDF{}, notStarted(ctx, err)
	}
	pdf, err := w.print(ctx, job, scope)
	return pdf, p.clientError(err)
}

// clientError is the error for the client of a document whose process needed too much memory, or any other error as it is.
func (p *Pool) clientError(err error) error {
	if errors.Is(err, osprocess.ErrOutgrown) {
		return domain.TooMuchMemory(p.MaxMemory)
	}
	return err
}
