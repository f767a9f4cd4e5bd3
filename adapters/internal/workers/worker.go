package workers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"time"

	"go.uber.org/zap"

	"platen/adapters/internal/osprocess"
	"platen/domain"
	"platen/ports"
)

const (
	// startLimit is the default of Options.StartLimit. On a machine with too much to do a start takes long, and ending it early would begin
	// it again, and add to the load.
	startLimit = time.Minute
	// The pause between attempts to start a process doubles from the first to the longest. Up to a quarter of it is left out at random, so
	// that workers that failed together do not stay in step.
	firstPause, longestPause = 100 * time.Millisecond, 2 * time.Second
)

// worker is a member of the pool with its process. One goroutine at a time uses it.
type worker struct {
	pool      *Pool
	process   Process   // nil if the last one could not be started
	documents int       // that the process has printed
	used      time.Time // when the process last printed
}

// printAndReturn renders a document and returns the worker to the pool, even if it panics.
func (w *worker) printAndReturn(ctx context.Context, job domain.PrintJob, scope ports.NetworkScope) (domain.PDF, error) {
	defer func() {
		if w.pool.TakeTurns {
			go w.release()
		} else {
			w.release()
		}
	}()
	pdf, err := w.print(ctx, job, scope)
	if errors.Is(err, ports.ErrEngineLost) && !errors.Is(err, osprocess.ErrOutgrown) {
		w.pool.restarts.Add(1)
	}
	return pdf, err
}

// release returns the worker to the pool, with a new process if the old one must be replaced, for which nobody waits.
func (w *worker) release() {
	if w.running() && w.documents < w.pool.Recycle && w.process.MakeReady() {
		w.pool.idle.put(w)
	} else {
		go w.replace()
	}
}

func (w *worker) print(ctx context.Context, job domain.PrintJob, scope ports.NetworkScope) (pdf domain.PDF, err error) {
	w.documents++
	defer func() { w.used = time.Now() }()
	peak := osprocess.MeasurePeak(w.process.Pid())
	err = w.guard(ctx, func(ctx context.Context) (err error) {
		pdf, err = w.process.Print(ctx, job, scope)
		return err
	})
	pdf.Memory = peak()
	return pdf, err
}

// running reports whether there is a process that has not ended.
func (w *worker) running() bool {
	if w.process == nil {
		return false
	}
	select {
	case <-w.process.Ended():
		return false
	default:
		return true
	}
}

// launch starts a process, which has not printed anything. After the end of ctx or of the pool it starts none.
func (w *worker) launch(ctx context.Context, isolated bool) (err error) {
	if err := cmp.Or(context.Cause(ctx), context.Cause(w.pool.alive)); err != nil {
		return err
	}
	if w.process, err = w.pool.Launch(ctx, isolated); err != nil {
		w.process = nil
		if ctx.Err() != nil {
			return fmt.Errorf("%w: %w", context.Cause(ctx), err)
		}
		return err
	}
	w.documents = 0
	w.pool.running.Store(w.process.Pid(), w.process)
	go w.pool.watchProcess(w.process)
	return nil
}

// notStarted is the error of a document whose process could not be started.
func notStarted(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case Exhausted(err):
		return domain.EngineUnavailable(err)
	}
	return fmt.Errorf("%w: %w", ports.ErrEngineLost, err)
}

// stop ends the process, if there is one.
func (w *worker) stop() {
	if w.process != nil {
		w.process.Close()
		w.process = nil
	}
}

// replace puts a tested process in the place of the old one and returns the worker to the pool. It tries until it
// succeeds or the pool is closed.
func (w *worker) replace() {
	p := w.pool
	defer p.idle.put(w)
	p.available.remove()
	if w.persist(p.alive) == nil {
		p.present()
	}
}

// persist is start, again and again until it succeeds or ctx ends.
func (w *worker) persist(ctx context.Context) error {
	for attempt, pause := 1, firstPause; ; attempt, pause = attempt+1, min(2*pause, longestPause) {
		attemptCtx, cancel := context.WithTimeout(ctx, w.pool.StartLimit)
		err := w.start(attemptCtx)
		cancel()
		if err == nil || ctx.Err() != nil {
			return err
		}
		if attempt > 1 {
			w.pool.available.attemptFailed(err)
		}
		if bits.OnesCount(uint(attempt)) == 1 { // 1, 2, 4, 8 …: a long outage does not fill the log
			w.pool.Log.Warn("an engine process could not be started; the service tries again", zap.Int("attempt", attempt), zap.Error(err))
		}
		select {
		case <-time.After(pause - rand.N(pause/4)): //nolint:gosec // no secret
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", context.Cause(ctx), err)
		}
	}
}

// start puts a process in the place of the old one and tests it. After an error there is no process.
func (w *worker) start(ctx context.Context) error {
	w.stop()
	if err := w.launch(ctx, false); err != nil {
		return err
	}
	if err := w.guard(ctx, w.process.Test); err != nil {
		w.stop()
		return err
	}
	return nil
}
