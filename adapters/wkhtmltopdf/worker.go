package wkhtmltopdf

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"time"

	"go.uber.org/zap"

	"platen/adapters/internal/osprocess"
	"platen/adapters/internal/pdfdate"
	"platen/adapters/wkhtmltopdf/polyfill"
	"platen/domain"
	"platen/domain/htmldoc"
	"platen/ports"
)

const (
	// startLimit bounds the start of a replacement process. A start takes less than 0.1 s on an idle machine.
	startLimit = 10 * time.Second
	// The pause between attempts to start a process doubles from the first to the longest.
	firstPause, longestPause = 100 * time.Millisecond, 2 * time.Second
	// outageLimit is how long attempts fail before the worker counts as lost.
	outageLimit = 3 * time.Second
)

// worker is a member of the pool with its process. One goroutine at a time uses it.
type worker struct {
	engine  *Renderer
	process *process  // nil if the last one could not be started
	retire  bool      // the process must be replaced
	used    time.Time // when the process last printed
}

// render renders a document and returns the worker to the pool, even if it panics: at once if the process can go on,
// otherwise after a replacement has started, for which the document does not wait.
func (w *worker) render(ctx context.Context, job domain.PrintJob, options ports.RenderOptions) (domain.PDF, error) {
	w.retire = true // until the document has succeeded
	defer w.release()
	return w.print(ctx, job, options)
}

// release returns the worker to the pool, with a new process if the old one must be replaced.
func (w *worker) release() {
	if w.retire {
		go w.replace()
	} else {
		w.engine.workers <- w
	}
}

func (w *worker) print(ctx context.Context, job domain.PrintJob, options ports.RenderOptions) (pdf domain.PDF, err error) {
	if !w.usable(options.Isolated) {
		if w.process != nil && !w.process.alive() {
			w.engine.restarts.Add(1)
		}
		if err := w.restart(); err != nil {
			return domain.PDF{}, notStarted(err)
		}
	}
	pdf, err = w.printOnce(ctx, job, options.Scope)
	if errors.Is(err, ports.ErrEngineLost) {
		w.engine.restarts.Add(1)
	}
	if errors.Is(err, errUnread) {
		// The process ended before it read the document, so the document is not the cause.
		if err := w.restart(); err != nil {
			return domain.PDF{}, notStarted(err)
		}
		pdf, err = w.printOnce(ctx, job, options.Scope)
	}
	if err != nil {
		return domain.PDF{}, err
	}
	p := w.process
	pdf.Traffic = p.session.Drain()
	// For an empty address the engine requests the base address, which is no resource.
	pdf.Traffic.Failed = slices.DeleteFunc(pdf.Traffic.Failed, func(f domain.FailedResource) bool { return f.URL == htmldoc.RelativeBase })
	pdf.Traffic.Failed = append(pdf.Traffic.Failed, p.stderr.refused()...)
	pdf.Traffic.Failed = append(pdf.Traffic.Failed, polyfill.Unreported(ctx, job.HTML)...)
	// The memory cache would give the next document what this one fetched. The fonts that a document made Qt load move
	// letters and lines of the next one by fractions of a pixel.
	w.retire = pdf.Traffic.Requests > 0 || w.engine.cfg.Reproducible || options.Isolated || p.documents >= w.engine.cfg.Recycle || !p.alive()
	return pdf, nil
}

func (w *worker) printOnce(ctx context.Context, job domain.PrintJob, scope ports.NetworkScope) (domain.PDF, error) {
	w.process.documents++
	w.process.session.Reset(scope)
	defer func() { w.used = time.Now() }()
	peak := osprocess.MeasurePeak(w.process.group.Pid())
	pdf, err := w.process.print(ctx, job, w.engine.cfg.Kerning)
	if w.engine.cfg.Reproducible {
		pdfdate.Fix(pdf)
	}
	return domain.PDF{Content: pdf, Memory: peak()}, err
}

// usable reports whether the process may print the next document. An isolated document needs a process without an
// earlier document. A process whose last document asked for something after it was printed has that in its memory cache.
func (w *worker) usable(isolated bool) bool {
	return w.process != nil && w.process.alive() && (!isolated || w.process.documents == 0) && w.process.session.Drain().Requests == 0
}

// restart ends the process and starts another one, which has not printed anything.
func (w *worker) restart() (err error) {
	w.stop()
	r := w.engine
	if w.process, err = launch(r.alive, r.program, r.cfg, r.folder, r.egress, r.log); err != nil {
		w.process = nil
		return err
	}
	if r.cfg.Background {
		_ = w.process.group.GiveWay() // without it, the process only takes more of the processor
	}
	go w.process.reportEnd(r.ended)
	return nil
}

// notStarted is the error of a document whose process could not be started.
func notStarted(err error) error {
	if isExhausted(err) {
		return domain.EngineUnavailable(err)
	}
	return fmt.Errorf("%w: %w", ports.ErrEngineLost, err)
}

// stop ends the process, if there is one.
func (w *worker) stop() {
	if w.process != nil {
		w.process.close()
		w.process = nil
	}
}

// replace puts a tested process in the place of the old one and returns the worker to the pool. It tries until it
// succeeds or the engine is closed.
func (w *worker) replace() {
	r := w.engine
	defer func() { r.workers <- w }()
	began := time.Now()
	for attempt, pause := 1, firstPause; ; attempt, pause = attempt+1, min(2*pause, longestPause) {
		err := w.startWithin(startLimit)
		if err == nil {
			r.available.regain(w)
			return
		}
		w.stop()
		if r.alive.Err() != nil {
			return
		}
		if attempt > 1 && time.Since(began) >= outageLimit {
			r.available.lose(w, err)
		}
		if bits.OnesCount(uint(attempt)) == 1 { // 1, 2, 4, 8 …: a long outage does not fill the log
			r.log.Warn("an engine process could not be started; the service tries again", zap.Int("attempt", attempt), zap.Error(err))
		}
		select {
		case <-time.After(pause):
		case <-r.alive.Done():
		}
	}
}

// startWithin is start with a deadline of its own.
func (w *worker) startWithin(limit time.Duration) error {
	ctx, cancel := context.WithTimeout(w.engine.alive, limit)
	defer cancel()
	return w.start(ctx)
}

// start starts a process and tests it. After an error there is no process.
func (w *worker) start(ctx context.Context) error {
	err := w.restart()
	if err == nil {
		err = w.selfTest(ctx)
	}
	if err != nil {
		w.stop()
		return err
	}
	w.retire = false
	return nil
}
