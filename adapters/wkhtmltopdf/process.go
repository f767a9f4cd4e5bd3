package wkhtmltopdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"go.uber.org/zap"

	"platen/adapters/internal/osprocess"
	"platen/adapters/wkhtmltopdf/polyfill"
	"platen/domain"
	"platen/ports"
)

// process is a running wkhtmltopdf that prints one document after the other.
type process struct {
	limits    limits
	folder    string // its working directory, temporary folder and home
	session   ports.Session
	command   *exec.Cmd
	stdin     io.WriteCloser
	stderr    *stderrParser
	group     *osprocess.Group
	release   func() bool // of the context that ends it
	printed   int         // pages of any kind, for the names of files
	documents int         // printed for clients
}

// launch starts a process in a folder of its own below the given one. It ends with ctx.
func launch(ctx context.Context, program Program, cfg Config, parent string, egress ports.Egress, log *zap.Logger) (_ *process, err error) {
	p := &process{limits: limits{cfg.MaxMemory, cfg.MaxPDF}, stderr: newStderrParser(log)}
	if p.session, err = egress.Open(ports.SessionOptions{EmptyFailedFrames: true}); err != nil {
		return nil, fmt.Errorf("start wkhtmltopdf: %w", err)
	}
	defer func() {
		if err != nil {
			p.clean()
		}
	}()
	if p.folder, err = os.MkdirTemp(parent, "process-*"); err != nil {
		return nil, fmt.Errorf("start wkhtmltopdf: %w", err)
	}
	//nolint:noctx // it outlives the start, and is killed as a group
	p.command = exec.Command(program.Path, processArgs()...)
	p.command.Dir = p.folder
	p.command.Env = environment(p.folder, parent, cfg.Reproducible)
	p.command.Stderr = p.stderr
	// A grandchild that left the group could hold standard error open.
	p.command.WaitDelay = time.Second
	if p.stdin, err = p.command.StdinPipe(); err == nil {
		p.group, err = osprocess.Start(p.command)
	}
	if err != nil {
		return nil, fmt.Errorf("start wkhtmltopdf: %w", err)
	}
	p.release = context.AfterFunc(ctx, p.kill)
	if err := p.limits.limitFileSize(p.group.Pid()); err != nil {
		p.end()
		<-p.group.Ended()
		return nil, fmt.Errorf("start wkhtmltopdf: %w", err)
	}
	return p, nil
}

// end kills the process and all that it has started. It does not wait.
func (p *process) end() {
	p.release()
	p.kill()
}

func (p *process) kill() { _ = p.group.Kill() }

// alive reports whether the process has not ended.
func (p *process) alive() bool {
	select {
	case <-p.group.Ended():
		return false
	default:
		return true
	}
}

// reportEnd puts a value into a channel, if it has room, when the process ends.
func (p *process) reportEnd(ended chan<- struct{}) {
	<-p.group.Ended()
	select {
	case ended <- struct{}{}:
	default:
	}
}

// close ends the process, waits for it, and removes its folder and its session. It is called once.
func (p *process) close() {
	p.end()
	<-p.group.Ended()
	p.clean()
}

func (p *process) clean() {
	_ = p.session.Close()
	if p.folder != "" {
		_ = os.RemoveAll(p.folder)
	}
}

// print prints one document, kerned if it has no more text than the limit. After an error the process may still be at
// work, and must be closed.
func (p *process) print(ctx context.Context, job domain.PrintJob, kerned domain.ByteSize) ([]byte, error) {
	p.printed++
	from, to := strconv.Itoa(p.printed)+".html", strconv.Itoa(p.printed)+".pdf"
	page, err := polyfill.Prepare(ctx, job, documentFolder+from, kerned)
	if err != nil {
		return nil, err
	}
	defer os.Remove(filepath.Join(p.folder, from))
	defer os.Remove(filepath.Join(p.folder, to))
	if err := page.WriteFile(filepath.Join(p.folder, from)); err != nil {
		return nil, failed(fmt.Errorf("write the document: %w", err))
	}
	line, err := printLine(job, page.StyleURL(), from, to, p.session.Addr())
	if err != nil {
		return nil, failed(err)
	}
	p.stderr.reset()
	if _, err := io.WriteString(p.stdin, line); err != nil {
		// The process has ended, or is about to: it alone reads the pipe.
		p.end()
		<-p.group.Ended()
		return nil, fmt.Errorf("%w: %w: %s", ports.ErrEngineLost, errUnread, p.command.ProcessState)
	}
	if err := p.await(ctx); err != nil {
		return nil, err
	}
	pdf, err := os.ReadFile(filepath.Join(p.folder, to))
	if pdf, err = p.checkResult(pdf, err); err != nil {
		return nil, err
	}
	return page.Finish(ctx, pdf, p.folder)
}

// await waits for the end of the print, which may have failed. An error means that the print must be ended.
func (p *process) await(ctx context.Context) error {
	ticker := time.NewTicker(checkPeriod)
	defer ticker.Stop()
	stopped := 0 // checks in a row that found it stopped
	for {
		select {
		case <-p.stderr.done:
			return nil
		case <-p.group.Ended():
			return nil
		case <-ticker.C:
			// A process that has ended uses no memory and is not stopped.
			status, _ := osprocess.StatusOf(p.group.Pid())
			if p.limits.exceedsMemory(status.Resident) {
				return p.limits.tooMuchMemory()
			}
			if !status.Stopped {
				stopped = 0
			} else if stopped++; stopped >= stoppedChecks {
				return fmt.Errorf("%w: the process has been stopped by a signal", ports.ErrEngineLost)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// checkResult reports by the PDF, and by how the process ended if it did, whether the print succeeded. The process ends
// with exit code 1 after some failed resources although the PDF is complete.
func (p *process) checkResult(pdf []byte, err error) ([]byte, error) {
	switch {
	case err == nil && isComplete(pdf):
		return pdf, nil
	case p.alive():
		return nil, failed(errors.Join(errors.New("wkhtmltopdf reported success without a complete PDF"), err))
	case exceededFileSize(p.command.ProcessState):
		return nil, p.limits.tooLarge()
	case p.command.ProcessState.Exited():
		return nil, failed(fmt.Errorf("wkhtmltopdf ended: %s", p.command.ProcessState))
	default:
		return nil, fmt.Errorf("%w: wkhtmltopdf ended: %s", ports.ErrEngineLost, p.command.ProcessState)
	}
}

// errUnread is in the chain of an error if the process ended before it read the document.
var errUnread = errors.New("wkhtmltopdf ended before it read the document")

// isComplete reports whether a PDF was written to its end.
func isComplete(pdf []byte) bool {
	return bytes.HasPrefix(pdf, []byte("%PDF-")) && bytes.HasSuffix(bytes.TrimRight(pdf, "\r\n"), []byte("%%EOF"))
}

func failed(cause error) error {
	if isExhausted(cause) {
		return domain.EngineUnavailable(cause)
	}
	return &domain.Error{Code: domain.RenderFailed, Message: "the document could not be rendered", Err: cause}
}
