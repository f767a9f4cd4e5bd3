package generate

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"platen/domain"
	"platen/ports"
)

// printer is what the steps of one document need. It has no state but measurements of its prints.
type printer struct {
	*Generator
	scope   ports.NetworkScope // of all prints
	timer   *timer
	stamped *atomic.Int64 // bytes of the body, and of the headers and footers that are stamped onto it
}

// followsPageRules reports whether the engine follows the page rules of a document itself.
func (p printer) followsPageRules() bool { return p.dependencies.Engine.Capabilities.PageRules }

// defaultJob returns a job with the installation's paper and margins.
func (p printer) defaultJob(html string) domain.PrintJob {
	return domain.PrintJob{HTML: html, Paper: p.settings.Page.Size, Margins: p.settings.Page.Margins}
}

// printCopies prints copies of a header or footer, which another document may have, too. The sum of the prints is held
// against the limit here: a header can be larger than all of the body, once for every few pages.
func (p printer) printCopies(ctx context.Context, what string, job domain.PrintJob) (domain.PDF, []domain.PrintedPage, error) {
	pdf, pages, err := p.print(ctx, what, job, true)
	if err != nil {
		return domain.PDF{}, nil, err
	}
	return pdf, pages, p.checkSize(p.stamped.Add(int64(len(pdf.Content))))
}

// print prints a job. reusable: another document of the client may have an equal one.
func (p printer) print(
	ctx context.Context, what string, job domain.PrintJob, reusable bool,
) (pdf domain.PDF, pages []domain.PrintedPage, err error) {
	p.timer.note(1, 0)
	pdf, err = p.dependencies.Renderer.Render(ctx, job, ports.RenderOptions{Reusable: reusable, Scope: p.scope.During(ctx)})
	p.timer.note(-1, pdf.Memory)
	if err != nil {
		return domain.PDF{}, nil, fmt.Errorf("render %s: %w", what, err)
	}
	if pages, err = p.dependencies.Reader.Pages(pdf.Content); err != nil {
		return domain.PDF{}, nil, fmt.Errorf("read the engine's PDF of %s: %w", what, err)
	}
	return pdf, pages, nil
}

// checkSize holds the size of a PDF against the limit.
func (p printer) checkSize(bytes int64) error {
	if domain.ByteSize(bytes) > p.settings.MaxPDF {
		return domain.PDFTooLarge(p.settings.MaxPDF)
	}
	return nil
}

// each calls do for every element, for two at a time, and returns the results in the order of the elements. After an error it starts no
// further call.
func each[In, Out any](ctx context.Context, all []In, do func(context.Context, In) (Out, error)) ([]Out, error) {
	made := make([]Out, len(all))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(2)
	for i, one := range all {
		group.Go(func() (err error) {
			defer recovered(&err)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			made[i], err = do(ctx, one)
			return err
		})
	}
	return made, group.Wait()
}

// recovered makes a panic an error: on a goroutine of ours it would end the service.
func recovered(err *error) {
	if cause := recover(); cause != nil {
		*err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
	}
}

// timer measures for how long a document was rendering, and the most memory of a print.
type timer struct {
	mu     sync.Mutex
	busy   domain.Stopwatch
	total  time.Duration
	memory domain.ByteSize
}

// note notes that renders begin, or end if the number is negative, and the memory that one took.
func (t *timer) note(renders int, memory domain.ByteSize) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.total, t.memory = t.busy.Add(renders), max(t.memory, memory)
}
