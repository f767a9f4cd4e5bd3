package wkhtmltopdf

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"platen/adapters/internal/osprocess"
	"platen/adapters/internal/workers"
	"platen/adapters/wkhtmltopdf/polyfill"
	"platen/domain"
	"platen/domain/htmldoc"
	"platen/ports"
)

// process is a running wkhtmltopdf that prints one document after the other.
type process struct {
	*osprocess.Group
	engine  *Engine
	folder  string // its working directory, temporary folder and home
	session ports.Session
	command *exec.Cmd
	stdin   io.WriteCloser
	stderr  *stderrParser
	printed int  // documents so far, test pages too: it names their files
	cached  bool // resources of a document are in its memory cache
}

// launch starts a process in a folder of its own below the engine's.
func (e *Engine) launch(context.Context, bool) (_ workers.Process, err error) {
	p := &process{engine: e, stderr: &stderrParser{done: make(chan struct{}, 1), log: e.log}}
	if p.session, err = e.setup.Egress.Open(); err != nil {
		return nil, fmt.Errorf("start wkhtmltopdf: %w", err)
	}
	defer func() {
		if err != nil {
			p.clean()
		}
	}()
	if p.folder, err = os.MkdirTemp(e.folder, "process-*"); err != nil {
		return nil, fmt.Errorf("start wkhtmltopdf: %w", err)
	}
	//nolint:noctx // it outlives the start, and is killed as a group
	p.command = exec.Command(e.path, processArgs()...)
	p.command.Dir = p.folder
	p.command.Env = environment(p.folder, e.folder, e.setup.Reproducible)
	p.command.Stderr = p.stderr
	// A grandchild that left the group could hold standard error open.
	p.command.WaitDelay = time.Second
	if p.stdin, err = p.command.StdinPipe(); err == nil {
		p.Group, err = osprocess.Start(p.command)
	}
	if err != nil {
		return nil, fmt.Errorf("start wkhtmltopdf: %w", err)
	}
	// The kernel ends it by SIGXFSZ when it writes a file larger than a PDF may be.
	limit := uint64(e.setup.PrintLimit()) //nolint:gosec // a size is not negative
	if err := osprocess.Limit(p.Pid(), map[int]uint64{unix.RLIMIT_FSIZE: limit}); err != nil {
		p.kill()
		return nil, fmt.Errorf("start wkhtmltopdf: %w", err)
	}
	return p, nil
}

// kill kills the process and all that it has started, and waits for its end.
func (p *process) kill() {
	_ = p.Kill()
	<-p.Ended()
}

// Close ends the process, waits for it, and removes its folder and its session.
func (p *process) Close() {
	p.kill()
	p.clean()
}

func (p *process) clean() {
	_ = p.session.Close()
	if p.folder != "" {
		_ = os.RemoveAll(p.folder)
	}
}

// MakeReady reports whether the memory cache is empty: no document has loaded anything that the next one could get from there.
func (p *process) MakeReady() bool { return !p.cached }

// Print prints a document of a client.
func (p *process) Print(ctx context.Context, job domain.PrintJob, scope ports.NetworkScope) (domain.PDF, error) {
	p.cached = true // until it is known
	if p.session.Drain().Requests > 0 {
		return domain.PDF{}, workers.ErrUnread // the last document has loaded something since its print
	}
	p.session.Reset(scope)
	content, unreported, err := p.print(ctx, job)
	if err != nil {
		return domain.PDF{}, err
	}
	pdf := domain.PDF{Content: content, Traffic: p.session.Drain()}
	p.cached = pdf.Traffic.Requests > 0
	if job.FirstTop > 0 {
		if pdf.Content, err = p.unscaleFirstTop(ctx, job, scope, content); err != nil {
			return domain.PDF{}, err
		}
	}
	// For an empty address the engine requests the base address, which is no resource.
	pdf.Traffic.Failed = slices.DeleteFunc(pdf.Traffic.Failed, func(f domain.FailedResource) bool { return f.URL == htmldoc.RelativeBase })
	pdf.Traffic.Failed = slices.Concat(pdf.Traffic.Failed, p.stderr.refused(), unreported)
	return pdf, nil
}

// unscaleFirstTop prints a document again if the engine has scaled it down, and the empty space on its first page with it. What the
// document asks for again is not counted.
func (p *process) unscaleFirstTop(ctx context.Context, job domain.PrintJob, scope ports.NetworkScope, printed []byte) ([]byte, error) {
	scale, err := polyfill.Scale(printed)
	if err != nil || scale >= 1 {
		return printed, err
	}
	p.session.Reset(scope)
	defer p.session.Drain()
	job.Viewport, job.FirstTop = cmp.Or(job.Viewport, job.FirstContent()), job.FirstTop/domain.Length(scale)
	printed, _, err = p.print(ctx, job)
	return printed, err
}

// print prints one document. It also returns the failures of resources that the engine does not report.
func (p *process) print(ctx context.Context, job domain.PrintJob) (pdf []byte, unreported []domain.FailedResource, err error) {
	p.printed++
	from, to := strconv.Itoa(p.printed)+".html", strconv.Itoa(p.printed)+".pdf"
	page, err := polyfill.Prepare(ctx, job, documentFolder+from, p.engine.cfg.Kerning)
	if err != nil {
		return nil, nil, err
	}
	defer os.Remove(filepath.Join(p.folder, from))
	defer os.Remove(filepath.Join(p.folder, to))
	if err := page.WriteFile(filepath.Join(p.folder, from)); err != nil {
		return nil, nil, workers.Failed(fmt.Errorf("write the document: %w", err))
	}
	line, err := printLine(job, page.StyleURL(), from, to, p.session.Addr())
	if err != nil {
		return nil, nil, workers.Failed(err)
	}
	p.stderr.reset()
	if _, err := io.WriteString(p.stdin, line); err != nil {
		// The process has ended, or is about to: it alone reads the pipe.
		p.kill()
		return nil, nil, fmt.Errorf("%w: %s", workers.ErrUnread, p.command.ProcessState)
	}
	select {
	case <-p.stderr.done: // the print may have failed
	case <-p.Ended():
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	pdf, err = os.ReadFile(filepath.Join(p.folder, to))
	if err != nil || !isComplete(pdf) { // after some failed resources the process ends with an error, and the PDF is complete
		return nil, nil, p.failure(err)
	}
	pdf, err = polyfill.EnlargeTiles(pdf)
	return pdf, page.Unreported, err
}

// failure returns why there is no complete PDF: by how the process ended if it did, or by the error of reading the file.
func (p *process) failure(err error) error {
	select {
	case <-p.Ended():
	default:
		return workers.Failed(errors.Join(errors.New("wkhtmltopdf reported success without a complete PDF"), err))
	}
	switch {
	case exceededFileSize(p.command.ProcessState):
		return domain.PDFTooLarge(p.engine.setup.MaxPDF)
	case p.command.ProcessState.Exited():
		return workers.Failed(fmt.Errorf("wkhtmltopdf ended: %s", p.command.ProcessState))
	default:
		return fmt.Errorf("%w: wkhtmltopdf ended: %s", ports.ErrEngineLost, p.command.ProcessState)
	}
}

// isComplete reports whether a PDF was written to its end.
func isComplete(pdf []byte) bool {
	return bytes.HasPrefix(pdf, []byte("%PDF-")) && bytes.HasSuffix(bytes.TrimRight(pdf, "\r\n"), []byte("%%EOF"))
}

// exceededFileSize reports whether the limit of files ended a process.
func exceededFileSize(state *os.ProcessState) bool {
	status, is := state.Sys().(syscall.WaitStatus)
	return is && status.Signal() == syscall.SIGXFSZ
}
